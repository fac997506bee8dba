/** What a service refuses in its own words becomes a refusal of the API. */
import type { Refused } from "../refused.ts";
import { ApiError, type ErrorCode } from "./errors.ts";

/** Waits for the work of a service whose refusals are of this class; each reason has its code. Other errors stay as they are. */
export function refusing<Why extends string>(
  refused: abstract new (...given: never[]) => Refused<Why>,
  codes: Readonly<Record<Why, ErrorCode>>,
): <T>(work: Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work;
    } catch (error) {
      throw error instanceof refused ? new ApiError(codes[error.why], error.message) : error;
    }
  };
}
