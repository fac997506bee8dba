/**
 * A journal as long as that of a busy year, filled with SQL in minutes: some 60,000 names of which
 * few are frequent, 60 devices, a fifth blocked, spread evenly over 90 days. The rows are the same
 * each time.
 */
import type { Database } from "../../api/store/database.ts";

/** What is generated. */
export interface LongJournal {
  readonly rows: number;
  /** Unix milliseconds of the newest row. */
  readonly now: number;
}

const DAYS = 90;
const DAY = 86_400_000;
const AT_ONCE = 500_000;
const SITES =
  "google youtube facebook instagram whatsapp apple icloud microsoft windowsupdate office amazon netflix spotify " +
  "wikipedia bbc nytimes lemonde spiegel elpais reddit github cloudflare akamaiedge fastly doubleclick scorecardresearch " +
  "criteo adnxs taboola outbrain samsung xiaomi tiktokcdn snapchat discord zoom dropbox steampowered playstation roblox";
const HOSTS =
  "www api cdn static img m app login mail push sync time metrics events ads telemetry config update edge video";
const ENDINGS = ["com", "net", "org", "de", "fr", "co.uk", "io", "tv"];
/** A device with a few old queries, besides those numbered 1 to 60 like their addresses. */
export const RARE_DEVICE = 777;
/** Unique names somewhere in the middle of the journal. */
export const RARE = { name: "rare-needle.holiday-cottage.example", at: 0.43 } as const;

/** The names, most frequent first. */
function names(): string[] {
  const all: string[] = [];
  const sites = SITES.split(" ");
  const hosts = HOSTS.split(" ");
  for (let n = 0; all.length < 60_000; n++) {
    for (const site of sites) {
      const host = hosts[(n + site.length) % hosts.length];
      const ending = ENDINGS[n % ENDINGS.length];
      all.push(n < 8 ? `${host}.${site}.${ending}` : `${host}-${n.toString(36)}.${site}.${ending}`);
    }
  }
  return [RARE.name, ...new Set(all)];
}

const clients = (): string[] =>
  Array.from({ length: 60 }, (_, i) => i % 3 === 2 ? `fd00::${i}` : `192.168.1.${20 + i}`);
const TEXTS = [
  "",
  "list",
  "rule",
  "list:1",
  "list:2",
  "||ads.^",
  "9.9.9.9",
  "https://dns.quad9.net/dns-query",
];

/** A number from 0 to 1 for each row; each multiplier gives another sequence. */
const chance = (multiplier: number) => `((i * ${multiplier}) % 2147483647 / 2147483647.0)`;

const INSERT = `
with recursive n (i) as (select ?1 union all select i + 1 from n where i < ?2),
drawn as (
  select i, 2 + cast(?3 * ${chance(1664525)} * ${chance(22695477)} * ${
  chance(22695477)
} as integer) as name,
    1 + cast(60 * ${chance(69069)} * ${chance(69069)} as integer) as client, ${
  chance(1013904223)
} as luck from n
),
row as (
  select i, client, luck, case when i = ?6 then 1 else name end as name,
    case when i <> ?6 and name % 9 in (0, 4) then 4 when luck < 0.45 then 1 when luck < 0.985 then 0 when luck < 0.99 then 5
      when luck < 0.995 then 2 else 3 end as status from drawn
)
insert into queries (id, time, duration, client, transport, name, type, rcode, status, reason, origin, list, rule, upstream,
  size, answer, device)
select i, ?4 + cast(i * ?5 as integer), cast(20000 * luck * luck as integer), client, i % 11 = 0, name,
  case when i % 3 = 0 then 28 when i % 17 = 0 then 65 else 1 end, case status when 5 then 2 else 0 end, status,
  case status when 4 then case when luck < 0.02 then 63 else 62 end end, case status when 4 then 64 end,
  case status when 4 then 1 end, case status when 4 then 66 end, case when status in (0, 5) then 67 end, 60 + i % 200,
  case when status < 3 then '142.250.' || (name % 250) || '.' || (name % 240) end,
  case when i % 200000 = 7 and i < ?6 then ${RARE_DEVICE} when i % 7 > 0 then client end
from row`;

/** Fills an empty journal.db. */
export async function fillJournal(database: Database, { rows, now }: LongJournal): Promise<void> {
  const all = names();
  const indexes = await database.all(
    "select name, sql from sqlite_master where type = 'index' and sql is not null",
  );
  await database.batch([
    {
      sql: "insert into names (id, name) select key + 1, value from json_each(?)",
      args: [JSON.stringify(all)],
    },
    {
      sql: "insert into texts (id, text, day) select key + 1, value, ? from json_each(?)",
      args: [Math.floor(now / DAY), JSON.stringify([...clients(), ...TEXTS])],
    },
    ...indexes.map(({ name }) => ({ sql: `drop index "${name}"` })),
  ]);
  const step = DAYS * DAY / rows;
  const rare = Math.floor(rows * RARE.at);
  for (let from = 1; from <= rows; from += AT_ONCE) {
    const to = Math.min(rows, from + AT_ONCE - 1);
    await database.run(INSERT, [from, to, all.length - 2, now - DAYS * DAY, step, rare]);
  }
  await database.run(
    "insert into hours select time / 3600000, min(id), max(id) from queries group by 1",
  );
  for (const { sql } of indexes) await database.run(String(sql));
}
