/** Queries that the box itself makes, for the command line and pages. Each step is explained. */
import type { ExplainedStep } from "../policy/model/decision.ts";
import { parseAddress } from "../policy/model/address.ts";
import type { AnswerMetadata } from "./query_context.ts";
import type { QuerySource, Reply } from "./listeners/reply.ts";
import type { DecisionSource } from "./protocol.ts";

/** The result of `ResolverHandle.ask`. */
export interface AskResult {
  readonly wire: Uint8Array;
  readonly explained: readonly ExplainedStep[];
  readonly status: string;
  readonly reason: string;
  readonly upstream: string;
  /** The rule or origin that decided; absent when none did. */
  readonly by?: DecisionSource;
  /** Microseconds. */
  readonly duration: number;
}

/** Receives the response to one query and passes it on with the metadata recorded for it. */
export class AskReply implements Reply {
  readonly transport = "ask" as const;
  readonly room = 65_535;
  readonly buffer = new Uint8Array(65_535);
  /** Steps of the decision, appended as they occur. */
  readonly explained: ExplainedStep[] = [];
  /** The metadata written to the journal; set before `commit`. */
  metadata: AnswerMetadata | undefined;
  readonly #then: (result: AskResult) => void;

  constructor(then: (result: AskResult) => void) {
    this.#then = then;
  }

  open(): number {
    return 0;
  }

  commit(length: number): void {
    const { metadata, explained } = this;
    const by = metadata === undefined || (metadata.origin === "" && metadata.match === undefined)
      ? {}
      : { by: { origin: metadata.origin, list: metadata.list, rule: metadata.match?.rule ?? "" } };
    this.#then({
      ...by,
      wire: this.buffer.slice(0, length),
      explained,
      status: metadata?.status ?? "failed",
      reason: metadata?.reason ?? "",
      upstream: metadata?.upstream ?? "",
      duration: 0,
    });
  }

  drop(): void {
    this.commit(0);
  }

  detach(): Reply {
    return this;
  }
}

/** The source of a query from an IP address given as text; loopback when the text is no address. */
export function parseSource(text: string): QuerySource {
  const bytes = parseAddress(text) ?? new Uint8Array([127, 0, 0, 1]);
  return { bytes, at: 0, length: bytes.length };
}
