import "./with_suffixes.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { DEV_SETTINGS, SETTINGS } from "./list.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { parseListen } from "./listen.ts";
import {
  isFixed,
  parseSettingsFile,
  readSetting,
  resolverSettings,
  resolveSettings,
} from "./resolve.ts";

Deno.test("The domains of the service are its servers, and none above them", () => {
  const domains = (cloud_url: string, update_url = "") => {
    const { values } = resolveSettings({ flags: { cloud_url, update_url } });
    return resolverSettings(values).serviceDomains;
  };
  assert.deepEqual(domains("https://api.service.com:8443/x", "https://service.com/updates"), [
    "api.service.com",
    "service.com",
  ]);
  assert.deepEqual(domains("https://s3.eu-west-1.amazonaws.com/b", "https://raw.github.com/b"), [
    "s3.eu-west-1.amazonaws.com",
    "raw.github.com",
  ]);
  assert.deepEqual(domains("https://192.0.2.1", "https://[2001:db8::1]/box"), []);
  assert.deepEqual(domains("https://box.fly.dev", "https://mine.github.io/box"), [
    "box.fly.dev",
    "mine.github.io",
  ]);
  assert.deepEqual(domains("https://box.s3.eu-west-1.amazonaws.com"), [
    "box.s3.eu-west-1.amazonaws.com",
  ]);
  assert.deepEqual(domains("", ""), []);
});

Deno.test("without any source every setting has its default, which its own kind accepts", () => {
  const { values, sources, errors } = resolveSettings({});
  assert.deepEqual(errors, []);
  for (const row of SETTINGS) {
    assert.deepEqual(readSetting(row, row.default), { ok: true, value: row.default }, row.key);
    assert.deepEqual(values[row.key], row.default);
    assert.equal(sources[row.key], "default");
  }
  assert.deepEqual(resolverSettings(values), DEFAULT_RESOLVER_SETTINGS);
});

Deno.test("precedence is flag, environment, file, database, default", () => {
  const flags = { blocked_ttl: "1" };
  const env = { BOX_BLOCKED_TTL: "2", PATH: "/bin" };
  const file = { blocked_ttl: 3 };
  const database = { blocked_ttl: 4 };
  const ttl = (from: Parameters<typeof resolveSettings>[0]) => {
    const { values, sources, errors } = resolveSettings(from);
    assert.deepEqual(errors, []);
    return [values.blocked_ttl, sources.blocked_ttl, isFixed(sources.blocked_ttl)];
  };
  assert.deepEqual(ttl({ flags, env, file, database }), [1, "flag", true]);
  assert.deepEqual(ttl({ env, file, database }), [2, "environment", true]);
  assert.deepEqual(ttl({ file, database }), [3, "file", true]);
  assert.deepEqual(ttl({ database }), [4, "database", false]);
});

Deno.test("a bad value is reported with key, source and allowed values, and the next source is used", () => {
  const { values, errors } = resolveSettings({
    env: { BOX_BLOCKED_TTL: "soon" },
    file: { blocked_ttl: 30 },
  });
  assert.equal(values.blocked_ttl, 30);
  assert.deepEqual(errors.map(({ message }) => message), [
    "Bad value in variable BOX_BLOCKED_TTL, allowed is a whole number from 0 to 86400 (seconds): soon",
  ]);
});

Deno.test("a refused web address is not repeated: it may contain a password or a token", () => {
  for (const key of ["acme_directory", "cloud_url", "holiday_service_url", "password_range_url"]) {
    for (const address of ["https://ada:letmein@x.example/", "htps//x.example/letmein"]) {
      const { errors } = resolveSettings({ file: { [key]: address } });
      assert.equal(errors.length, 1);
      assert.match(errors[0].message, /^Bad value in box\.toml, key \w+\. Allowed is an address/);
      assert.doesNotMatch(errors[0].message, /letmein/);
    }
  }
});

