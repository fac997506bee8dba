/** Any file given to an import is read, or refused in a sentence, within bounds. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { gzipSync, zipSync } from "fflate";
import { DomainError } from "../../api/schema/errors.ts";
import { adguardYaml } from "../support/adguard_files.ts";
import {
  bytesOf,
  databaseFile,
  GRAVITY,
  pihole5TarGz,
  pihole6Zip,
  PIHOLE_TOML,
  tarOf,
} from "../support/import_files.ts";
import { IMPORT_LIMITS } from "../../api/features/box/import/limits.ts";
import type { ImportFindings } from "../../api/features/box/import/model.ts";
import { readImport } from "../../api/features/box/import/read.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 150) };
const place = { macOf: () => undefined, zone: "Europe/Paris" };

/**
 * The plan of a file. A refusal is one of ours, with a sentence; any other error fails the test.
 */
function read(bytes: Uint8Array): ImportFindings | string {
  try {
    return readImport(bytes, place);
  } catch (error) {
    assert.ok(error instanceof DomainError, (error as Error).stack ?? String(error));
    assert.ok(error.message.length > 10 && error.message.length < 500);
    return error.message;
  }
}

function isBounded(found: ImportFindings | string): void {
  if (typeof found === "string") return;
  assert.ok(
    found.wishes.length <= IMPORT_LIMITS.items &&
      found.warnings.length <= IMPORT_LIMITS.warnings + 1,
  );
  for (const { from, detail } of found.wishes) {
    assert.ok(from.length <= IMPORT_LIMITS.shown && detail.length <= IMPORT_LIMITS.shown);
    assert.doesNotMatch(from + detail, /[\p{Cc}\p{Cf}]/u);
  }
}

const SOURCES: Readonly<Record<string, Uint8Array>> = {
  zip: pihole6Zip(),
  tar: pihole5TarGz(),
  yaml: adguardYaml(34),
  "zip of AdGuard Home": zipSync({
    "AdGuardHome.yaml": adguardYaml(34),
    "data/leases.json": bytesOf(
      '{"version":1,"leases":[{"ip":"192.168.1.9","hostname":"tv","mac":"aa:bb:cc:00:00:09"}]}',
    ),
  }),
  database: databaseFile(GRAVITY),
  toml: bytesOf(PIHOLE_TOML),
  csv: bytesOf('mac,name,person\naa:bb:cc:00:00:01,"x",y\n'),
  dnsmasq: bytesOf(
    "address=/ads.example/\nserver=/corp.example/10.0.0.1#5353\ndhcp-host=aa:bb:cc:00:00:01,tv\n",
  ),
  hosts: bytesOf("192.168.1.5 nas nas.lan\n0.0.0.0 ads.example\n"),
};

for (const [name, whole] of Object.entries(SOURCES)) {
  Deno.test(`A damaged or truncated ${name} is read as far as it makes sense, or refused`, () => {
    const damage = fc.record({
      cut: fc.option(fc.integer({ min: 0, max: whole.length })),
      changes: fc.array(
        fc.tuple(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })),
        {
          maxLength: 12,
        },
      ),
    });
    fc.assert(
      fc.property(damage, ({ cut, changes }) => {
        const bytes = whole.slice(0, cut ?? whole.length);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        isBounded(read(bytes));
      }),
      {
        ...RUNS,
        numRuns: name.startsWith("zip") || name === "database"
          ? Math.ceil(RUNS.numRuns / 3)
          : RUNS.numRuns,
      },
    );
  });
}

Deno.test("Arbitrary bytes and texts cause no error but a refusal", () => {
  const word = fc.constantFrom(
    ...'address= server=/ /x/ dhcp-host= cname= 192.168.1.5 || @@ ^ $dnsrewrite= $client= aa:bb:cc:00:00:01 , ; \t \n " # *. /'
      .split(" "),
    ...["schema_version: 34\n", "dns:\n", "- ", "&a ", "*a", "\u202e", "\0", "ä", "[", "{"],
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.array(word, { maxLength: 40 })),
      (given) => {
        isBounded(read(Array.isArray(given) ? bytesOf(given.join("")) : given));
      },
    ),
    { ...RUNS, numRuns: RUNS.numRuns * 4 },
  );
});

/** Names that would lead elsewhere, and texts that would change how other texts are shown. */
const HOSTILE = [
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "'; drop table rules; --",
  "\u202egnp.exe",
  "\0",
  "x".repeat(5000),
];

Deno.test("Hostile names stay bounded texts without characters that change the writing direction", () => {
  const gravity = {
    ...GRAVITY,
    group: [
      [0, 1, "Default", 0, 0, ""],
      ...HOSTILE.map((name, at) => [at + 1, 1, name, 0, 0, ""] as const),
    ],
    client: HOSTILE.map((name, at) => [at + 1, `aa:bb:cc:00:01:0${at}`, 0, 0, name] as const),
    client_by_group: HOSTILE.map((_, at) => [at + 1, at + 1] as const),
    domainlist: HOSTILE.map((name, at) => [at + 1, 1, name, 1, 0, 0, name] as const),
    domainlist_by_group: HOSTILE.map((_, at) => [at + 1, 0] as const),
    adlist: HOSTILE.map((name, at) =>
      [at + 1, `https://lists.example/${name}`, 1, 0, 0, name, 0, 0, 0, 0, 0, 0] as const
    ),
    adlist_by_group: HOSTILE.map((_, at) => [at + 1, 0] as const),
  };
  const found = read(pihole6Zip({ gravity }));
  isBounded(found);
  const names = typeof found === "string"
    ? []
    : found.wishes.flatMap(({ target }) =>
      target !== undefined && "name" in target && target.what !== "record" ? [target.name] : []
    );
  assert.ok(names.length > 5);
  for (const name of names) {
    assert.ok(name.length <= 64, name);
    assert.doesNotMatch(name, /[\p{Cc}\p{Cf}]/u);
  }
});

