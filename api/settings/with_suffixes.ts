/**
 * Loads public suffixes with the module that imports this one: used by all modules that check
 * settings after the start.
 */
import { isAnyPublicSuffix, isPublicSuffix } from "../../policy/lists/public_suffix.ts";
import { registerSuffixChecks } from "./suffixes.ts";

registerSuffixChecks({ isAnyPublicSuffix, isPublicSuffix });
