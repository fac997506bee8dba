import assert from "node:assert/strict";
import { gzipSync, strToU8, zipSync } from "fflate";
import { adguardYaml } from "../../../../tests/support/adguard_files.ts";
import {
  bytesOf,
  databaseFile,
  GRAVITY,
  pihole5TarGz,
  pihole6Zip,
  PIHOLE_TOML,
  tarOf,
} from "../../../../tests/support/import_files.ts";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { type ImportFindings, type ImportWish, type ItemKind, whomText } from "./model.ts";
import { readImport } from "./read.ts";

const place = { macOf: () => undefined, zone: "Europe/Paris" };
const read = (
  bytes: Uint8Array,
  macOf: (address: string) => string | undefined = () => undefined,
) => readImport(bytes, { ...place, macOf });
const text = (lines: string) => read(bytesOf(lines));
const of = ({ wishes }: ImportFindings, what: ItemKind) =>
  wishes.filter((wish) => wish.what === what);
const targets = (found: ImportFindings, what: ItemKind) =>
  of(found, what).flatMap(({ target }) => target ?? []);
const whyOf = (found: ImportFindings, from: string) =>
  found.wishes.find((wish: ImportWish) => wish.from.includes(from))?.why;
/** `ads.example block all`. */
const rules = (found: ImportFindings) =>
  targets(found, "rule").flatMap((target) => {
    if (target.what !== "rule") return [];
    const { whom, rule } = target;
    const name = whom.kind === "all" ? "all" : `${whom.kind} ${whom.name}`;
    return [
      `${rule.action} ${rule.kind} ${rule.domain} ${
        [...rule.types, ...rule.to, ...(rule.except ?? []).map((name) => `-${name}`)].join(",")
      } for ${name}`,
    ];
  });

for (const [version, make] of [["6", pihole6Zip], ["5", pihole5TarGz]] as const) {
  Deno.test(`Teleporter ${version}: items of group 0 are for everyone, others for groups and for devices in several`, () => {
    const found = read(make());
    assert.deepEqual(targets(found, "group").map((group) => "name" in group ? group.name : ""), [
      "Children",
      "Office",
      "Children + Office",
    ]);
    assert.deepEqual(rules(found).filter((rule) => !rule.includes("intern")).toSorted(), [
      "allow exact shop.example  for all",
      "allow regex ^cdn[0-9]+\\.example$  for all",
      "block exact ads.example  for all",
      "block exact office.example  for group Children + Office",
      "block exact office.example  for group Office",
      "block regex ^ad[0-9]+\\. AAAA for all",
      "block subdomains games.example  for group Children",
      "block subdomains games.example  for group Children + Office",
    ]);
    assert.equal(whyOf(found, "guests.example"), "turned_off");
    assert.equal(whyOf(found, "off.example"), "turned_off");
    assert.equal(whyOf(found, "(?!good)bad"), "regex");
  });

  Deno.test(`Teleporter ${version}: clients are devices by their hardware address, with their group`, () => {
    const found = read(make());
    const devices = of(found, "device").filter(({ from }) => from.startsWith("client"));
    assert.deepEqual(
      devices.map(({ target, why }) =>
        target?.what === "device" ? [target.macs[0], target.name, target.group, why] : why
      ),
      [
        ["aa:bb:cc:00:00:01", "Lea's tablet", "Children", "also_default"],
        ["aa:bb:cc:00:00:02", "printer", "Office", ""],
        "unknown_device",
        ["aa:bb:cc:00:00:04", "Laptop", "Children + Office", ""],
      ],
    );
  });

  Deno.test(`Teleporter ${version}: lists, upstreams, records and settings become those of the box, secrets do not`, () => {
    const found = read(make());
    const lists = of(found, "list").map(({ target, why, chosen }) =>
      target?.what === "list"
        ? [
          target.url,
          target.kind,
          target.enabled,
          chosen,
          target.scopes.map(whomText),
          target.except.map(whomText),
        ]
        : why
    );
    // Lea's tablet alone is not in group 0.
    const children = ["group: Children"];
    assert.deepEqual(lists, [
      ["https://lists.example/hosts", "block", true, true, [""], children],
      [
        "https://lists.example/children",
        "block",
        true,
        true,
        ["group: Children", "group: Children + Office"],
        [],
      ],
      ["https://lists.example/allow", "allow", false, true, [""], children],
      "local_file",
    ]);
    const upstreams = targets(found, "upstream").map((target) =>
      "value" in target ? target.value : ""
    );
    assert.deepEqual((upstreams[0] as string[]).slice(1, 2), ["192.0.2.7#5353"]);
    assert.ok(
      (upstreams[0] as string[]).some((line) => line.startsWith("[/fritz.box/]192.168.1.1")),
    );
    const records = targets(found, "record").map((target) =>
      target.what === "record" ? `${target.name} ${target.type} ${target.value}` : ""
    );
    assert.ok(records.includes("nas.home.example A 192.168.1.5"));
    assert.ok(records.includes("files.home.example CNAME nas.home.example"));
    assert.ok(!records.some((record) => record.includes("localhost")));
    assert.ok(
      of(found, "account").every(({ target, why }) => target === undefined && why === "secret"),
    );
    assert.ok(!JSON.stringify(found).includes("BALLOON"));
    assert.ok(
      found.warnings.includes(sentence`pihole.toml, unknown table: novel`) ||
        whyOf(found, "NOVELTY = 1") === "no_equivalent",
      "what is unknown is reported",
    );
  });
}

