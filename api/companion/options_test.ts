import assert from "node:assert/strict";
import { nameToText } from "../../policy/model/name.ts";
import { addressToText } from "../../policy/model/address.ts";
import { USUAL_LIMITS } from "./call_limits.ts";
import { companionOptions, type CompanionTexts } from "./options.ts";

const GIVEN: CompanionTexts = {
  listen: "127.0.0.1:8780",
  "https-listen": "",
  certificate: "",
  key: "",
  hosts: "Cloud.Example, cloud.example:8443",
  proxies: "127.0.0.1,10.0.0.0/8",
  "dns-listen": ":53",
  "dns-domain": "Names.Example.",
  "name-servers": "",
  "dns-address": "192.0.2.1, 2001:db8::1",
  "data-dir": "/var/lib/box-companion",
  database: "",
  "database-token": "",
  "metrics-listen": "",
  socket: "",
  log: "text",
  "calls-per-network": "",
  "calls-per-box": "",
  "calls-in-all": "",
  "names-per-network": "",
  "signals-per-network": "",
  "ages-per-box": "",
  "rdap-bootstrap": "",
  "prefixes-per-box": "",
  "prefixes-per-home": "",
  "breach-range": "",
  "breach-key": "",
  "names-in-all": "",
};

function read(changes: Partial<CompanionTexts> = {}) {
  const options = companionOptions({ ...GIVEN, ...changes });
  assert.ok("dnsDomain" in options, String(options));
  return options;
}

const errorsOf = (changes: Partial<CompanionTexts>) => {
  const options = companionOptions({ ...GIVEN, ...changes });
  assert.ok(Array.isArray(options), JSON.stringify(changes));
  return options.join("; ");
};

const servers = (changes: Partial<CompanionTexts>) =>
  read(changes).nameServers.map(({ name, addresses }) =>
    [nameToText(name), ...addresses.map((address) => addressToText(address))].join(" ")
  );

Deno.test("the usual options are read, with a default name server of the domain", () => {
  const options = read();
  assert.deepEqual(options.hosts, ["cloud.example", "cloud.example:8443"]);
  assert.equal(options.dnsDomain, "names.example");
  assert.deepEqual(options.database, { file: "/var/lib/box-companion/companion.db" });
  assert.deepEqual(servers({}), ["ns1.names.example 192.0.2.1 2001:db8::1"]);
});

Deno.test("name servers have their own or the default addresses, or none outside the domain", () => {
  const given =
    "ns1.names.example,ns2.names.example=192.0.2.2+2001:db8::2,ns.other.example=192.0.2.3";
  assert.deepEqual(servers({ "name-servers": given }), [
    "ns1.names.example 192.0.2.1 2001:db8::1",
    "ns2.names.example 192.0.2.2 2001:db8::2",
    "ns.other.example",
  ]);
});

Deno.test("a database is a file or a server; only the default file needs a folder", () => {
  assert.deepEqual(read({ database: "file:/srv/x.db" }).database, { file: "/srv/x.db" });
  assert.equal(read().dataDir, "/var/lib/box-companion");
  for (const url of ["libsql://db.example", "http://127.0.0.1:8080", "https://db.example"]) {
    const { database, dataDir } = read({ database: url, "database-token": "t" });
    assert.deepEqual([database, dataDir], [{ url, token: "t" }, ""]);
  }
});

Deno.test("limits have a default, and the socket lies in the data directory", () => {
  assert.deepEqual(read().limits, USUAL_LIMITS);
  const limits = read({ "calls-per-box": "25", "names-in-all": "1000" }).limits;
  assert.deepEqual(limits, { ...USUAL_LIMITS, "calls-per-box": 25, "names-in-all": 1000 });
  assert.equal(read().socket, "/var/lib/box-companion/companion.sock");
  assert.equal(read({ socket: "/run/a.sock" }).socket, "/run/a.sock");
  assert.deepEqual(read({ "metrics-listen": "127.0.0.1:9100" }).metrics, [{
    address: "127.0.0.1",
    port: 9100,
  }]);
});

Deno.test("invalid values are reported with their option", () => {
  const bad: readonly (readonly [Partial<CompanionTexts>, RegExp])[] = [
    [{ listen: "" }, /Give --listen/],
    [{ listen: "8780" }, /--listen: This is no address with a port/],
    [{ "https-listen": ":443" }, /needs --certificate and --key/],
    [{ "dns-listen": "" }, /Give --dns-listen/],
    [{ "dns-domain": "" }, /--dns-domain must be/],
    [{ "dns-domain": "." }, /--dns-domain must be/],
    [{ hosts: "" }, /Give --hosts/],
    [{ hosts: "https://cloud.example" }, /--hosts: this is no host/],
    [{ hosts: "a/b" }, /--hosts: this is no host/],
    [{ proxies: "proxy" }, /--proxies: this is no address/],
    [{ "dns-address": "" }, /needs an address: give --dns-address/],
    [{ "dns-address": "ns1" }, /--dns-address: this is no address: ns1/],
    [{ "name-servers": "a..b" }, /--name-servers: this is no host name: a\.\.b/],
    [{ "name-servers": "ns1.names.example=x" }, /--name-servers: this is no address: x/],
    [{ "data-dir": "" }, /Give --data-dir/],
    [{ "calls-per-box": "0" }, /--calls-per-box must be a number from 1 to/],
    [{ "names-in-all": "many" }, /--names-in-all must be a number .*: many/],
    [{ "calls-in-all": "1e3" }, /--calls-in-all must be a number/],
    [{ "metrics-listen": "9100" }, /--metrics-listen: This is no address with a port/],
    [{ log: "xml" }, /--log must be text or json: xml/],
    [{ socket: `/${"a".repeat(107)}` }, /local socket may have 107 bytes/],
    [{ database: "postgres://x" }, /--database must be/],
    [{ database: "libsql://user:secret@x" }, /without a password/],
  ];
  for (const [changes, message] of bad) {
    assert.match(errorsOf(changes), message, JSON.stringify(changes));
  }
  assert.ok(errorsOf({ listen: "", "dns-listen": "", hosts: "" }).split("; ").length >= 3);
});

Deno.test("the provider of breaches is an address of https with a key, or is not configured", () => {
  const url = "https://provider.example/range";
  assert.deepEqual([read().breachRange, read().breachKey], ["", ""]);
  const both = read({ "breach-range": url, "breach-key": "k3y" });
  assert.deepEqual([both.breachRange, both.breachKey], [url, "k3y"]);
  assert.equal(read({ "breach-range": url }).breachKey, "");
  for (const wrong of ["http://provider.example/range", "provider.example", `${url}?x=1`]) {
    assert.match(errorsOf({ "breach-range": wrong }), /--breach-range must be an address of https/);
  }
  assert.match(errorsOf({ "breach-key": "k3y" }), /--breach-key needs --breach-range/);
  const spaced = errorsOf({ "breach-range": url, "breach-key": "secret key" });
  assert.match(spaced, /--breach-key must have at most 200 characters/);
  assert.ok(!spaced.includes("secret key"));
});
