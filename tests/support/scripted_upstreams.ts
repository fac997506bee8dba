/** Upstreams that answer as and when a scenario says. */
import type {
  ForwardListener,
  ForwardQuestion,
  Upstreams,
} from "../../resolver/upstream/exchange.ts";
import { LATE_WINDOW } from "../../resolver/upstream/transport.ts";
import { nameToText } from "../../policy/model/name.ts";
import {
  rcodeNumber,
  rdata,
  recordRest,
  typeNumber,
  wireMessage,
  wireName,
} from "./message_text.ts";
import type { ScriptedAnswer } from "./scenario_format.ts";
import type { TextRecord } from "./text_record.ts";
import type { SimulatedTime } from "./simulated_time.ts";

/** The answer of upstreams to a name and a type (`*` = any). */
export interface Script {
  readonly name: string;
  readonly type: string;
  /** Milliseconds before the answer is sent. */
  readonly after: number;
  readonly answer: ScriptedAnswer;
}

/** The upstream line of the answers. */
export const SCRIPTED_UPSTREAM = "192.0.2.53";

/** A wire-format response to a question, from its script. */
export function scriptedResponse(
  question: ForwardQuestion,
  answer: ScriptedAnswer,
  id: number,
): Uint8Array {
  const asked = nameToText(question.name);
  let owner = asked;
  const place = (records: readonly TextRecord[]) =>
    records.map((record) => {
      const name = record.owner ?? owner;
      // As servers do: the name is a pointer to the question (RFC 1035 4.1.4).
      const at = name === asked ? [0xc0, 12] : wireName(name);
      const wire = [
        ...at,
        ...recordRest(record.type, record.ttl ?? 0, rdata(record.type, record.data)),
      ];
      if (record.type === "CNAME") owner = record.data;
      return wire;
    });
  const bit = (flag: string, value: number) => answer.flags.includes(flag) ? value : 0;
  const flags = 0x8180 | bit("aa", 0x0400) | bit("tc", 0x0200) | bit("ad", 0x0020) |
    rcodeNumber(answer.rcode);
  const questionWire = [
    ...question.name.subarray(0, question.nameLength),
    question.type >> 8,
    question.type & 255,
    question.class >> 8,
    question.class & 255,
  ];
  const sections = [place(answer.answer), place(answer.authority), place(answer.additional)];
  return wireMessage({ id, flags, question: questionWire, sections });
}

/** Upstreams that follow scripts, in simulated time. */
export class ScriptedUpstreams implements Upstreams {
  readonly #time: SimulatedTime;
  readonly #scripts: Script[] = [];
  /** `down` = fails at once, `lost` = silent until the deadline. */
  reach: "up" | "down" | "lost" = "up";
  /** Names queried since the last check of the scenario. */
  queriedNames: string[] = [];
  readonly recoveries = 0;

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  /** Adds a script, which overrides earlier ones. */
  add(script: Script): void {
    this.#scripts.unshift(script);
  }

  areDead(): boolean {
    return false;
  }

  /**
   * Answers as scripted, late if the delay exceeds the deadline; NXDOMAIN without SOA for names
   * without a script.
   */
  forward(question: ForwardQuestion, deadline: number, inquirer: ForwardListener): void {
    const name = nameToText(question.name);
    this.queriedNames.push(name);
    if (this.reach === "down") {
      return inquirer.onFailure("unreachable", "no upstream can be reached", false);
    }
    const script = this.#scripts.find((candidate) =>
      candidate.name === name &&
      (candidate.type === "*" || typeNumber(candidate.type) === question.type)
    );
    const after = this.reach === "lost" ? Infinity : script?.after ?? 0;
    const isLate = after >= deadline;
    if (isLate) {
      this.#time.after(
        deadline,
        () => inquirer.onFailure("network", "no upstream answered in time", true),
      );
    }
    if (after >= deadline + LATE_WINDOW) {
      this.#time.after(deadline + LATE_WINDOW, () => inquirer.onAbandoned());
      return;
    }
    const answer = script?.answer ??
      { rcode: "NXDOMAIN", flags: [], answer: [], authority: [], additional: [] };
    const response = scriptedResponse(question, answer, 0x1234);
    this.#time.after(after, () => {
      if (isLate) inquirer.onLateAnswer(response, SCRIPTED_UPSTREAM, after);
      else inquirer.onAnswer(response, SCRIPTED_UPSTREAM, after, false);
    });
  }
}