Deno.test("a default value of Pi-hole is not selected", () => {
  const chosen = new Map(of(read(pihole6Zip()), "setting").map(({ from, why }) => [from, why]));
  assert.equal(chosen.get("dns.blocking.mode = NX"), "");
  assert.equal(chosen.get("dns.rateLimit = 1000/60"), "usual");
  assert.equal(chosen.get("dns.blockTTL = 2"), "usual");
});

Deno.test("addresses of one alias client are one device", () => {
  const found = read(pihole6Zip());
  const phone = targets(found, "device").find((target) =>
    "name" in target && target.name === "Phone of Tom"
  );
  assert.deepEqual(phone?.what === "device" && phone.macs, [
    "aa:bb:cc:00:00:05",
    "aa:bb:cc:00:00:06",
  ]);
});

Deno.test("a gravity.db alone is read, in write-ahead mode too", () => {
  const bytes = databaseFile(GRAVITY);
  bytes[18] = bytes[19] = 2;
  assert.ok(rules(read(bytes)).includes("block exact ads.example  for all"));
});

for (const schema of [20, 28, 34] as const) {
  Deno.test(`AdGuardHome.yaml of schema ${schema}: rules, rewrites, lists, services, clients and settings`, () => {
    const found = read(adguardYaml(schema));
    assert.deepEqual(rules(found).toSorted(), [
      "allow subdomains allowed.example  for all",
      "block subdomains aaaa.example AAAA for all",
      "block subdomains blocked.example  for all",
      "block subdomains tablet.example  for device Tablet of Mia",
      "rewrite exact cam.home.example 192.168.1.50,fd00::50 for all",
      "rewrite subdomains moved.example 192.168.1.60 for all",
      "rewrite wildcard *.lab.home.example cam.home.example for all",
    ]);
    const settings = Object.fromEntries(
      targets(found, "setting").map((target) =>
        "key" in target && target.what === "setting" ? [target.key, target.value] : []
      ),
    );
    assert.deepEqual([
      settings.upstream_strategy,
      settings.blocked_response,
      settings.blocked_ttl,
      settings.journal_days,
    ], [
      "parallel",
      "nxdomain",
      15,
      7,
    ]);
    const services = of(found, "service").filter(({ target }) => target !== undefined);
    assert.deepEqual(
      services.map(({ target }) =>
        target?.what === "service" && [target.whom.kind, target.key, target.value]
      ),
      [["all", "tiktok", "block"], ["device", "youtube", "block"], ["device", "tiktok", "allow"]],
    );
    assert.equal(whyOf(found, "no_such_service"), "unknown_service");
    assert.equal(whyOf(found, "gone.example"), "turned_off");
    assert.equal(whyOf(found, "sdns://gQ"), "refused");
    const servers = targets(found, "upstream").map((target) =>
      "value" in target ? target.value : ""
    )[0] as string[];
    assert.deepEqual(servers.map((line) => line.split("://")[0]), [
      "https",
      "quic",
      "sdns",
      "[/corp.example/]10.0.0.1",
    ]);
    assert.ok(!JSON.stringify(found).includes("$2a$10"));
    assert.deepEqual(found.warnings, ["Unknown section: novelty"]);
  });
}