Deno.test("each kind reads valid texts and refuses invalid ones", () => {
  const good: Record<string, [string, unknown][]> = {
    dns_listen: [[":53", ":53"], ["127.0.0.1:5300, [::1]:53", "127.0.0.1:5300, [::1]:53"]],
    https_listen: [["", ""]],
    filtering: [["off", false], ["TRUE", true]],
    upstream_strategy: [["strict", "strict"]],
    upstreams: [["9.9.9.9,tls://dns.quad9.net", ["9.9.9.9", "tls://dns.quad9.net"]]],
    allowed_ranges: [["private\n10.0.0.0/8", ["private", "10.0.0.0/8"]]],
    denied_clients: [["192.168.1.7,fd00::/8,AA-BB-CC-DD-EE-FF", [
      "192.168.1.7",
      "fd00::/8",
      "AA-BB-CC-DD-EE-FF",
    ]]],
    advertise_addr: [["192.0.2.1", ["192.0.2.1"]], ["", []]],
    local_records: [["nas.home.arpa A 192.0.2.5\na.home.arpa TXT b,c", [
      "nas.home.arpa A 192.0.2.5",
      "a.home.arpa TXT b,c",
    ]]],
    cloud_url: [["https://cloud.example", "https://cloud.example"]],
    box_name: [["box", "box"], [" Emmas-Box ", "emmas-box"]],
    local_domain: [["home.arpa", "home.arpa"], ["LAN", "lan"], [
      "müller.home",
      "xn--mller-kva.home",
    ]],
    router_domain: [["", ""], ["Fritz.Box", "fritz.box"], ["company.local", "company.local"]],
  };
  const bad: Record<string, string[]> = {
    dns_listen: ["", "53", ":0", ":65536", "::1:53", "[1.2.3.4]:53", "host:53"],
    filtering: ["maybe", ""],
    upstream_strategy: ["fast"],
    upstreams: ["ftp://x", "1.2.3.4.5"],
    allowed_ranges: ["10.0.0.0/33"],
    denied_clients: ["10.0.0.0/33", "tablet", "private", "01:00:5e:00:00:01", "00:00:00:00:00:00"],
    advertise_addr: ["box"],
    local_records: ["nas.home.arpa", "x A y"],
    box_name: ["a.b", "", "x".repeat(64), "<b>\"&'", "a b", "a_b", "com", "localhost", "\u202enob"],
    local_domain: ["", "a b", "<b>.lan", "com", "co.uk", "github.io", "local", "a.local", "a..b"],
    router_domain: ["a b", "<b>.lan", "com", "github.io", "local", "in-addr.arpa", "_x.lan"],
    local_zones: ["com", "localhost", "a..b"],
    passkey_names: ["<b>", "a b"],
    cloud_url: ["javascript:alert(1)", "https://user:secret@cloud.example"],
    workers: ["0", "1.5", "1e1", "0x2"],
  };
  for (const row of SETTINGS) {
    for (const [text, value] of good[row.key] ?? []) {
      assert.deepEqual(readSetting(row, text), { ok: true, value }, text);
    }
    for (const text of bad[row.key] ?? []) {
      assert.deepEqual(readSetting(row, text), { ok: false }, `${row.key} ${text}`);
    }
  }
});

Deno.test("an invalid name is reported with the reason, and the next source is used", () => {
  const given = {
    flags: { box_name: "<b>\"&'" },
    env: { BOX_LOCAL_DOMAIN: "com", BOX_ROUTER_DOMAIN: "a b" },
    file: { box_name: "a b", local_domain: "github.io" },
    database: { box_name: "com", local_domain: "lan", router_domain: "local" },
  };
  const { values, sources, errors } = resolveSettings(given);
  assert.deepEqual(
    [values.box_name, values.local_domain, values.router_domain],
    ["box", "lan", ""],
  );
  assert.equal(sources.local_domain, "database");
  const messages = errors.map(({ message }) => message);
  assert.deepEqual(messages.length, 7, messages.join("\n"));
  for (const { key, value, message, allowed } of errors) {
    assert.ok(
      [key, key.toUpperCase(), key.replace("_", "-")].some((each) => message.includes(each)),
      message,
    );
    assert.ok(message.includes(value) && message.includes(allowed), message);
  }
  assert.match(messages.join(), /Others register names below this one/);
});

