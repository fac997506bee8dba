/** What routes over scopes share: how the scope is given, and how a refusal is reported. */
import { Refused } from "../../../schema/refused.ts";
import { z } from "@hono/zod-openapi";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { ApiError } from "../../../http/errors.ts";
import { refusing } from "../../../http/refusing.ts";
import type { ScopeFacts, Scopes } from "../../household/scopes.ts";

/**
 * What was wanted is refused; the message is for the person who wanted it.
 * Why: it cannot be, there are too many, or there is no such thing.
 */
export class ChoiceRefused extends Refused<"bad" | "full" | "missing"> {}

/** What a person did wrong becomes a refusal. */
export const choiceRefused = refusing(ChoiceRefused, {
  bad: "bad_value",
  full: "conflict",
  missing: "not_found",
});

/** The scope as a query gives it. */
export const scopeQuery = z.strictObject({
  scope: z.string().max(64).default(EVERYONE).describe(
    "all, group:ID, profile:child|teen|adult, person:ID or device:ID",
  ),
});

/**
 * The scope that a request names. Throws `bad_value` for an invalid scope and for one that does not
 * exist.
 */
export async function scopeFacts(scopes: Pick<Scopes, "find">, scope: string): Promise<ScopeFacts> {
  const facts = await scopes.find(scope);
  if (facts !== undefined) return facts;
  throw new ApiError("bad_value", `There is no such scope (\`box scopes\` lists them): ${scope}`);
}
