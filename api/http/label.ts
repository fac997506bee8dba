/**
 * Names and notes that people enter: one validation for all of them, and the schema type for
 * routes.
 */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../policy/limits.ts";
import { labelFault } from "../../policy/model/label.ts";
import { DomainError } from "../schema/errors.ts";

/** Options of a label. */
export interface LabelOptions {
  /** Maximum number of characters; absent = that of people, groups and devices. */
  readonly most?: number;
  /** Whether an empty label is allowed, which removes or omits it. */
  readonly mayBeEmpty?: boolean;
}

/** A label as it is stored: composed (NFC) and trimmed. Rejects an invalid one with `bad_value`. */
export function readLabel(text: string, options: LabelOptions = {}): string {
  const { most = LIMITS.household.nameCharacters, mayBeEmpty = false } = options;
  // Composing takes time: a text that is far too long is not composed.
  const label = text.length > 4 * most ? text : text.normalize("NFC").trim();
  if (label === "" && mayBeEmpty) return label;
  const fault = labelFault(label, most);
  if (fault !== undefined) throw new DomainError("bad_value", fault);
  return label;
}

/** A label in the body of a route. */
export function label(options: LabelOptions = {}): z.ZodType<string, string> {
  const { most = LIMITS.household.nameCharacters, mayBeEmpty = false } = options;
  return z.string().max(4 * most)
    .meta({
      description: `${mayBeEmpty ? "Empty, or " : ""}1 to ${most} characters`,
      // As counted after trimming and composing.
      ...mayBeEmpty ? {} : { minLength: 1 },
      maxLength: most,
    })
    .transform((text) => readLabel(text, options));
}