Deno.test("unknown keys in the file and unknown BOX_ variables are reported and ignored", () => {
  const { errors, unknown } = resolveSettings({
    file: { dns_port: 53 },
    env: { BOX_DNS_LISTN: ":53" },
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(unknown.map((text) => text.split(": ")[1]), ["dns_port", "BOX_DNS_LISTN"]);
  assert.match(unknown[0], /`box settings` lists/);
  assert.match(unknown[1], /perhaps BOX_DNS_LISTEN is meant/);
});

Deno.test("the data directory is known before its box.toml and its database, which cannot name another", () => {
  const given = { file: { data_dir: "/file" }, database: { data_dir: "/database" } };
  const { values, sources, unknown } = resolveSettings(given);
  assert.deepEqual([values.data_dir, sources.data_dir], ["/var/lib/box", "default"]);
  assert.match(unknown.join(), /data_dir of box\.toml is left out.*--data-dir or BOX_DATA_DIR/);
  const resolved = resolveSettings({ ...given, env: { BOX_DATA_DIR: "/resolved" } });
  assert.deepEqual([resolved.values.data_dir, resolved.sources.data_dir], [
    "/resolved",
    "environment",
  ]);
});

Deno.test("listen addresses are read with and without an address, once each", () => {
  assert.deepEqual(parseListen(":53,*:53, [fe80::1%eth0]:53,127.0.0.1:5300"), [
    { address: "", port: 53 },
    { address: "fe80::1%eth0", port: 53 },
    { address: "127.0.0.1", port: 5300 },
  ]);
  assert.equal(
    parseListen("nowhere"),
    "This is no address with a port such as :53 or [::1]:53: nowhere",
  );
});

Deno.test("the development settings replace defaults only", () => {
  const { values, sources } = resolveSettings({
    defaults: DEV_SETTINGS,
    flags: { http_listen: ":8080" },
  });
  assert.deepEqual([values.dns_listen, values.http_listen, sources.dns_listen], [
    ":5300",
    ":8080",
    "default",
  ]);
});

Deno.test("an invalid TOML file is reported and left out", () => {
  assert.deepEqual({ ...parseSettingsFile('blocked_ttl = 5\nupstreams = ["9.9.9.9"]').values }, {
    blocked_ttl: 5,
    upstreams: ["9.9.9.9"],
  });
  assert.match(parseSettingsFile("= =").error ?? "", /^box\.toml cannot be read/);
  assert.match(parseSettingsFile("blocked_ttl = 5\nnot TOML [").error ?? "", /\(line 2\)/);
});

Deno.test("random values in every source give valid settings and never throw", () => {
  const keys = fc.constantFrom<string>(
    ...SETTINGS.flatMap(({ key, env }) => [key, env]),
    "__proto__",
    "other",
  );
  const texts = fc.dictionary(
    keys,
    fc.oneof(fc.string(), fc.constantFrom("", ":", "[]:53", "-1", "1e999", "[/", "#")),
  );
  const anything = fc.dictionary(keys, fc.anything({ withBigInt: true, withDate: true }));
  fc.assert(
    fc.property(texts, texts, anything, anything, (flags, env, file, database) => {
      const { values } = resolveSettings({ flags, env, file, database });
      for (const row of SETTINGS) assert.ok(readSetting(row, values[row.key]).ok, row.key);
      resolverSettings(values);
    }),
    { seed: 1, numRuns: 300 },
  );
  fc.assert(fc.property(fc.string(), (text) => void parseSettingsFile(text)), {
    seed: 2,
    numRuns: 300,
  });
});

Deno.test("chosen upstreams disable the default fallback upstreams", () => {
  assert.ok(resolveSettings({}).values.fallback_upstreams.length > 0);
  assert.deepEqual(
    resolveSettings({ flags: { upstreams: "192.0.2.1" } }).values.fallback_upstreams,
    [],
  );
  const both = resolveSettings({
    flags: { upstreams: "192.0.2.1" },
    database: { fallback_upstreams: ["192.0.2.2"] },
  });
  assert.deepEqual(both.values.fallback_upstreams, ["192.0.2.2"]);
});
