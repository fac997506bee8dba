/** Schemas of words that routes of several features use; each is one component of the document. */
import { z } from "@hono/zod-openapi";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { DEVICE_KINDS } from "../../policy/catalogue/device_kinds.ts";
import { hostNameFromText } from "../../policy/lists/host_name.ts";
import { PROFILES } from "../../policy/model/household.ts";
import { TIMED_CATEGORIES } from "../../policy/model/person_time.ts";
import { SCOPE_KINDS } from "../../policy/model/scope.ts";
import { ACCOUNT_KINDS, RIGHTS, ROLES } from "./rights.ts";

/** A right that an account or token can have. */
export const rightSchema = z.enum(RIGHTS).meta({ id: "Right" });
/** The role of an administrator. */
export const roleSchema = z.enum(ROLES).meta({
  id: "Role",
  description: "Role of an administrator: a set of rights",
});
/** The kind of an account. */
export const accountKindSchema = z.enum(ACCOUNT_KINDS).meta({
  id: "AccountKind",
  description: "An administrator manages the box; a member sees their own time",
});
/** The profile of a person, by age. */
export const profileSchema = z.enum(PROFILES).meta({
  id: "Profile",
  description: "Profile of a person, by age",
});
const PART_OF_HOUSEHOLD = "(group|person|device):[1-9][0-9]{0,14}";
const PROFILE_SCOPE = `profile:(${PROFILES.join("|")})`;
/** Whether the box filters at all, in answers about what it does while it filters. */
export const filteringField = z.boolean().describe(
  "Whether filtering is on; while it is off for everyone, this protection blocks nothing",
);
/** The form of a scope in the document; services refuse others with a sentence. */
export const SCOPE_FORM = { pattern: `^(all|${PROFILE_SCOPE}|${PART_OF_HOUSEHOLD})$` };
/** The form of a scope that is not everyone. */
export const NARROW_SCOPE_FORM = { pattern: `^(${PROFILE_SCOPE}|${PART_OF_HOUSEHOLD})$` };
/** The form of a scope of people or devices. */
export const CLIENT_SCOPE_FORM = { pattern: `^${PART_OF_HOUSEHOLD}$` };
/**
 * A domain in any spelling; it is read in lower case, without its final dot, and with A-labels
 * (RFC 5891).
 */
export const domainSchema = z.string().min(1).max(255).transform((text) => {
  const domain = text.toLowerCase().replace(/\.$/, "");
  return /[^\0-\x7f]/.test(domain) ? hostNameFromText(domain) ?? domain : domain;
});
/** What a scope consists of. */
export const scopeKindSchema = z.enum(SCOPE_KINDS).meta({ id: "ScopeKind" });
/** What a device is. */
export const deviceKindSchema = z.enum(DEVICE_KINDS).meta({ id: "DeviceKind" });
/** A category that daily limits and requests for time can have. */
export const timedCategorySchema = z.enum(TIMED_CATEGORIES).meta({
  id: "TimedCategory",
  description: "Category that daily limits and requests for time can have",
});
/** A language of the interface. */
export const languageSchema = z.enum(LANGUAGES).meta({ id: "Language" });
/** The language that an account chooses. */
export const accountLanguageSchema = z.enum(["", ...LANGUAGES]).describe(
  "Empty = the language of the browser",
).meta({ id: "AccountLanguage" });
/** A person that something belongs to. */
export const personReference = z.object({ id: z.int(), name: z.string() }).meta({
  id: "PersonReference",
});