Deno.test("A zip that too large once unpacked than the limit is refused, whatever size it claims", () => {
  const big = new Uint8Array(IMPORT_LIMITS.text + 1);
  const bomb = zipSync({ "etc/pihole/pihole.toml": big });
  assert.ok(bomb.length < 100_000);
  assert.match(String(read(bomb)), /too large once unpacked/);
  // A header that claims less than the real size must not yield more than it claims.
  const lie = bomb.slice();
  const view = new DataView(lie.buffer);
  const directory = lie.length - 22;
  const entry = view.getUint32(directory + 16, true);
  for (const at of [22, entry + 24]) view.setUint32(at, 100, true);
  isBounded(read(lie));
  view.setUint32(entry + 24, 0xffff_ffff, true);
  assert.equal(typeof read(lie), "string");
});

Deno.test("A zip with too many files is refused, and unneeded files are not unpacked", () => {
  const many = Object.fromEntries(
    Array.from({ length: IMPORT_LIMITS.entries + 1 }, (_, at) => [`x${at}`, bytesOf("x")]),
  );
  assert.match(String(read(zipSync(many, { level: 0 }))), /too many files/);
  const found = read(
    zipSync({
      "etc/pihole/pihole.toml": bytesOf(""),
      "../../etc/passwd": new Uint8Array(20_000_000),
    }),
  );
  assert.equal(typeof found, "object");
});

Deno.test("A gzip file that too large once unpacked than the limit is refused", () => {
  const bomb = gzipSync(new Uint8Array(IMPORT_LIMITS.unpacked + 1_000_000));
  assert.ok(bomb.length < 500_000);
  assert.match(String(read(bomb)), /too large once unpacked/);
});

Deno.test("A tar with wrong sizes is refused", () => {
  const tar = tarOf({ "group.json": "[]" });
  tar.set(bytesOf("77777777777"), 124);
  assert.match(String(read(gzipSync(tar))), /damaged/);
});

Deno.test("YAML that grows by references, or is nested without end, is refused", () => {
  const grows = [
    "a: &a [x, x]",
    ...Array.from(
      { length: 30 },
      (_, at) => `${letter(at + 1)}: &${letter(at + 1)} [*${letter(at)}, *${letter(at)}]`,
    ),
  ];
  assert.match(
    String(read(bytesOf(`schema_version: 34\n${grows.join("\n")}\n`))),
    /YAML file cannot be read/,
  );
  for (
    const deep of [
      "[".repeat(100_000),
      "{a: ".repeat(50_000),
      "- ".repeat(50_000),
      "? ".repeat(50_000),
    ]
  ) {
    assert.equal(typeof read(bytesOf(`schema_version: 34\nusers:\n  ${deep}\n`)), "string");
  }
  assert.equal(
    typeof read(bytesOf("schema_version: 34\n__proto__: {x: 1}\nfilters: {a: [1]}\nclients: 7\n")),
    "object",
  );
});

function letter(at: number): string {
  return `k${at === 0 ? "" : at}`.replace(/^k$/, "a");
}

Deno.test("Only stored columns of a database are read: no views, virtual tables or computed columns", () => {
  const found = read(databaseOf(`
    create view adlist as with recursive n (id) as (select 1 union all select id + 1 from n)
      select id, 'https://lists.example/' || id as address, 1 as enabled, 0 as type from n;
    create table "group" (id, enabled, name, endless as (hex(zeroblob(100000000))));
    insert into "group" (id, enabled, name) values (0, 1, 'Default'), (1, 1, 'Children');
    create table client (id, ip, comment, "a""b");
    insert into client values (1, 'aa:bb:cc:00:00:01', x'00ff', 1);
    create table client_by_group (client_id, group_id);
    insert into client_by_group values (1, 1), ('x', 9007199254740993);
  `));
  assert.deepEqual(
    typeof found === "object" && found.wishes.map(({ what, from }) => [what, from]),
    [
      ["group", "group: Children"],
      ["device", "client: aa:bb:cc:00:00:01"],
    ],
  );
});

function databaseOf(sql: string): Uint8Array {
  const path = Deno.makeTempFileSync({ suffix: ".db" });
  try {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    return Deno.readFileSync(path);
  } finally {
    Deno.removeSync(path);
  }
}

Deno.test("Long lines and long runs of blanks cost no more than their length", () => {
  for (
    const text of [
      " ".repeat(2_000_000),
      "\n".repeat(2_000_000),
      `address=/${" ".repeat(1_000_000)}`,
      "a".repeat(3_000_000),
    ]
  ) {
    isBounded(read(bytesOf(`${text}x`)));
  }
  const found = read(bytesOf("||ads.example^\n".repeat(100_000)));
  assert.ok(
    typeof found === "object" && found.warnings.some((warning) => /^Only the first/.test(warning)),
  );
});
