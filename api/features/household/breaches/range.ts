/** Asks the online service for the breached addresses of a prefix (A 3.3, 4.1). */
import { LIMITS } from "../../../../policy/limits.ts";
import { plainName } from "../../../../policy/model/breach_name.ts";
import { type CloudClient, CloudError } from "../../../cloud/client.ts";
import type { CheckStatus } from "./table.ts";

/** Names of breaches, by the rest of a hash. */
export type FoundRange = ReadonlyMap<string, readonly string[]>;

/** Why a check did not work, without the words of the other program, which are for no log. */
export class FailedCheck {
  readonly status: Exclude<CheckStatus, "none" | "ok">;
  /** Seconds that the service asked to wait; 0 = none. */
  readonly delay: number;

  constructor(status: FailedCheck["status"], delay = 0) {
    this.status = status;
    this.delay = delay;
  }
}

const SUFFIX = /^[0-9A-F]{34}$/;

/** Creates the function that asks; it rejects with the reason of the signal alone. */
export function createRangeQuery(cloud: Pick<CloudClient, "call">) {
  return async (prefix: string, signal: AbortSignal): Promise<FoundRange | FailedCheck> => {
    try {
      const answer = await cloud.call({
        destination: "breach_ranges",
        method: "POST",
        path: "/v1/breaches/range",
        body: { prefix },
        answerBytes: LIMITS.breaches.answerBytes,
        // The watch itself tries again, in its own time.
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
  // An online service of another version does not have the route.
  const isAbsent = fault === "off" || code === "not_configured" || code === "not_found";
  if (isAbsent) return new FailedCheck("not_configured");
  // Too many calls a minute are not the checks of the day.
  const isBusy = code === "provider_busy" || code === "too_many";
  if (status === 429 && !isBusy) return new FailedCheck("limit", retryAfter);
  if (isBusy) return new FailedCheck("busy", retryAfter);
  return new FailedCheck(status === 0 ? "unreachable" : "error");
}

/** Reads an answer; one that is malformed is refused as a whole. */
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
    const names = breaches.map(plainName).filter((name) => name !== "");
    found.set(suffix, [...new Set(names)]);
  }
  return found;
}