Deno.test("times at which AdGuard Home blocks nothing are left out of the grid", () => {
  const [service] = targets(read(adguardYaml(34)), "service");
  const grid = service.what === "service" ? service.schedule : "";
  assert.equal(grid.length, 672);
  assert.equal(grid.slice(30, 40), "1100000011", "Monday from 8:00 to 9:30");
  assert.ok(!grid.slice(96).includes("0"));
});

Deno.test("clients by address are found where the box sees the address", () => {
  const found = read(
    adguardYaml(34),
    (address) => address === "192.168.1.77" ? "aa:bb:cc:00:00:77" : undefined,
  );
  assert.ok(rules(found).includes("block subdomains one.example  for device 192.168.1.77"));
});

Deno.test("an older schema is refused with a sentence that says what to do", () => {
  assert.throws(
    () => text("schema_version: 12\n"),
    (error: Error) => error instanceof DomainError && /too old/.test(error.message),
  );
});

Deno.test("hosts files give records, and blocks for null addresses", () => {
  const found = text(
    "# mine\n127.0.0.1 localhost\n192.168.1.5 nas.home.example nas # file server\n0.0.0.0 ads.example\n",
  );
  assert.equal(found.source, "hosts");
  assert.deepEqual(rules(found), ["block exact ads.example  for all"]);
  assert.deepEqual(targets(found, "record").length, 2);
});

Deno.test("lines of dnsmasq give rules, upstreams, records and devices", () => {
  const found = text(
    "address=/ads.example/0.0.0.0\naddress=/nas.example/192.168.1.5\nserver=/corp.example/10.0.0.1\n" +
      "host-record=tv.example,192.168.1.9\ncname=a.example,tv.example\ndhcp-host=aa:bb:cc:00:00:09,192.168.1.9,tv\n" +
      "cache-size=1000\ntftp-root=/x\nlocal=/lab.example/\nserver=/own.example/\n",
  );
  assert.equal(found.source, "dnsmasq");
  assert.deepEqual(rules(found), [
    "block subdomains ads.example  for all",
    "rewrite subdomains nas.example 192.168.1.5 for all",
  ]);
  const [upstream] = targets(found, "upstream");
  assert.deepEqual(upstream.what === "upstream" && [upstream.value, upstream.append], [
    ["[/corp.example/]10.0.0.1"],
    true,
  ]);
  assert.deepEqual(targets(found, "record").length, 2);
  const [zones] = targets(found, "setting");
  assert.deepEqual(zones.what === "setting" && [zones.key, zones.value], ["local_zones", [
    "lab.example",
    "own.example",
  ]]);
  assert.equal(whyOf(found, "tftp-root"), "no_equivalent");
});

Deno.test("a table of devices gives people, groups and devices", () => {
  const found = text(
    'mac,name,person,group\nAA-BB-CC-00-00-31,"Mia, tablet",Mia,\naabb.cc00.0032,Printer,,Office\nnonsense,x,y,\n',
  );
  assert.equal(found.source, "devices");
  assert.deepEqual(targets(found, "person").map((target) => "name" in target && target.name), [
    "Mia",
  ]);
  assert.deepEqual(targets(found, "group").map((target) => "name" in target && target.name), [
    "Office",
  ]);
  assert.deepEqual(
    targets(found, "device").map((target) =>
      target.what === "device" && [target.macs[0], target.name]
    ),
    [
      ["aa:bb:cc:00:00:31", "Mia, tablet"],
      ["aa:bb:cc:00:00:32", "Printer"],
    ],
  );
  assert.equal(whyOf(found, "nonsense"), "bad_value");
});

Deno.test("names and adblock rules, one per line, become rules", () => {
  const found = text(
    "[Adblock Plus 2.0]\n! mine\n||ads.example^\n@@||good.example^\nbad.example\n/^track[0-9]+\\./\n",
  );
  assert.equal(found.source, "rules");
  assert.deepEqual(rules(found), [
    "block subdomains ads.example  for all",
    "allow subdomains good.example  for all",
    "block exact bad.example  for all",
    "block regex ^track[0-9]+\\.  for all",
  ]);
});

