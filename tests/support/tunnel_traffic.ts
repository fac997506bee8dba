/**
 * Queries of tools that carry data inside DNS, reimplemented from their published protocols, for
 * the detector to catch. Each query states how much data it carried.
 */
import type { TunnelQuery } from "../../policy/tunnels/detector.ts";

/** A query of a tunnel, with the bytes that it carried in each direction. */
export interface Carried {
  readonly query: TunnelQuery;
  readonly sent: number;
  readonly received: number;
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, seed | 1);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296;
  };
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz012345";
const HEX = "0123456789abcdef";
const BASE64 = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789-+";
/** Bytes from 0xbc to 0xfd besides letters and digits, in presentation form (iodine's base128). */
const BASE128 = [...BASE64.slice(0, 62), ...Array.from({ length: 66 }, (_, i) => `\\${188 + i}`)];

/** A number of random letters of an alphabet. */
export function text(
  random: () => number,
  alphabet: string | readonly string[],
  length: number,
): string {
  let out = "";
  for (let i = 0; i < length; i++) out += alphabet[Math.floor(random() * alphabet.length)];
  return out;
}

/** Cuts text into labels of at most `bytes` characters; escapes stay whole. */
function labels(letters: string, bytes: number): string {
  return (letters.match(/\\\d{3}|./g) ?? []).reduce(
    (out, letter, i) => out + (i > 0 && i % bytes === 0 ? "." : "") + letter,
    "",
  );
}

/** The record types of the tools. */
export const TYPES = {
  A: 1,
  CNAME: 5,
  NULL: 10,
  MX: 15,
  TXT: 16,
  KEY: 25,
  SRV: 33,
  AAAA: 28,
} as const;

interface Scene {
  readonly random: () => number;
  readonly domain: string;
  readonly client: string;
  time: number;
}

function query(scene: Scene, type: number, below: string, sent: number, received: number): Carried {
  const name = `${below}.${scene.domain}`;
  const size = 12 + name.length + 6 + 23 +
    (type === TYPES.A ? 16 : Math.ceil(received * (type === TYPES.NULL ? 1 : 1.7)) + 14);
  // iodine answers A with a CNAME that carries the data; Cobalt Strike answers with an address.
  const alias = type === TYPES.A && received > 0;
  const answer = alias
    ? `CNAME ${labels(text(scene.random, BASE32, Math.ceil(received * 1.6)), 57)}.${scene.domain}`
    : "";
  const { time, client } = scene;
  return {
    query: { time, client, name, type, rcode: 0, status: "answered", size, answer },
    sent,
    received,
  };
}

/** iodine: version, login, codec and fragment tests, then data or pings. */
function* iodine(
  scene: Scene,
  type: number,
  alphabet: string | readonly string[],
  bits: number,
  what: Use,
): Traffic {
  const { random } = scene;
  const step = (ms: number) => scene.time += ms;
  yield query(scene, type, `v${text(random, BASE32, 10)}`, 4, 9);
  step(40);
  yield query(scene, type, `l${text(random, BASE32, 32)}`, 16, 40);
  for (let i = 0; i < 3; i++, step(40)) {
    yield query(scene, type, `z${text(random, alphabet, 50)}`, 0, 0);
  }
  for (let i = 0; i < 8; i++, step(40)) {
    yield query(
      scene,
      type,
      labels(`r${text(random, BASE32, 180)}`, 57),
      0,
      Math.min(type === TYPES.A ? 120 : 768, 768 >> i),
    );
  }
  for (;;) {
    if (what === "idle") {
      yield query(scene, type, `p${text(random, BASE32, 9)}`, 0, 0);
      step(4000);
    } else if (what === "up") {
      yield query(
        scene,
        type,
        labels(text(random, alphabet, 210), 57),
        Math.floor(205 * bits / 8),
        0,
      );
      step(30);
    } else {
      yield query(
        scene,
        type,
        `p${text(random, BASE32, 9)}`,
        0,
        type === TYPES.A ? 120 : 900,
      );
      step(30);
    }
  }
}

/** dnscat2: every packet is hexadecimal with a random id; MSG packets fill the name. */
function* dnscat(scene: Scene, every: number, data: number): Traffic {
  const { random } = scene;
  const types = [TYPES.TXT, TYPES.CNAME, TYPES.MX];
  for (;; scene.time += every) {
    const bytes = 9 + data;
    const type = types[Math.floor(random() * types.length)];
    yield query(scene, type, labels(text(random, HEX, bytes * 2), 60), data, data === 0 ? 0 : 60);
  }
}

/** dns2tcp: base64 in TXT or KEY; polling queries are short. */
function* dns2tcp(scene: Scene, type: number): Traffic {
  const { random } = scene;
  yield query(scene, type, `${text(random, BASE64, 8)}.=auth`, 6, 20);
  for (let i = 0;; i++, scene.time += 80) {
    const long = i % 3 === 0;
    const letters = long ? 150 : 12;
    yield query(
      scene,
      type,
      labels(text(random, BASE64, letters), 63),
      long ? 110 : 0,
      long ? 0 : 180,
    );
  }
}

/** DNSExfiltrator: a file in chunks, base64url or base32, in TXT. */
function* exfiltrator(scene: Scene, every: number, alphabet: string, bits: number): Traffic {
  const { random } = scene;
  yield query(scene, TYPES.TXT, `init.${text(random, BASE32, 48)}.base64`, 30, 2);
  for (let chunk = 0;; chunk++, scene.time += every) {
    yield query(
      scene,
      TYPES.TXT,
      `${chunk}.${labels(text(random, alphabet, 180), 63)}`,
      Math.floor(180 * bits / 8),
      2,
    );
  }
}

