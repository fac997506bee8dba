/** Defines a protection: the context of a decision, and the steps that a protection takes in it. */
import type { AnswerContent, Question, Step } from "../model/decision.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ClassLists, DevicePolicy } from "../snapshot/snapshot_parts.ts";

/** The client as decisions see it. */
export interface PolicyClient {
  /** The policy of the device. */
  readonly policy: DevicePolicy;
  /** 4 or 16 bytes; IPv4 is never mapped into IPv6. */
  readonly address: Uint8Array;
  /** Name of the device, lower case. */
  readonly name?: string;
  /** Identifier of the device; absent = it does not belong to the household. */
  readonly device?: number;
  /**
   * One view of the device for each person who shares it. The strictest verdict applies (A 7.1.5).
   */
  readonly views?: readonly PolicyClient[];
  /** "outside" = through the relay (B 7.1.2). */
  readonly place: "home" | "outside";
}

/**
 * How a name came up: the device asked for it, a local record leads to it, or the rewrite of an
 * allowed name does, so that closed hours do not block it (A 7.1.1).
 */
export type NameOrigin = "query" | "local" | "rewrite";

/** A question with all data needed to decide about it. Valid during one walk only. */
export interface DecisionContext {
  /** The question; its name is lower case. */
  question: Question;
  /** The client. */
  client: PolicyClient;
  /** The active policy when the query arrived. */
  snapshot: Snapshot;
  /** Unix milliseconds. */
  now: number;
  /** The lists that apply to the client now. */
  lists: ClassLists;
  /**
   * Number of suffixes of the name. `snapshot.fingerprinter` contains their fingerprints; code that
   * overwrites them must settle or restore them.
   */
  labels: number;
  /**
   * The household rule that allows the name, set once the rules were evaluated. Protections that it
   * lifts read it.
   */
  allowed: ApplicableRule | undefined;
  /**
   * Whether a protection after those of time blocks the name; undefined = not determined. Protections
   * of time need it where they would block.
   */
  isBlockedAnyway: boolean | undefined;
  /** Whether protection is paused for the client. */
  paused: boolean;
  /** How the name came up. */
  via: NameOrigin;
}

/** One protection: its steps for a question and for an answer. */
export interface Protection {
  /** Displayed by `--explain`. */
  readonly name: string;
  /** Whether it can ever affect clients with this policy. If absent, it can. */
  concerns?(policy: DevicePolicy, snapshot: Snapshot): boolean;
  /**
   * Builds what the first decision under a snapshot would have to build. It is called if the
   * protection can affect clients with a policy of the snapshot.
   */
  prepare?(snapshot: Snapshot): void;
  /** The step before the name is resolved. */
  before?(context: DecisionContext): Step;
  /** The step once the answer is known. */
  after?(context: DecisionContext, content: AnswerContent): Step;
}

/** A household rule that applies to a name, with its step, which is built once. */
export interface ApplicableRule {
  /** Whether it allows the name. */
  readonly allows: boolean;
  /** The scope that it covers. */
  readonly scope: string;
  /** How narrow that scope is (policy/model/scope.ts). */
  readonly narrowness: number;
  readonly step: Step;
}