Deno.test("an archive of another product and an empty file are refused with a sentence", () => {
  const refused = (bytes: Uint8Array, why: RegExp) =>
    assert.throws(
      () => read(bytes),
      (error: Error) => error instanceof DomainError && why.test(error.message),
    );
  refused(new Uint8Array(0), /empty/);
  refused(zipSync({ "a.txt": strToU8("x") }), /not a Teleporter/);
  refused(bytesOf("<!doctype html><p>"), /web page/);
  refused(Uint8Array.from({ length: 600 }, (_, at) => at % 7), /does not know this kind of file/);
});

Deno.test("a block that an exception overrides in the source is not imported", () => {
  const found = text(
    "||ads.shop.example^\n@@||shop.example^\n||vital.shop.example^$important\n|cdn7.example^\n@@/^cdn[0-9]\\.example$/\n",
  );
  assert.deepEqual(rules(found), [
    "allow subdomains shop.example  for all",
    "block subdomains vital.shop.example  for all",
    "allow regex ^cdn[0-9]\\.example$  for all",
  ]);
  assert.equal(whyOf(found, "ads.shop.example"), "conflict");
  assert.equal(whyOf(found, "|cdn7.example"), "conflict");
});

Deno.test("a client named by a host name is the device that has this name in the archive", () => {
  const gravity = {
    ...GRAVITY,
    client: [
      [1, "console", 0, 0, "Games"],
      [2, "camera.home.example", 0, 0, "Door"],
      [3, "printer.lan", 0, 0, "Paper"],
      [4, "nobody", 0, 0, "Ghost"],
    ],
    client_by_group: [],
  } as const;
  const found = read(pihole6Zip({ gravity }));
  const devices = of(found, "device").filter(({ from }) => from.startsWith("client"));
  assert.deepEqual(
    devices.map(({ target, why }) => target?.what === "device" ? target.macs[0] : why),
    ["aa:bb:cc:00:00:08", "aa:bb:cc:00:00:07", "aa:bb:cc:00:00:02", "unknown_device"],
  );
});

Deno.test("what AdGuard Home knew by a ClientID is named as lost, with that reason", () => {
  const yaml = `schema_version: 34
clients:
  persistent:
    - { name: Phone, ids: [anna-phone], use_global_settings: false, parental_enabled: true }
    - { name: Laptop, ids: [work-laptop, "aa:bb:cc:00:00:41"], tags: [device_laptop] }
    - { name: Guests, ids: [10.9.0.0/16] }
user_rules:
  - '||phone.example^$client=anna-phone'
  - '||laptop.example^$client=work-laptop'
  - '||nobody.example^$client=192.0.2.77'
`;
  const found = read(strToU8(yaml));
  assert.equal(whyOf(found, "clients: Phone (anna-phone)"), "client_id");
  assert.equal(whyOf(found, "clients: Phone: parental_enabled = true"), "client_id");
  assert.equal(whyOf(found, "phone.example"), "client_id");
  assert.equal(whyOf(found, "clients: Laptop (work-laptop)"), "client_id");
  assert.equal(whyOf(found, "clients: Guests (10.9.0.0/16)"), "unknown_device");
  assert.equal(whyOf(found, "nobody.example"), "unknown_device");
  // A machine with a hardware address beside its ClientID is a device, and its rules apply to it.
  assert.deepEqual(rules(found), ["block subdomains laptop.example  for device work-laptop"]);
  const [laptop] = of(found, "device").flatMap(({ target }) =>
    target?.what === "device" ? target : []
  );
  assert.deepEqual([laptop.name, laptop.macs], ["Laptop", ["aa:bb:cc:00:00:41"]]);
});