/**
 * In the style of Cobalt Strike: check-ins, then a `post` of hexadecimal over A, or an `api`
 * download over TXT.
 */
function* beacon(scene: Scene, every: number, what: "post" | "api"): Traffic {
  const { random } = scene;
  const id = text(random, HEX, 8);
  for (let counter = 1;; counter++, scene.time += every) {
    if (what === "api") yield query(scene, TYPES.TXT, `api.1${text(random, HEX, 8)}.${id}`, 0, 180);
    else {
      const data = [1, 2, 3].map((_, i) => (i === 0 ? "3" : "") + text(random, HEX, 56)).join(".");
      yield query(
        scene,
        TYPES.A,
        `post.${data}.${counter.toString(16)}${text(random, HEX, 7)}.${id}`,
        84,
        0,
      );
    }
  }
}

/**
 * A file sent in names that get no answer: the owner of the domain reads them in the server's log.
 */
function* oneWay(scene: Scene, every: number): Traffic {
  const { random } = scene;
  for (let chunk = 0;; chunk++, scene.time += every) {
    const { query: lookup } = query(
      scene,
      TYPES.A,
      `${chunk}.${labels(text(random, BASE32, 180), 60)}`,
      112,
      0,
    );
    yield { query: { ...lookup, rcode: 3, answer: "" }, sent: 112, received: 0 };
  }
}

/** Data disguised as hashes of reputation look-ups: one label, NXDOMAIN. */
function* dressed(scene: Scene, every: number): Traffic {
  const { random } = scene;
  for (;; scene.time += every) {
    const { query: lookup } = query(scene, TYPES.A, text(random, HEX, 64), 32, 0);
    yield { query: { ...lookup, rcode: 3, answer: "" }, sent: 32, received: 0 };
  }
}

type Use = "idle" | "up" | "down";
/** An endless sequence of queries. */
export type Traffic = Generator<Carried, never>;

/** One shape of a tunnel. */
export interface TunnelShape {
  readonly name: string;
  /** Bytes carried, and queries, within which it must be detected. */
  readonly bytes: number;
  readonly queries: number;
  readonly traffic: (seed: number) => Traffic;
}

const start = (seed: number): Scene => ({
  random: seeded(seed),
  domain: seed % 2 === 0 ? "t.rare-name.net" : "cdn-sync.co.uk",
  client: "192.168.1.23",
  time: 1_795_000_000_000,
});

const codecs = [["base32", BASE32, 5], ["base64", BASE64, 6], ["base128", BASE128, 7]] as const;
const iodineTypes = ["NULL", "TXT", "CNAME", "MX", "SRV", "A"] as const;

/** All shapes. */
export const TUNNEL_SHAPES: readonly TunnelShape[] = [
  ...iodineTypes.flatMap((type) =>
    codecs.map(([codec, alphabet, bits]): TunnelShape => ({
      name: `iodine ${type} ${codec}, upload`,
      bytes: 3000,
      queries: 40,
      traffic: (seed) => iodine(start(seed), TYPES[type], alphabet, bits, "up"),
    }))
  ),
  ...iodineTypes.map((type): TunnelShape => ({
    name: `iodine ${type}, download`,
    bytes: 8000,
    queries: 40,
    traffic: (seed) => iodine(start(seed), TYPES[type], BASE32, 5, "down"),
  })),
  ...iodineTypes.map((type): TunnelShape => ({
    name: `iodine ${type}, idle`,
    bytes: 2500,
    queries: 40,
    traffic: (seed) => iodine(start(seed), TYPES[type], BASE32, 5, "idle"),
  })),
  {
    name: "dnscat2, fast transfer",
    bytes: 3000,
    queries: 20,
    traffic: (seed) => dnscat(start(seed), 50, 105),
  },
  {
    name: "dnscat2, idle, 1 a second",
    bytes: 100,
    queries: 150,
    traffic: (seed) => dnscat(start(seed), 1000, 0),
  },
  {
    name: "dnscat2, idle, 1 a minute",
    bytes: 100,
    queries: 400,
    traffic: (seed) => dnscat(start(seed), 60_000, 0),
  },
  {
    name: "dns2tcp TXT",
    bytes: 4000,
    queries: 60,
    traffic: (seed) => dns2tcp(start(seed), TYPES.TXT),
  },
  {
    name: "dns2tcp KEY",
    bytes: 4000,
    queries: 60,
    traffic: (seed) => dns2tcp(start(seed), TYPES.KEY),
  },
  {
    name: "DNSExfiltrator, base64",
    bytes: 3000,
    queries: 20,
    traffic: (seed) => exfiltrator(start(seed), 100, BASE64, 6),
  },
  {
    name: "DNSExfiltrator, base32, 1 a minute",
    bytes: 5000,
    queries: 40,
    traffic: (seed) => exfiltrator(start(seed), 60_000, BASE32, 5),
  },
  {
    name: "Cobalt Strike A post",
    bytes: 2000,
    queries: 20,
    traffic: (seed) => beacon(start(seed), 200, "post"),
  },
  {
    name: "Cobalt Strike A post, 1 a minute",
    bytes: 5000,
    queries: 60,
    traffic: (seed) => beacon(start(seed), 60_000, "post"),
  },
  {
    name: "Cobalt Strike TXT download",
    bytes: 8000,
    queries: 60,
    traffic: (seed) => beacon(start(seed), 500, "api"),
  },
  {
    name: "one way, no answers",
    bytes: 12_000,
    queries: 100,
    traffic: (seed) => oneWay(start(seed), 100),
  },
  {
    name: "dressed as look-ups of hashes, 10 a second",
    bytes: 60_000,
    queries: 1800,
    traffic: (seed) => dressed(start(seed), 100),
  },
];
