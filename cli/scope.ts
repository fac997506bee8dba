/**
 * The scope of a command: a scope in API notation, or the name of a person, a group or a device.
 */
import { isIP } from "node:net";
import type { ScopesResponse } from "../api/features/protection/choices/routes.ts";
import type { Call, CommandOption } from "./command.ts";
import { CommandError } from "./command_error.ts";
import { clean } from "./terminal.ts";

/** The option that sets the scope of a command. */
export const SCOPE_OPTION: CommandOption = {
  value: "WHOM",
  short: "s",
  summary:
    "all (if not given), children, teenagers, adults, group:1, person:2, device:3, or a name (`box scopes` lists them)",
};

/**
 * The scope given with --scope; undefined = none. An unknown or ambiguous name is reported as an
 * error.
 */
export async function resolveScope(
  { service, values: { scope } }: Call,
): Promise<string | undefined> {
  return scope === undefined ? undefined : await resolveScopeText(service, scope);
}

/** The scopes of an option, separated by commas. */
export async function resolveScopes(
  service: Call["service"],
  texts: string,
): Promise<string[]> {
  const words = texts.split(",").map((text) => text.trim()).filter((text) => text !== "");
  return await Promise.all(words.map((text) => resolveScopeText(service, text)));
}

/**
 * The client of a query: an address as it is, otherwise a scope in API notation or by its name.
 */
export async function resolveClient(service: Call["service"], text: string): Promise<string> {
  return isIP(text) === 0 ? await resolveScopeText(service, text) : text;
}

/** Whether a text is a scope in API notation. */
export function isScope(text: string): boolean {
  return /^(all|profile:\w+|(group|person|device):\d+)$/.test(text);
}

/** The scope of a text in API notation, or of a name. An unknown or ambiguous name is an error. */
export async function resolveScopeText(service: Call["service"], scope: string): Promise<string> {
  if (isScope(scope)) return scope;
  const query = { name: scope.slice(0, 64), limit: 1000 };
  const { scopes } = await service.call<ScopesResponse>("GET", "/api/v1/scopes", { query });
  const same = scopes.filter(({ name }) => name.toLowerCase() === scope.toLowerCase());
  if (same.length === 1) return same[0].scope;
  if (same.length === 0) {
    const said = scopeOfWord(scope);
    if (said !== undefined) return said;
    throw new CommandError(
      `No person, group or device has this name (\`box scopes\` lists them): ${clean(scope)}`,
    );
  }
  const several = same.map(({ scope }) => scope).join(", ");
  throw new CommandError(`Several have this name; take one of ${several}: ${clean(scope)}`);
}

const PROFILE_WORDS: Readonly<Record<string, string>> = {
  "profile:child": "children",
  "profile:teen": "teenagers",
  "profile:adult": "adults",
};

/** The scopes that every household has: everyone, and each profile. */
export const FIXED_SCOPES: readonly string[] = ["all", ...Object.keys(PROFILE_WORDS)];

/** The scope of a word that the output uses for it; undefined = it is no such word. */
function scopeOfWord(text: string): string | undefined {
  const word = text.toLowerCase();
  if (word === "everyone") return "all";
  return Object.keys(PROFILE_WORDS).find((scope) =>
    word === PROFILE_WORDS[scope] || `profile:${word}` === scope
  );
}

/** A scope with its name: `Emma (person:2)`, `everyone`, `children`. */
export function scopeText(scope: string, name: string): string {
  if (scope === "all") return "everyone";
  if (Object.hasOwn(PROFILE_WORDS, scope)) return PROFILE_WORDS[scope];
  return name === "" ? scope : `${clean(name)} (${scope})`;
}
