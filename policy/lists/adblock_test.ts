import { table } from "./list_table_test.ts";

Deno.test("plain lines of every list format become names", () => {
  table("auto", [
    ["example.com", "exact example.com"],
    ["Ads.Example.COM", "exact ads.example.com"],
    ["_dmarc.example.com", "exact _dmarc.example.com"],
    ["-x-.example.com", "exact -x-.example.com"],
    ["0.0.0.0.example.com", "exact 0.0.0.0.example.com"],
    ["0.0.0.0 example.com", "exact example.com"],
    ["127.0.0.1\t\texample.com\r", "exact example.com"],
    ["::1 example.com", "exact example.com"],
    [":: example.com", "exact example.com"],
    ["0 example.com", "exact example.com"],
    ["127.0.0.53 example.com", "exact example.com"],
    ["0.0.0.0 a.example b.example", "exact a.example", "exact b.example"],
    ["0.0.0.0 example.com # why", "exact example.com"],
    ["example.com # why", "exact example.com"],
    ["||example.com^", "tree example.com"],
    ["||example.com^|", "tree example.com"],
    ["||example.com^$important", "important tree example.com"],
    ["@@||example.com^", "allow tree example.com"],
    ["@@||example.com^$important", "allow important tree example.com"],
    ["|example.com^", "rule exact example.com -> block"],
    ["|example.com|", "rule exact example.com -> block"],
    ["@@|example.com^", "allow exact example.com"],
    ["*.example.com", "below example.com"],
    ["*.example.com^", "below example.com"],
    [".example.com^", "below example.com"],
    ["||bücher.example^", "tree xn--bcher-kva.example"],
    ["пример.example", "exact xn--e1afmkfd.example"],
    ["xn--bcher-kva.example", "exact xn--bcher-kva.example"],
    ["||example.xn--45q11c^", "tree example.xn--45q11c"],
  ]);
  table("wildcard", [
    ["*.example.com", "tree example.com"],
    ["example.com", "tree example.com"],
    [".example.com", "tree example.com"],
    ["0.0.0.0 example.com", "exact example.com"],
  ]);
  table("domains", [
    ["example.com.", "exact example.com"],
    ["*.example.com", "below example.com"],
    ["||example.com^", "tree example.com"],
    ["/ads/", "not-a-name"],
    ["example", "local-name"],
    ["two words.example", "not-a-name"],
  ]);
});

Deno.test("lines without a rule are ignored with a reason, invalid lines are refused with a reason", () => {
  table("auto", [
    ["", "empty"],
    [" \t ", "empty"],
    ["# comment", "comment"],
    ["#", "comment"],
    ["! comment", "comment"],
    ["; comment", "comment"],
    ["[Adblock Plus 2.0]", "header"],
    ["##.banner", "cosmetic"],
    ["example.com##.banner", "cosmetic"],
    ["example.com#@#.banner", "cosmetic"],
    ["example.com#$#body { }", "cosmetic"],
    ["example.com#?#div", "cosmetic"],
    ["example.com#%#window.x", "cosmetic"],
    ["example.com$$script", "cosmetic"],
    ["||example.com^$third-party", "browser-modifier"],
    ["||example.com^$~third-party,domain=a.example|~b.example", "browser-modifier"],
    ["||example.com/banner/ad.js", "browser-modifier"],
    ["&ad_box_", "browser-modifier"],
    ["127.0.0.1 localhost", "local-name"],
    ["::1 ip6-localhost ip6-loopback", "local-name"],
    ["127.0.0.1 localhost.localdomain", "local-name"],
    ["0.0.0.0 0.0.0.0", "local-name"],
    ["fe80::1%lo0 localhost", "local-name"],
    ["com", "top-level-name"],
    ["||com^", "top-level-name"],
    ["||co.uk^", "top-level-name"],
    ["co.uk", "top-level-name"],
  ]);
});

Deno.test("lines with an invalid name or modifier are refused completely", () => {
  table("auto", [
    ["*.com", "top-level-name"],
    [".com^", "top-level-name"],
    ["||org^", "top-level-name"],
    ["||a..example^", "not-a-name"],
    [`||${"a".repeat(64)}.example^`, "not-a-name"],
    [`${"a.".repeat(130)}example`, "not-a-name"],
    ["||example.com^$unknown", "bad-modifier"],
    ["||example.com^$", "bad-modifier"],
    ["||example.com^$dnstype=NOSUCH", "bad-value"],
    ["||example.com^$dnstype", "bad-value"],
    ["||example.com^$client=", "bad-value"],
    ["||example.com^$client=10.0.0.0/99", "bad-value"],
    ["||example.com^$denyallow=a.example|~b.example", "bad-value"],
    ["||example.com^$important=1", "bad-value"],
    ["||example.com^$dnsrewrite", "bad-value"],
    ["||example.com^$dnsrewrite=NOERROR;A", "bad-value"],
    ["*", "too-wide"],
    ["||", "too-wide"],
    ["|", "too-wide"],
    ["^", "too-wide"],
    ["ab*", "too-wide"],
    ["/(?=x)y/", "unsupported-regex"],
    ["/(a)\\1/", "unsupported-regex"],
    ["/(/", "bad-regex"],
    ["a\u0000b.example", "nul-byte"],
  ]);
});