Deno.test("a host name that two machines have is nobody's", () => {
  const leases = JSON.stringify({
    version: 1,
    leases: [
      { ip: "192.168.1.31", hostname: "laptop", mac: "aa:bb:cc:00:00:31", static: false },
      { ip: "192.168.1.32", hostname: "laptop", mac: "aa:bb:cc:00:00:32", static: true },
      { ip: "192.168.1.33", hostname: "tv", mac: "aa:bb:cc:00:00:33", static: true },
    ],
  });
  const yaml = "schema_version: 34\nuser_rules:\n" +
    "  - '||a.example^$client=laptop'\n  - '||b.example^$client=tv'\n" +
    "  - '||c.example^$client=192.168.1.31'\n";
  const found = read(zipSync({
    "AdGuardHome/AdGuardHome.yaml": strToU8(yaml),
    "AdGuardHome/data/leases.json": strToU8(leases),
    "AdGuardHome/data/querylog.json": strToU8("{}"),
  }));
  assert.deepEqual(rules(found), [
    "block subdomains b.example  for device tv",
    "block subdomains c.example  for device 192.168.1.31",
  ]);
  assert.equal(whyOf(found, "a.example"), "unknown_device");
  assert.deepEqual(found.warnings, ["Not read: AdGuardHome/data/querylog.json"]);
});

Deno.test("lines of dnsmasq in pihole.toml are read, and the rest is named line by line", () => {
  const toml = PIHOLE_TOML.replace(
    'dnsmasq_lines = ["log-async"]',
    `dnsmasq_lines = ["address=/ads.example/", "server=/corp.example/10.0.0.1",
    "local=/lab.example/", "host-record=tv2.example,192.168.1.9,fd00::9,600",
    "cname=a.example,tv2.example", "ptr-record=9.1.168.192.in-addr.arpa,tv2.example",
    "txt-record=t.example,hello,\\"two words\\"", "srv-host=_ldap._tcp.example,nas.example,389,1,2",
    "mx-host=m.example,mail.example,50", "dhcp-host=aa:bb:cc:00:00:41,192.168.1.41,kitchen",
    "bogus-nxdomain=198.51.100.7", "bogus-nxdomain=198.51.100.0/25", "bogus-nxdomain=x",
    "log-async", "dhcp-option=3,192.168.1.1", "auth-zone=x.example"]`,
  );
  const found = read(pihole6Zip({ toml }));
  const records = targets(found, "record").map((target) =>
    target.what === "record" ? `${target.name} ${target.type} ${target.value} ${target.ttl}` : ""
  );
  for (
    const record of [
      "tv2.example A 192.168.1.9 600",
      "tv2.example AAAA fd00::9 600",
      "a.example CNAME tv2.example undefined",
      "9.1.168.192.in-addr.arpa PTR tv2.example undefined",
      't.example TXT "hello" "two words" undefined',
      "_ldap._tcp.example SRV 1 2 389 nas.example undefined",
      "m.example MX 50 mail.example undefined",
      "files.home.example CNAME nas.home.example 300",
    ]
  ) assert.ok(records.includes(record), `${record} is among ${records.join("; ")}`);
  assert.ok(rules(found).includes("block subdomains ads.example  for all"));
  const bogus = targets(found, "setting").filter((target) =>
    target.what === "setting" && target.key === "bogus_nxdomain"
  );
  assert.deepEqual(bogus.map((target) => "value" in target && target.value), [
    ["198.51.100.7", "198.51.100.0/25"],
  ]);
  assert.equal(whyOf(found, "bogus-nxdomain=x"), "bad_value");
  assert.equal(whyOf(found, "log-async"), "not_needed");
  assert.equal(whyOf(found, "dhcp-option=3"), "no_equivalent");
  assert.equal(whyOf(found, "auth-zone=x.example"), "no_equivalent");
  assert.equal(whyOf(found, "dhcp-host=aa:bb:cc:00:00:41"), "lease");
});

Deno.test("tags of users become ages, and $denyallow stays what the rule leaves alone", () => {
  const found = text(
    "||games.example^$ctag=user_child\n||work.example^$ctag=user_regular|user_admin\n" +
      "||tv.example^$ctag=device_tv\n||child.example^$ctag=~user_child\n" +
      "||shop.example^$denyallow=a.shop.example|b.shop.example|other.example\n" +
      "||b.shop.example^\n*$denyallow=com\n@@||open.example^$denyallow=x.open.example\n" +
      "||x.open.example^\n",
  );
  assert.deepEqual(rules(found), [
    "block subdomains games.example  for profile child",
    "block subdomains work.example  for profile adult",
    "block subdomains shop.example -a.shop.example,-b.shop.example,-other.example for all",
    "block subdomains b.shop.example  for all",
    "block regex ^ -com for all",
    "allow subdomains open.example -x.open.example for all",
    "block subdomains x.open.example  for all",
  ]);
  assert.equal(whyOf(found, "||shop.example^"), "");
  for (const from of ["tv.example", "child.example"]) {
    assert.notEqual(whyOf(found, from), "", from);
  }
});

