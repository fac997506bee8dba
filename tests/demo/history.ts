/**
 * The traffic as the box would have seen it: the answers and their sources, what was blocked, and
 * what failed.
 */
import type { FeedSource } from "../../api/features/insight/observation_pump.ts";
import { hasAction } from "../../policy/catalogue/categories.ts";
import type { Observation, QueryStatus } from "../../resolver/protocol.ts";
import { hashOf } from "./chance.ts";
import { addressOf, DEVICES, LOCAL_DOMAIN } from "./household.ts";
import type { Lists } from "./lists.ts";
import { FAILING } from "./names.ts";
import { rulesUntil } from "./rules.ts";
import { type Asking, TYPE } from "./traffic.ts";

/** A period without any answer from upstreams, in Unix milliseconds. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** The inputs of the history. */
export interface HistoryOptions {
  /** Upstream lines, the faster one first. */
  readonly upstreams: readonly [string, string];
  readonly outages: readonly Outage[];
  /** The end of the history in Unix milliseconds. */
  readonly until: number;
}

const RCODE_NAMES = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN"] as const;
const TYPE_NAMES = new Map<number, string>(
  Object.entries(TYPE).map(([text, type]) => [type, text]),
);
type Outcome =
  & Pick<Observation, "status" | "rcode" | "answer" | "duration" | "size">
  & Partial<Observation>;

/**
 * The address of a name in the demonstration, from the documentation ranges (RFC 5737, RFC 3849).
 */
export function addressFor(name: string, type: number): string {
  const hash = hashOf(name);
  const net = ["192.0.2", "198.51.100", "203.0.113"][hash % 3];
  return type === TYPE.A
    ? `${net}.${1 + (hash >>> 8) % 254}`
    : `2001:db8:${(hash & 0xffff || 1).toString(16)}::${(hash >>> 16 || 1).toString(16)}`;
}

/** TTL of the answer for a name, in seconds. */
export function ttlOf(name: string): number {
  return [30, 60, 60, 300, 300, 900, 3600][hashOf(`ttl ${name}`) % 7];
}

/** Whether a name has no record of a type. */
export function isEmpty(name: string, type: number): boolean {
  return type === TYPE.HTTPS
    ? hashOf(`https ${name}`) % 3 > 0
    : type === TYPE.AAAA && hashOf(`aaaa ${name}`) % 3 === 0;
}

