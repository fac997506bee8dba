/**
 * Files of other products, made for tests: Teleporter archives of Pi-hole, AdGuardHome.yaml of
 * several schemas.
 */
import { DatabaseSync } from "node:sqlite";
import { gzipSync, zipSync } from "fflate";

const encoder = new TextEncoder();

/** The bytes of a text. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** Rows of the tables of a gravity.db. */
export type GravityRows = Readonly<
  Record<string, readonly (readonly (string | number | null)[])[]>
>;

/** Columns as Teleporter writes them: `CREATE TABLE … AS SELECT *`, without keys. */
const COLUMNS: Readonly<Record<string, string>> = {
  group: "id, enabled, name, date_added, date_modified, description",
  adlist:
    "id, address, enabled, date_added, date_modified, comment, date_updated, number, invalid_domains, status, " +
    "abp_entries, type",
  adlist_by_group: "adlist_id, group_id",
  domainlist: "id, type, domain, enabled, date_added, date_modified, comment",
  domainlist_by_group: "domainlist_id, group_id",
  client: "id, ip, date_added, date_modified, comment",
  client_by_group: "client_id, group_id",
  network: "id, hwaddr, interface, firstSeen, lastQuery, numQueries, macVendor, aliasclient_id",
  network_addresses: "network_id, ip, lastSeen, name, nameUpdated",
  aliasclient: "id, name, comment",
};

/** An SQLite file with these tables. */
export function databaseFile(rows: GravityRows): Uint8Array {
  const path = Deno.makeTempFileSync({ suffix: ".db" });
  try {
    const db = new DatabaseSync(path);
    for (const [table, all] of Object.entries(rows)) {
      db.exec(`create table "${table}" (${COLUMNS[table]})`);
      for (const row of all) {
        db.prepare(`insert into "${table}" values (${row.map(() => "?").join(", ")})`).run(...row);
      }
    }
    db.close();
    return Deno.readFileSync(path);
  } finally {
    Deno.removeSync(path);
  }
}

const list = (id: number, address: string, enabled: number, comment: string, type: number) =>
  [id, address, enabled, 0, 0, comment, 0, 10, 0, 1, 0, type] as const;
const domain = (id: number, type: number, name: string, enabled = 1) =>
  [id, type, name, enabled, 0, 0, ""] as const;

/** The gravity.db of a family: a group of children, a disabled group, a client in two groups. */
export const GRAVITY: GravityRows = {
  group: [
    [0, 1, "Default", 0, 0, ""],
    [1, 1, "Children", 0, 0, ""],
    [2, 0, "Guests", 0, 0, "when they are here"],
    [3, 1, "Office", 0, 0, ""],
  ],
  adlist: [
    list(1, "https://lists.example/hosts", 1, "Ads", 0),
    list(2, "https://lists.example/children", 1, "", 0),
    list(3, "https://lists.example/allow", 0, "", 1),
    list(4, "file:///etc/own", 1, "", 0),
  ],
  adlist_by_group: [[1, 0], [2, 1], [3, 0], [4, 0]],
  domainlist: [
    domain(1, 1, "ads.example"),
    domain(2, 0, "shop.example"),
    domain(3, 3, "(\\.|^)games\\.example$"),
    domain(4, 3, "^ad[0-9]+\\.;querytype=AAAA"),
    domain(5, 3, "^(?!good)bad"),
    domain(6, 1, "office.example"),
    domain(7, 1, "off.example", 0),
    domain(8, 1, "guests.example"),
    domain(9, 2, "^cdn[0-9]+\\.example$"),
    domain(10, 1, "shop.example"),
  ],
  domainlist_by_group: [[1, 0], [2, 0], [3, 1], [4, 0], [5, 0], [6, 3], [7, 0], [8, 2], [9, 0], [
    10,
    0,
  ]],
  client: [
    [1, "aa:bb:cc:00:00:01", 0, 0, "Lea's tablet"],
    [2, "192.168.1.20", 0, 0, ""],
    [3, "192.168.9.0/24", 0, 0, "cellar"],
    [4, "AA:BB:CC:00:00:04", 0, 0, "Laptop"],
  ],
  client_by_group: [[1, 1], [2, 0], [2, 3], [4, 0], [4, 1], [4, 3]],
};

/** Pi-hole's data about the network. */
export const NETWORK: GravityRows = {
  network: [
    [1, "aa:bb:cc:00:00:02", "eth0", 0, 0, 5, "Maker", null],
    [2, "aa:bb:cc:00:00:05", "eth0", 0, 0, 5, "", 1],
    [3, "aa:bb:cc:00:00:06", "eth0", 0, 0, 5, "", 1],
    [4, "ip-192.168.1.99", "eth0", 0, 0, 5, "", null],
  ],
  network_addresses: [[1, "192.168.1.20", 0, "printer.lan", 0], [2, "192.168.1.21", 0, null, 0]],
  aliasclient: [[1, "Phone of Tom", ""]],
};

