/** Translates the refusals of a service into errors of the API. */
import type { Refused } from "../schema/refused.ts";
import { ApiError, type ErrorCode } from "./errors.ts";

/**
 * Waits for the work of a service whose refusals are of this class; each reason has its code. Other
 * errors are passed on.
 */
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
