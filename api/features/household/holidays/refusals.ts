/** Errors of imports of school holidays. */
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The refusal of a response that arrives after it is no longer needed. */
export function tooLate(): DomainError {
  return new DomainError(
    "conflict",
    sentence`The choice changed during the import, so nothing was imported; try again`,
  );
}
