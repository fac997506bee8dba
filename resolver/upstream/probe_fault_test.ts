import assert from "node:assert/strict";
import { FakeDnscrypt } from "../../tests/support/fake_dnscrypt.ts";
import { FakeQuic } from "../../tests/support/fake_quic.ts";
import { withPool } from "../../tests/support/upstream_pool.ts";
import { parseTarget } from "../../policy/model/upstream_line.ts";
import { describeSilence } from "./probe_fault.ts";

Deno.test("a QUIC upstream with another protocol or another name is reported as such", async () => {
  const [doq, h3] = await Promise.all([
    FakeQuic.open({ alpn: "doq", script: () => [] }),
    FakeQuic.open({ alpn: "h3", script: () => [] }),
  ]);
  await withPool({ caCerts: [doq.ca, h3.ca] }, async ({ pool, settings, fake }) => {
    fake.script = () => [];
    pool.reconfigure({ ...settings, bootstrap: [] });
    const error = async (line: string) => (await pool.probe(parseTarget(line)!, "")).error;
    const [asDoq, asH3] = await Promise.all([
      error(`quic://127.0.0.1:${h3.port}`),
      error(`h3://127.0.0.1:${doq.port}`),
    ]);
    assert.match(
      asDoq,
      /^It speaks TLS, but no DNS over QUIC at this port: check both, .*: 127\.0\.0\.1:\d+$/,
    );
    assert.match(asH3, /^It speaks TLS, but no DNS over HTTP\/3 at this port: /);
  });
  doq.close();
  h3.close();
  const target = parseTarget("quic://dns.example")!;
  const names = 'DnsName("a.example") or IpAddress(192.0.2.1)';
  const detail =
    `invalid peer certificate: certificate not valid for name "dns.example"; certificate is only valid for ${names}`;
  assert.equal(
    describeSilence({ target, detail }),
    "Its certificate is for a.example, 192.0.2.1, not for dns.example: " +
      "write the name of the certificate in the upstream, or somebody on the way answers in its place: dns.example:853",
  );
});

Deno.test("a DNSCrypt server is probed, and faults of its certificate are reported", async () => {
  const server = new FakeDnscrypt();
  await withPool({}, async ({ pool }) => {
    const probe = () => pool.probe(parseTarget(server.stamp)!, "");
    const { state, connectLatency, error } = await probe();
    assert.deepEqual([state, error, connectLatency > 0], ["answers", "", true]);
    server.show({ forged: true });
    assert.match(
      (await probe()).error,
      /^It shows no DNSCrypt certificate that its stamp stands for: take its stamp/,
    );
    server.show({ until: 1 });
    assert.match(
      (await probe()).error,
      /^Its DNSCrypt certificate does not hold now: look at the clock of this machine/,
    );
  });
  await server.close();
});

Deno.test("missing pins and missing names of a certificate are distinguished", () => {
  const target = parseTarget("tls://dns.example")!;
  assert.match(
    describeSilence({ target, detail: "its certificate is not the one that the stamp names" }),
    /^Its certificate is not the one that the stamp names: take its stamp of today, or somebody on the way/,
  );
  const detail =
    "Hostname/IP does not match certificate's altnames: Host: dns.example. is not in the cert's altnames";
  assert.match(
    describeSilence({ target, detail, certificate: { names: ["a.example"], ends: 0 } }),
    /^Its certificate is for a\.example, not for dns\.example: /,
  );
});
