/** Errors of imports of school holidays. */
import { DomainError } from "../../../schema/errors.ts";

/** The refusal of a response that arrives after it is no longer needed. */
export function tooLate(): DomainError {
  return new DomainError(
    "conflict",
    "Another import was chosen, or ended, while the holiday service was asked: nothing was taken in",
  );
}