Deno.test("types that a rule leaves out and response codes are those of the box", () => {
  const found = text(
    "||six.example^$dnstype=~A|~MX\n||gone.example^$dnsrewrite=NXDOMAIN;;\n" +
      "||no.example^$dnsrewrite=REFUSED\n||other.example^$dnsrewrite=NOTIMP;;\n",
  );
  assert.deepEqual(rules(found), [
    "block subdomains six.example ~A,~MX for all",
    "rewrite subdomains gone.example NXDOMAIN for all",
    "rewrite subdomains no.example REFUSED for all",
    "block subdomains other.example  for all",
  ]);
  assert.equal(whyOf(found, "no.example"), "");
  assert.equal(whyOf(found, "other.example"), "answer_differs");
});

Deno.test("$important decides in the file, and the plan tells that it is lost afterwards", () => {
  const found = text(
    "||one.example^$important\n@@||one.example^\n@@||ads.two.example^\n||two.example^$important\n" +
      "||three.example^$important\n@@||three.example^$important\n",
  );
  assert.deepEqual(rules(found), [
    "block subdomains one.example  for all",
    "block subdomains two.example  for all",
    "allow subdomains three.example  for all",
  ]);
  assert.equal(whyOf(found, "||one.example^$important"), "important_lost");
  assert.equal(whyOf(found, "@@||ads.two.example^"), "conflict");
});

Deno.test("values about the other product are told apart from lost ones", () => {
  const found = text(
    "schema_version: 34\nhttp: {address: '0.0.0.0:80', doh: {insecure_enabled: true}}\n" +
      "dns: {use_dns64: true, serve_http3: false, port: 53}\ndhcp: {enabled: false, interface_name: eth0}\n",
  );
  assert.deepEqual(
    of(found, "setting").map(({ from, why }) => [from, why]),
    [
      ["http.address = 0.0.0.0:80", "not_needed"],
      ["http.doh.insecure_enabled = true", "no_equivalent"],
      ["dns.use_dns64 = true", "no_equivalent"],
      ["dns.serve_http3 = false", "turned_off"],
      ["dns.port = 53", "not_needed"],
      ["dhcp.enabled = false", "turned_off"],
      ["dhcp.interface_name = eth0", "turned_off"],
    ],
  );
});

Deno.test("lists of Pi-hole are for the clients that share a group with them", () => {
  const list = (id: number, name: string) => [
    id,
    `https://lists.example/${name}`,
    1,
    0,
    0,
    "",
    0,
    10,
    0,
    1,
    0,
    0,
  ];
  const mac = (id: number) => `aa:bb:cc:00:00:0${id}`;
  const gravity = {
    ...GRAVITY,
    group: [[0, 1, "Default", 0, 0, ""], [1, 1, "Kids", 0, 0, ""], [2, 1, "Empty", 0, 0, ""]],
    adlist: [list(1, "all"), list(2, "kids"), list(3, "both"), list(4, "empty")],
    adlist_by_group: [[1, 0], [2, 1], [3, 0], [3, 1], [4, 2]],
    domainlist: [],
    domainlist_by_group: [],
    client: [1, 2, 3, 4].map((id) => [id, mac(id), 0, 0, `c${id}`]),
    // A child, a child that is in group 0 too, a client in group 0, and one in no group.
    client_by_group: [[1, 1], [2, 0], [2, 1], [3, 0]],
  };
  const found = read(pihole6Zip({ gravity }));
  const reach = of(found, "list").map(({ target }) =>
    target?.what === "list"
      ? [target.url.slice(-4), target.scopes.map(whomText), target.except.map(whomText)]
      : []
  );
  assert.deepEqual(reach, [
    ["/all", [""], ["device: c1", "device: c4"]],
    ["kids", ["group: Kids"], []],
    ["both", [""], ["device: c4"]],
    ["mpty", ["group: Empty"], []],
  ]);
  assert.ok(targets(found, "group").some((group) => "name" in group && group.name === "Empty"));
});