/** A pihole.toml. */
export const PIHOLE_TOML = `
[dns]
  upstreams = ["9.9.9.9#53", "192.0.2.7#5353"]
  hosts = ["192.168.1.5 nas nas.home.example", "127.0.0.1 localhost"]
  cnameRecords = ["files.home.example,nas.home.example,300"]
  hostRecord = "tv.home.example,192.168.1.9,fd00::9"
  revServers = ["true,192.168.1.0/24,192.168.1.1#53,fritz.box"]
  blockTTL = 2
  dnssec = true
  domain = { name = "home.example", local = true }
[dns.blocking]
  active = true
  mode = "NX"
[dns.rateLimit]
  count = 1000
  interval = 60
[dns.specialDomains]
  mozillaCanary = true
  iCloudPrivateRelay = true
  designatedResolver = true
[dhcp]
  active = true
  hosts = ["aa:bb:cc:00:00:07,192.168.1.7,camera"]
[database]
  maxDBdays = 91
[webserver.api]
  pwhash = "$BALLOON-SHA256$v=1$s=1024,t=32$secret"
[misc]
  privacylevel = 0
  dnsmasq_lines = ["log-async"]
[novel]
  x = 1
`;

/** A Teleporter file of version 6. */
export function pihole6Zip(
  { gravity = GRAVITY, toml = PIHOLE_TOML }: { gravity?: GravityRows; toml?: string } = {},
): Uint8Array {
  return zipSync({
    "etc/pihole/pihole.toml": bytesOf(toml),
    "etc/pihole/gravity.db": databaseFile(gravity),
    "etc/pihole/pihole-FTL.db": databaseFile(NETWORK),
    "etc/pihole/dhcp.leases": bytesOf("1700000000 aa:bb:cc:00:00:08 192.168.1.8 console *\n"),
    "etc/hosts": bytesOf("127.0.0.1 localhost\n"),
    "etc/dnsmasq.d/99-own.conf": bytesOf(
      "address=/intern.example/192.168.1.3\nserver=/corp.example/10.0.0.1\n",
    ),
  });
}

/** A tar archive of texts, keyed by name. */
export function tarOf(files: Readonly<Record<string, string>>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [name, text] of Object.entries(files)) {
    const content = bytesOf(text);
    const header = new Uint8Array(512);
    const put = (at: number, field: string) => header.set(bytesOf(field), at);
    put(0, name);
    put(100, "0000644\0");
    put(124, content.length.toString(8).padStart(11, "0") + "\0");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\0");
    const sum = header.reduce((all, byte) => all + byte, 0);
    put(148, sum.toString(8).padStart(6, "0") + "\0 ");
    parts.push(header, content, new Uint8Array((512 - content.length % 512) % 512));
  }
  parts.push(new Uint8Array(1024));
  const out = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A Teleporter file of version 5. */
export function pihole5TarGz(): Uint8Array {
  const rows = (table: string) => {
    const names = COLUMNS[table].split(", ");
    return GRAVITY[table].map((row) =>
      Object.fromEntries(names.map((name, at) => [name, row[at]]))
    );
  };
  const domains = (type: number) =>
    JSON.stringify(rows("domainlist").filter((row) => row.type === type));
  return gzipSync(tarOf({
    ...Object.fromEntries(
      ["group", "adlist", "adlist_by_group", "client", "client_by_group", "domainlist_by_group"]
        .map((table) => [`${table}.json`, JSON.stringify(rows(table))]),
    ),
    "whitelist.exact.json": domains(0),
    "blacklist.exact.json": domains(1),
    "whitelist.regex.json": domains(2),
    "blacklist.regex.json": domains(3),
    "custom.list": "192.168.1.5 nas.home.example\n",
    "dnsmasq.d/05-pihole-custom-cname.conf": "cname=files.home.example,nas.home.example\n",
    "dnsmasq.d/04-pihole-static-dhcp.conf": "dhcp-host=aa:bb:cc:00:00:02,192.168.1.20,printer\n",
    "setupVars.conf":
      "PIHOLE_DNS_1=9.9.9.9\nPIHOLE_DNS_2=192.0.2.7#5353\nBLOCKING_ENABLED=true\nWEBPASSWORD=abc\n" +
      "REV_SERVER=true\nREV_SERVER_CIDR=192.168.1.0/24\nREV_SERVER_TARGET=192.168.1.1\nREV_SERVER_DOMAIN=fritz.box\n",
    "pihole-FTL.conf":
      "BLOCKINGMODE=NXDOMAIN\nMAXDBDAYS=30\nPRIVACYLEVEL=0\nRATE_LIMIT=1000/60\nNOVELTY=1\n",
  }));
}
