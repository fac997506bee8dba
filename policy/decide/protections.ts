/**
 * THE ORDER of protections (DESIGN 5): a query walks this array from top to bottom, before it is resolved and again once its
 * answer is known. A new protection is one file beside this one and one row here, at the place `policy/reasons.ts` gives it.
 */
import type { AnswerContent, Question, Step } from "../model/decision.ts";
import type { DevicePolicy, Snapshot } from "../snapshot/snapshot.ts";
import { bypass } from "./bypass.ts";
import { lists } from "./list.ts";
import { localNames } from "./local.ts";
import { quarantine } from "./quarantine.ts";
import { type HeldRule, rules } from "./rule.ts";
import { safeSearch } from "./safe_search.ts";
import { schedule } from "./schedule.ts";
import { services } from "./service.ts";
import { homework, limits } from "./time.ts";
import { tunnels } from "./tunnel.ts";

/** Who asks, as decisions see it. */
export interface PolicyClient {
  /** What the device follows. */
  readonly policy: DevicePolicy;
  /** 4 or 16 octets; IPv4 is never mapped into IPv6. */
  readonly address: Uint8Array;
  /** Name of the device, lower case. */
  readonly name?: string;
  /** Identifier of the device; absent = it is none of the household's. */
  readonly device?: number;
  /** The device as each of the people who share it sees it; the strictest verdict holds (A 7.1.5). */
  readonly views?: readonly PolicyClient[];
  /** "outside" = through the relay (B 7.1.2). */
  readonly place: "home" | "outside";
}

/** A question with all that decides about it. Valid during one walk only. */
export interface Asked {
  /** What is asked; the name is lower case. */
  question: Question;
  /** Who asks. */
  client: PolicyClient;
  /** The policy in force when the query came. */
  snapshot: Snapshot;
  /** Unix milliseconds. */
  now: number;
  /** Suffixes of the name; `snapshot.fingerprinter` holds their fingerprints, and whoever overwrites them must settle. */
  labels: number;
  /** The rule of the household that allows the name, once its row was passed: rows that it lifts look at it. */
  allowed: HeldRule | undefined;
  /** Whether protection is paused for who asks. */
  paused: boolean;
  /** Whether a name that was let through leads here: a closed time does not come between (A 7.1.1). */
  led: boolean;
}

/** One protection: what it says of a question, and of an answer. */
export interface Protection {
  /** Shown by `--explain`. */
  readonly name: string;
  /** Whether it can ever say something to who follows this policy; without it, it can. */
  concerns?(policy: DevicePolicy, snapshot: Snapshot): boolean;
  /** What it says before the name is resolved. */
  before?(asked: Asked): Step;
  /** What it says once the answer is known. */
  after?(asked: Asked, content: AnswerContent): Step;
}

/** From the first to the last word. */
export const PROTECTIONS: readonly Protection[] = [
  localNames, // Before any block, so that no list can take the box itself away (A 7.2.3).
  quarantine,
  schedule,
  services,
  rules,
  tunnels,
  homework,
  limits,
  bypass,
  lists,
  safeSearch, // After all blocks.
];

/** Those that can say something to who follows a policy, in order; worked out once, as most can say nothing to most. */
const concerned = new WeakMap<DevicePolicy, readonly Protection[]>();

/** The protections that a query of who follows this policy walks. The policy belongs to the snapshot. */
export function protectionsFor(policy: DevicePolicy, snapshot: Snapshot): readonly Protection[] {
  let rows = concerned.get(policy);
  if (rows === undefined) {
    rows = PROTECTIONS.filter((row) => row.concerns?.(policy, snapshot) ?? true);
    concerned.set(policy, rows);
  }
  return rows;
}