Deno.test("AdGuard lists leave out the clients that are not filtered, and say what still holds", () => {
  const text = new TextDecoder().decode(adguardYaml(34));
  const unfiltered = text.replace(
    "filtering_enabled: true\n      parental",
    "filtering_enabled: false\n      parental",
  );
  assert.notEqual(text, unfiltered);
  const reach = (yaml: string) =>
    of(read(new TextEncoder().encode(yaml)), "list").flatMap(({ target }) =>
      target?.what === "list" ? [[target.scopes.map(whomText), target.except.map(whomText)]] : []
    );
  assert.ok(reach(text).length > 0);
  assert.ok(reach(text).every(([scopes, except]) => scopes[0] === "" && except.length === 0));
  assert.ok(reach(unfiltered).every(([, except]) => except.join() === "device: Tablet of Mia"));
  const found = read(new TextEncoder().encode(unfiltered));
  assert.equal(whyOf(found, "Tablet of Mia: filtering_enabled"), "rules_remain");
  // A client that follows the global settings is filtered, whatever its own switch says.
  const follows = unfiltered.replace("use_global_settings: false", "use_global_settings: true");
  assert.ok(reach(follows).every(([, except]) => except.length === 0));
});

Deno.test("a person of the age that a rule names is selected, so that the rule applies to the device", () => {
  const yaml = (rule: string) =>
    bytesOf(`schema_version: 34
clients:
  persistent:
    - { name: Mia's tablet, ids: ["aa:bb:cc:00:00:51"], tags: [user_child] }
    - { name: Tom's laptop, ids: ["aa:bb:cc:00:00:52"], tags: [user_regular] }
user_rules: ["${rule}"]
`);
  const chosen = (rule: string) =>
    of(read(yaml(rule)), "person").map(({ target, chosen }) =>
      target?.what === "person" ? `${target.name} ${target.profile} ${chosen}` : ""
    );
  assert.deepEqual(chosen("||games.example^$dnstype=A,ctag=user_child|device_tv"), [
    "Mia's tablet child true",
    "Tom's laptop adult false",
  ]);
  assert.deepEqual(chosen("||games.example^"), [
    "Mia's tablet child false",
    "Tom's laptop adult false",
  ]);
});

Deno.test("blocked hosts of AdGuard Home may be names, wildcards and rules", () => {
  const found = text(
    "schema_version: 34\ndns:\n  blocked_hosts: [version.bind, plain.example, '*.wild.example', " +
      "'||rule.example^', '/^re[0-9]\\.example$/', 'a b']\n",
  );
  assert.deepEqual(rules(found), [
    "block exact plain.example  for all",
    "block wildcard *.wild.example  for all",
    "block subdomains rule.example  for all",
    "block regex ^re[0-9]\\.example$  for all",
  ]);
  assert.equal(whyOf(found, "version.bind"), "not_needed");
  assert.equal(whyOf(found, "dns.blocked_hosts: a b"), "bad_value");
});

Deno.test("engines of a safe search that is off are not lost", () => {
  for (const section of ["dns", "filtering"]) {
    const found = text(
      `schema_version: 34\n${section}:\n  safe_search: { enabled: false, bing: true, youtube: false }\n`,
    );
    assert.deepEqual(of(found, "setting").map(({ from, why }) => [from, why]), [
      [`${section}.safe_search.enabled = false`, "turned_off"],
      [`${section}.safe_search.bing = true`, "turned_off"],
      [`${section}.safe_search.youtube = false`, "turned_off"],
    ]);
  }
});

Deno.test("the hosts file of the machine is read as there", () => {
  const settings = (value: boolean) =>
    targets(text(`schema_version: 34\ndns: { hostsfile_enabled: ${value} }\n`), "setting");
  assert.deepEqual(settings(true), []);
  assert.deepEqual(settings(false), [{ what: "setting", key: "hosts_file", value: "" }]);
});

Deno.test("what of a Teleporter file 5 cannot be read is named", () => {
  const found = read(gzipSync(tarOf({
    "group.json": '{"x": 1}',
    "adlist.json": '"no"',
    "client.json": '[1, null, [], {"id": 1, "ip": "nowhere"}]',
    "domain_audit.json": '[{"id": 1, "domain": "audited.example"}]',
    "custom.list": "# mine\nnothing\n",
    "setupVars.conf": "# mine\nan odd line\nWEBTHEME=dark\n",
  })));
  assert.deepEqual(found.warnings, [
    "The part group.json was not read: The archive has a table that cannot be read",
    "The part adlist.json was not read: The archive has a table that cannot be read",
    "client.json: 3 of its rows cannot be read",
    "Not read: domain_audit.json",
  ]);
  assert.equal(whyOf(found, "custom.list: nothing"), "bad_value");
  assert.equal(whyOf(found, "setupVars.conf: an odd line"), "bad_value");
  assert.equal(whyOf(found, "client: nowhere"), "unknown_device");
});

