import assert from "node:assert/strict";
import fc from "fast-check";
import { LIST_CATALOGUE } from "../catalogue/lists.ts";
import { PUBLIC_RESOLVERS } from "../catalogue/resolver_rows.ts";
import {
  createMasker,
  maskHost,
  maskText,
  maskUpstream,
  maskUpstreamLine,
  maskUrl,
  upstreamNames,
} from "./masked_address.ts";

Deno.test("maskedUrl() keeps scheme, host and readable path, and masks secrets", () => {
  const cases: Readonly<Record<string, string>> = {
    "https://user:pass@lists.example:8443/ads.txt": "https://…@lists.example:8443/ads.txt",
    "https://lists.example/ads.txt?token=letmein&format=hosts":
      "https://lists.example/ads.txt?token=…&format=…",
    "https://lists.example/get?S3cretS3cret": "https://lists.example/get?…",
    "https://lists.example/p/9f86d081884c7d65/ads.txt": "https://lists.example/p/…/ads.txt",
    "https://lists.example/550e8400-e29b-41d4-a716-446655440000/a": "https://lists.example/…/a",
    "https://lists.example/token/hunter": "https://lists.example/token/…",
    "https://lists.example/XkqLmPzRtWvYbNcDfGhJ.txt": "https://lists.example/…",
    "https://lists.example/ads.txt": "https://lists.example/ads.txt",
    "https://lists.example/v2/easylist-2024/adguard_filter_15.txt":
      "https://lists.example/v2/easylist-2024/adguard_filter_15.txt",
    "/srv/lists/mine.txt": "/srv/lists/mine.txt",
  };
  for (const [address, shown] of Object.entries(cases)) assert.equal(maskUrl(address), shown);
});

Deno.test("public lists and public resolvers are not masked", () => {
  // Values of a query are masked at any position.
  const urls = LIST_CATALOGUE.map(({ url }) => url).filter((url) => !url.includes("?"));
  assert.deepEqual(urls.filter((url) => maskUrl(url) !== url), []);
  for (const { id, https, tls } of PUBLIC_RESOLVERS) {
    const ways = [id, https, https?.replace("https://", "h3://"), tls && `tls://${tls}`, tls];
    for (const text of ways) if (text !== undefined) assert.equal(maskUpstream(text), text);
  }
});

Deno.test("identifiers of customers are masked in upstreams", () => {
  const stamp = "sdns://AgcAAAAAAAAAACAAAAAAAAAAAA";
  const cases: Readonly<Record<string, string>> = {
    "https://dns.nextdns.io/abc123": "https://dns.nextdns.io/…",
    "h3://dns.nextdns.io/abc123/phone": "h3://dns.nextdns.io/…",
    "https://dns.controld.com/1a2b3c4d5e": "https://dns.controld.com/…",
    "https://d.adguard-dns.com/dns-query/abcd1234": "https://d.adguard-dns.com/dns-query/…",
    "https://doh.example/dns-query?key=42": "https://doh.example/dns-query?key=…",
    "https://doh.example/dns-query{?dns}": "https://doh.example/dns-query{?dns}",
    "https://doh.example": "https://doh.example",
    "https://me:pass@doh.example/dns-query": "https://…@doh.example/dns-query",
    "tls://abc123.dns.nextdns.io": "tls://….dns.nextdns.io",
    "tls://phone-abc123.dns.nextdns.io:853": "tls://….dns.nextdns.io:853",
    "quic://abcd1234.d.adguard-dns.com": "quic://….d.adguard-dns.com",
    "tls://k3j9x2.resolver.example": "tls://….resolver.example",
    "tls://dns.quad9.net": "tls://dns.quad9.net",
    "tls://ns1.provider.example": "tls://ns1.provider.example",
    "quad9/dot": "quad9/dot",
    "192.168.1.1#5353": "192.168.1.1#5353",
    "[2620:fe::fe]:53": "[2620:fe::fe]:53",
    "fe80::1%eth0": "fe80::1%eth0",
    "tcp://192.168.1.1:5353": "tcp://192.168.1.1:5353",
    [stamp]: "sdns://…",
  };
  for (const [address, shown] of Object.entries(cases)) {
    assert.equal(maskUpstream(address), shown, address);
  }
  assert.equal(
    maskUpstreamLine("[/lan/home.example/]tls://abc123.dns.nextdns.io 192.168.1.1"),
    "[/lan/home.example/]tls://….dns.nextdns.io 192.168.1.1",
  );
});

Deno.test("a masked stamp shows its host, never the path of a customer", () => {
  const bytes = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const data = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...bytes("dns.nextdns.io"), ...bytes("/abc123")];
  const encoded = new Uint8Array(data).toBase64({ alphabet: "base64url", omitPadding: true });
  assert.equal(maskUpstream(`sdns://${encoded}`), "sdns://dns.nextdns.io/…");
});

Deno.test("maskedText() masks addresses in sentences and keeps the sentence", () => {
  assert.equal(
    maskText(
      'The list "Mine" (https://a.example/x?token=42) failed: tls://abc123.dns.nextdns.io is down.',
    ),
    'The list "Mine" (https://a.example/x?token=…) failed: tls://….dns.nextdns.io is down.',
  );
  const hide = createMasker({ host: "abc123.dns.nextdns.io", path: "/def456" });
  assert.equal(
    hide("the certificate is not for abc123.dns.nextdns.io (POST /def456)"),
    "the certificate is not for ….dns.nextdns.io (POST /…)",
  );
});

Deno.test("upstreams with equal masked addresses get a number", () => {
  const names = upstreamNames([
    "https://dns.nextdns.io/abc123",
    "9.9.9.9",
    "https://dns.nextdns.io/def456",
    "https://dns.nextdns.io/abc123",
  ]);
  assert.deepEqual([...names.values()], [
    "https://dns.nextdns.io/…",
    "9.9.9.9",
    "https://dns.nextdns.io/… (2)",
  ]);
});

Deno.test("masking is idempotent, and no planted secret remains in any part of an address", () => {
  const word = fc.stringMatching(/^[0-9a-f]{3}[a-f][0-9][0-9a-f]{3,20}$/);
  fc.assert(fc.property(word, fc.nat(7), (secret, place) => {
    const texts = [
      `https://dns.nextdns.io/${secret}`,
      `tls://${secret}.dns.nextdns.io`,
      `tls://${secret}.dns.provider.example`,
      `https://doh.example/${secret}/dns-query`,
      `https://lists.example/a/${secret}.txt`,
      `https://lists.example/a?${secret}`,
      `https://lists.example/a?b=${secret}&c=${secret}`,
      `https://${secret}:${secret}@lists.example/`,
    ];
    const text = texts[place];
    for (const mask of [place < 4 ? maskUpstream : maskUrl, maskText, maskUpstreamLine]) {
      const shown = mask(text);
      assert.ok(!shown.includes(secret), `${text} is shown as ${shown}`);
      assert.equal(mask(shown), shown);
    }
  }));
  fc.assert(fc.property(fc.string(), (text) => {
    for (const mask of [maskUrl, maskUpstream, maskUpstreamLine, maskText, maskHost]) {
      assert.equal(mask(mask(text)), mask(text));
    }
  }));
});
