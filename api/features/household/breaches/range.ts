/** Requests the breached addresses of a prefix from the online service (A 3.3, 4.1). */
import { LIMITS } from "../../../../policy/limits.ts";
import { plainNames } from "../../../../policy/model/breach_name.ts";
import { type CloudClient, CloudError } from "../../../cloud/client.ts";
import type { CheckStatus } from "./table.ts";

/** Names of breaches by hash suffix. */
export type FoundRange = ReadonlyMap<string, readonly string[]>;

/** A failed check, without the message of the service, which must not reach the log. */
export class FailedCheck {
  readonly status: Exclude<CheckStatus, "none" | "ok">;
  /** Seconds to wait, as the service requests; 0 = none. */
  readonly delay: number;

  constructor(status: FailedCheck["status"], delay = 0) {
    this.status = status;
    this.delay = delay;
  }
}

const SUFFIX = /^[0-9A-F]{34}$/;

/** Creates the function that requests a range; it rejects only with the reason of the signal. */
export function createRangeQuery(cloud: Pick<CloudClient, "call">) {
  return async (prefix: string, signal: AbortSignal): Promise<FoundRange | FailedCheck> => {
    try {
      const answer = await cloud.call({
        destination: "breach_ranges",
        method: "POST",
        path: "/v1/breaches/range",
        body: { prefix },
        answerBytes: LIMITS.breaches.answerBytes,
        // The watch plans its own retries.
        once: true,
        signal,
      });
      return readFound(answer);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return error instanceof CloudError ? failureOf(error) : new FailedCheck("error");
    }
  };
}

function failureOf({ fault, code, status, retryAfter }: CloudError): FailedCheck {
  // An online service of another version may lack the route.
  const isAbsent = fault === "off" || code === "not_configured" || code === "not_found";
  if (isAbsent) return new FailedCheck("not_configured");
  // `too_many` is the limit of calls per minute, not the daily limit of prefixes.
  const isBusy = code === "provider_busy" || code === "too_many";
  if (isBusy) return new FailedCheck("busy", retryAfter);
  if (status === 429) return new FailedCheck("limit", retryAfter);
  return new FailedCheck(status === 0 ? "unreachable" : "error");
}

/** Reads a response; a malformed one is rejected as a whole. */
export function readFound(answer: unknown): FoundRange | FailedCheck {
  const { suffixes } = (answer ?? {}) as Record<string, unknown>;
  if (!Array.isArray(suffixes)) return new FailedCheck("error");
  const found = new Map<string, readonly string[]>();
  for (const entry of suffixes) {
    const { suffix: rest, breaches } = (entry ?? {}) as Record<string, unknown>;
    const suffix = typeof rest === "string" ? rest.toUpperCase() : "";
    if (!SUFFIX.test(suffix) || !Array.isArray(breaches)) {
      return new FailedCheck("error");
    }
    found.set(suffix, plainNames(breaches));
  }
  return found;
}
