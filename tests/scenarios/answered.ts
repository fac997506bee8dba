/** The response of the box to a query of a scenario. */
import type { ReadMessage } from "../support/message_text.ts";

/** A response as a client and the journal see it; bytes undefined = the query was dropped. */
export interface Answered {
  readonly message: ReadMessage | undefined;
  readonly bytes: number;
  readonly status: string;
  readonly reason: string;
  readonly origin: string;
  readonly spyware: string;
  readonly rule: string;
  /** Whether the block page knows a name. */
  readonly isBlocked: (name: string) => boolean;
  /** Simulated milliseconds. */
  readonly took: number;
}