Deno.test("patterns become anchored expressions with their longest literal", () => {
  table("auto", [
    ["@@example.org", "rule /example\\.org/ has example.org -> allow"],
    ["example.org^", "rule /example\\.org$/ has example.org -> block"],
    ["||example.com", "rule /(?:^|\\.)example\\.com/ has example.com -> block"],
    ["|ads.", "rule /^ads\\./ has ads. -> block"],
    ["confusing.", "rule /confusing\\./ has confusing. -> block"],
    ["||ads*.example.com^", "rule /(?:^|\\.)ads.*\\.example\\.com$/ has .example.com -> block"],
    ["://example.com", "rule /^example\\.com/ has example.com -> block"],
    ["|http://example.com/", "rule exact example.com -> block"],
    ["https://example.com:8080", "rule exact example.com -> block"],
    ["||example.com:443^", "tree example.com"],
    ["||example.com/*", "tree example.com"],
    ["*$dnstype=HTTPS", 'rule /^/ -> block {"types":{"only":[65]}}'],
    ["$denyallow=com|org", 'rule /^/ -> block {"denyallow":["com","org"]}'],
    ["/^ads[0-9]+\\.example$/", "rule /^ads[0-9]+\\.example$/ has .example -> block"],
    ["/ads|trk/$important", "rule /ads|trk/ -> block important"],
    ["(^|\\.)ads\\.example$", "rule /(^|\\.)ads\\.example$/ has ads.example -> block"],
    ["||192.0.2.7^", "rule answer 192.0.2.7/32 -> block"],
    ["192.0.2.7", "rule answer 192.0.2.7/32 -> block"],
    ["@@||2001:db8::1^", "rule answer 2001:db8::1/128 -> allow"],
  ]);
});

Deno.test("modifiers limit a rule or change its answer", () => {
  const tree = "rule tree example.com -> ";
  table("auto", [
    ["||example.com^$dnstype=aaaa|~A", tree + 'block {"types":{"only":[28]}}'],
    ["||example.com^$dnstype=~A", tree + 'block {"types":{"except":[1]}}'],
    [
      "||example.com^$client=10.0.0.0/8|~'Ann\\'s\\, phone'",
      tree + 'block {"clients":{"only":["10.0.0.0/8"],"except":["ann\'s, phone"]}}',
    ],
    [
      "||example.com^$ctag=user_child|~device_tv",
      tree + 'block {"tags":{"only":["user_child"],"except":["device_tv"]}}',
    ],
    ["||com^$denyallow=example.com", 'rule tree com -> block {"denyallow":["example.com"]}'],
    ["||example.com^$dnsrewrite=192.0.2.1", tree + "rewrite 0 1:c0000201"],
    [
      "||example.com^$dnsrewrite=2001:db8::1",
      tree + "rewrite 0 28:20010db8000000000000000000000001",
    ],
    ["||example.com^$dnsrewrite=b.example", tree + "rewrite 0 b.example"],
    ["||example.com^$dnsrewrite=REFUSED", tree + "rewrite 5"],
    ["||example.com^$dnsrewrite=refused", tree + "rewrite 0 refused"],
    ["||example.com^$dnsrewrite=NOERROR;;", tree + "rewrite 0"],
    ["||example.com^$dnsrewrite=NXDOMAIN;A;192.0.2.1", tree + "rewrite 3"],
    [
      "||example.com^$dnsrewrite=NOERROR;MX;10 mx.example",
      tree + "rewrite 0 15:000a026d78076578616d706c6500",
    ],
    ["||example.com^$dnsrewrite=NOERROR;TXT;a\\,b", tree + "rewrite 0 16:03612c62"],
    ["||example.com^$dnsrewrite=NOERROR;SRV;1 2 443 .", tree + "rewrite 0 33:0001000201bb00"],
    [
      "||example.com^$dnsrewrite=NOERROR;HTTPS;1 . alpn=h3 port=8443",
      tree + "rewrite 0 65:000100000100030268330003000220fb",
    ],
    ["||example.com^$dnsrewrite=NOERROR;LOC;x", tree + "rewrite 0"],
    ["@@||example.com^$dnsrewrite", "rule tree example.com -> cancel-rewrite"],
    [
      "@@||example.com^$dnsrewrite=192.0.2.1",
      "rule tree example.com -> cancel-rewrite 0 1:c0000201",
    ],
    ["||example.com^$badfilter", "badfilter tree example.com"],
    ["@@||example.com^$important,badfilter", "badfilter allow important tree example.com"],
    ["||example.com^$badfilter,dnstype=A", "badfilter ||example.com^$dnstype=A"],
  ]);
});
