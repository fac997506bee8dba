/** The log of the online service as lines of JSON, for programs that collect logs. */
import { maskText } from "../../policy/model/masked_address.ts";
import type { Log, Runtime } from "../system/runtime.ts";

/** A call as it is logged: neither address nor name nor key of a box. */
export interface LoggedCall {
  readonly method: string;
  /** The declared path; empty = there is no such route. */
  readonly route: string;
  readonly status: number;
  /** The code of a refusal; empty = none. */
  readonly code: string;
  readonly milliseconds: number;
}

/** Writes lines of JSON. */
export interface JsonLog {
  readonly log: Log;
  readonly onCall: (call: LoggedCall) => void;
}

/** Creates the log; `now` in Unix milliseconds. Secrets are removed from addresses in messages. */
export function createJsonLog(write: (line: string) => void, now: Runtime["now"]): JsonLog {
  const line = (level: string, event: string, fields: object) => {
    const time = new Date(now()).toISOString();
    write(`${JSON.stringify({ time, level, event, ...fields })}\n`);
  };
  return {
    log: (level, text) => line(level, "message", { message: maskText(text) }),
    onCall: (call) => line("info", "call", call),
  };
}
