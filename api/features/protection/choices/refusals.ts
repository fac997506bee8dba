/** The scope parameter that several routes share, and the error for an invalid one. */
import { z } from "@hono/zod-openapi";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { SCOPE_FORM } from "../../../http/shared_schemas.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { ScopeFacts, Scopes } from "../../household/scopes.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The scope in a query string. */
export const scopeQuery = z.strictObject({
  scope: z.string().max(64).meta(SCOPE_FORM).default(EVERYONE).describe(
    "all, group:ID, profile:child|teen|adult, person:ID or device:ID",
  ),
});

/**
 * Returns the scope of a request. Throws `bad_value` for an invalid scope and for one that does not
 * exist.
 */
export async function scopeFacts(scopes: Pick<Scopes, "find">, scope: string): Promise<ScopeFacts> {
  const facts = await scopes.find(scope);
  if (facts !== undefined) return facts;
  throw new DomainError(
    "bad_value",
    sentence`There is no such scope (\`box scopes\` lists them): ${scope}`,
  );
}
