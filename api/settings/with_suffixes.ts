/**
 * Registers the public suffixes when imported; all modules that check settings after the start
 * import it.
 */
import { isAnyPublicSuffix, isPublicSuffix } from "../../policy/lists/public_suffix.ts";
import { registerSuffixChecks } from "./suffixes.ts";

registerSuffixChecks({ isAnyPublicSuffix, isPublicSuffix });