Deno.test("files of dnsmasq in a Teleporter file 5 are read, those that Pi-hole makes are not", () => {
  const found = read(gzipSync(tarOf({
    "group.json": "[]",
    "client.json": '[{"id": 1, "ip": "kitchen", "comment": "Radio"}]',
    "dnsmasq.d/01-pihole.conf": "server=9.9.9.9\n",
    "dnsmasq.d/06-rfc6761.conf": "server=/test/\n",
    "dnsmasq.d/99-mine.conf": "address=/mine.example/192.168.1.71\n" +
      "dhcp-host=aa:bb:cc:00:00:71,192.168.1.71,kitchen\n",
    "etc/hosts": "192.168.1.72 five.home.example\n",
  })));
  assert.deepEqual(rules(found), ["rewrite subdomains mine.example 192.168.1.71 for all"]);
  assert.deepEqual(targets(found, "upstream"), []);
  assert.deepEqual(targets(found, "record").length, 1);
  const radio = of(found, "device").find(({ from }) => from.startsWith("client"));
  assert.ok(radio?.target?.what === "device" && radio.target.macs[0] === "aa:bb:cc:00:00:71");
  assert.deepEqual(found.warnings, []);
});

Deno.test("files of dnsmasq that Pi-hole 6 did not use are turned off", () => {
  const toml = PIHOLE_TOML.replace("[misc]", "[misc]\n  etc_dnsmasq_d = false");
  const found = read(pihole6Zip({ toml }));
  assert.ok(!rules(found).some((rule) => rule.includes("intern.example")));
  assert.equal(whyOf(found, "99-own.conf: address=/intern.example/192.168.1.3"), "turned_off");
  assert.ok(rules(read(pihole6Zip())).some((rule) => rule.includes("intern.example")));
});

Deno.test("more than an import reads is named: lines, long lines, lists of a document", () => {
  const { rows, line } = IMPORT_LIMITS;
  const many = text(`${"x".repeat(line + 1)}\n${"# a comment\n".repeat(rows)}||a.example^\n`);
  assert.deepEqual(many.warnings, [
    `Only the first ${rows} lines are read; the others belong in a list`,
    `Line 1 has more than ${line} characters: ${"x".repeat(40)}`,
  ]);
  const rules = `["||a.example^"${', ""'.repeat(rows)}]`;
  const yaml = text(`schema_version: 34\nuser_rules: ${rules}\n`);
  assert.deepEqual(yaml.warnings, [`user_rules: 1 of ${rows + 1} are left out`]);
});

Deno.test("domains that may have addresses of the home stay permitted", () => {
  const found = text(
    "stop-dns-rebind\nrebind-domain-ok=/plex.direct/lab.example/\nrebind-domain-ok=unraid.example\n" +
      "rebind-domain-ok=\naddress=/a.example/\n",
  );
  assert.deepEqual(targets(found, "setting"), [
    { what: "setting", key: "rebinding", value: true },
    {
      what: "setting",
      key: "rebinding_allowed",
      value: ["plex.direct", "lab.example", "unraid.example"],
      append: true,
    },
  ]);
  assert.equal(whyOf(found, "rebind-domain-ok="), "bad_value");
});

Deno.test("a table of devices names an unknown age, a second owner and columns that are not read", () => {
  const found = text(
    "mac,name,person,profile,group,room\naa:bb:cc:00:00:31,Tablet,Mia,kid,Office,12\n",
  );
  assert.deepEqual(
    of(found, "person").filter(({ target }) => target === undefined).map((
      { from, why, detail },
    ) => [from, why, detail]),
    [["2: profile = kid", "bad_value", "child, teen, adult"]],
  );
  assert.equal(whyOf(found, "2: group = Office"), "conflict");
  assert.equal(whyOf(found, "room"), "no_equivalent");
});