/** Turns questions into the observations of the resolver, and counts as it does. */
export class History implements FeedSource {
  /** The decision of the lists; none until some are subscribed. */
  lists: Lists = () => undefined;
  /** The decision of the household's rules about a name at a time. */
  readonly rules: ReturnType<typeof rulesUntil>;
  readonly #options: HistoryOptions;
  #waiting: Observation[] = [];
  /** Expiry of the answer to a question, in Unix milliseconds. */
  readonly #cached = new Map<string, number>();
  #queries = 0;
  readonly #counts = { status: {}, type: {}, rcode: {}, reason: {} } as Record<
    string,
    Record<string, number>
  >;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.rules = rulesUntil(options.until);
  }

  /** Answers questions in order of time. */
  add(askings: readonly Asking[]): void {
    for (const asking of askings) this.#waiting.push(this.#answered(asking));
  }

  /** Rows not yet written. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get queries(): number {
    return this.#queries;
  }

  drain(max: number): Observation[] {
    return this.#waiting.splice(0, max);
  }

  totals(): ReturnType<FeedSource["totals"]> {
    const { status, type, rcode, reason } = this.#counts;
    const byTransport = { udp: this.#queries };
    return {
      queries: this.#queries,
      byStatus: status,
      byTransport,
      byType: type,
      byRcode: rcode,
      byReason: reason,
    };
  }

  #answered({ time, device, name, type }: Asking): Observation {
    const outcome = this.#outcome(name, type, time);
    const seen: Observation = {
      time,
      client: addressOf(device),
      transport: "udp",
      name,
      type,
      reason: "",
      origin: "",
      spyware: "",
      list: -1,
      rule: "",
      upstream: "",
      ...outcome,
    };
    this.#queries++;
    const count = (what: string, key: string) =>
      this.#counts[what][key] = (this.#counts[what][key] ?? 0) + 1;
    count("status", seen.status);
    count("type", TYPE_NAMES.get(type) ?? "other");
    count("rcode", RCODE_NAMES[seen.rcode]);
    count("reason", seen.reason);
    return seen;
  }

  #outcome(name: string, type: number, time: number): Outcome {
    const spread = hashOf(`${name} ${type} ${time}`);
    const quick = { duration: 35 + spread % 180, size: 40 + name.length + 28 };
    // Local names take precedence over any block.
    if (isLocal(name)) return { status: "local", ...localAnswer(name, type), ...quick };
    const answer = UNSPECIFIED.get(type) ?? "";
    const blocked = { status: "blocked", rcode: 0, answer, ...quick } as const;
    const ruled = this.rules(name, time);
    const listed = ruled === undefined ? this.lists(name) : undefined;
    if (ruled?.allowed === false) {
      return { ...blocked, reason: "rule", origin: ruled.origin, rule: ruled.rule };
    }
    if (listed?.allowed === false) {
      const { list, rule, category } = listed;
      return hasAction(category)
        ? { ...blocked, reason: "category", origin: `category:${category}`, list, rule }
        : { ...blocked, reason: "list", origin: `list:${list}`, list, rule };
    }
    const { allowed: _, category: __, ...by } = {
      category: "",
      ...ruled ?? listed ?? { allowed: true },
    };
    return { ...this.#resolved(name, type, time, spread, quick), ...by };
  }

  #resolved(
    name: string,
    type: number,
    time: number,
    spread: number,
    quick: Pick<Outcome, "duration" | "size">,
  ): Outcome {
    const key = `${name} ${type}`;
    const until = this.#cached.get(key) ?? 0;
    const facts = {
      rcode: 0,
      answer: isEmpty(name, type) ? "" : answerOf(name, type),
      size: quick.size,
    };
    if (until > time) return { status: "cached", ...facts, duration: quick.duration };
    const dead = this.#options.outages.some(({ from, to }) => time >= from && time < to);
    const status: QueryStatus = dead && until > time - 86_400_000 ? "stale" : "failed";
    if (dead && status === "stale") {
      return { status, ...facts, duration: 1_800_000 + spread % 40_000 };
    }
    if (dead || FAILING.has(name) || spread % 4001 === 0) {
      return {
        status: "failed",
        rcode: 2,
        answer: "",
        size: quick.size - 28,
        duration: 4_000_000 + spread % 90_000,
      };
    }
    this.#cached.set(key, time + 1000 * ttlOf(name));
    const slow = spread % 97 === 0 ? 180_000 : 0;
    const upstream = this.#options.upstreams[spread % 11 < 8 ? 0 : 1];
    const duration = 7000 + slow + (spread >>> 3) % 24_000 +
      (upstream === this.#options.upstreams[1] ? 9000 : 0);
    return { status: "answered", ...facts, duration, upstream };
  }
}

/** Names with which browsers and phones check whether to use the resolver of the network. */
/** The answer of a blocked address query, by type. */
const UNSPECIFIED = new Map<number, string>([[TYPE.A, "0.0.0.0"], [TYPE.AAAA, "::"]]);
const CANARIES = ["use-application-dns.net", "mask.icloud.com", "mask-h2.icloud.com"];

function isLocal(name: string): boolean {
  return name.endsWith(`.${LOCAL_DOMAIN}`) || name.endsWith(".127.in-addr.arpa") ||
    CANARIES.includes(name);
}

function localAnswer(name: string, type: number): Pick<Outcome, "rcode" | "answer"> {
  if (type === TYPE.PTR) {
    const device = DEVICES[Number(name.slice(0, name.indexOf("."))) - 11];
    return device === undefined
      ? { rcode: 3, answer: "" }
      : { rcode: 0, answer: `PTR ${device.name}.${LOCAL_DOMAIN}` };
  }
  const label = name.slice(0, -LOCAL_DOMAIN.length - 1);
  const device = DEVICES.findIndex((one) => one.name === label);
  if (label === "box") return { rcode: 0, answer: type === TYPE.A ? "127.0.0.1" : "" };
  return device < 0
    ? { rcode: 3, answer: "" }
    : { rcode: 0, answer: type === TYPE.A ? addressOf(device) : "" };
}

function answerOf(name: string, type: number): string {
  if (type === TYPE.HTTPS) return "HTTPS";
  if (type !== TYPE.A && type !== TYPE.AAAA) return "";
  const address = addressFor(name, type);
  return hashOf(`cname ${name}`) % 4 === 0 ? `CNAME ${cnameOf(name)}, ${address}` : address;
}

/** The CNAME target of a name at a content delivery network. */
export function cnameOf(name: string): string {
  return `${name.replaceAll(".", "-").slice(0, 40)}.edge.cdn.example`;
}
