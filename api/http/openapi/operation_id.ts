/** Names of operations: what programs that are generated from the document call. */
import type { Method, Route } from "../route.ts";

/** Last words of a path that say what is done with what precedes them. */
const VERBS: readonly string[] = [
  "accept",
  "acknowledge",
  "allow",
  "apply",
  "approve",
  "assign",
  "check",
  "export",
  "flush",
  "import",
  "merge",
  "preview",
  "refresh",
  "refuse",
  "regenerate",
  "reopen",
  "restart",
  "retry",
  "run",
  "test",
  "undo",
];

/** Words that end in `s` and are no plural. */
const SINGULAR: readonly string[] = [
  "bonus",
  "metrics",
  "statistics",
  "stats",
  "status",
  "terms",
];

const PLAIN_VERB: Readonly<Record<Method, string>> = {
  get: "get",
  post: "create",
  put: "update",
  delete: "delete",
};

/**
 * The `operationId` of a route: a verb and a noun, `acceptList` for `post /api/v1/lists/{id}/accept`.
 * It follows from method and path unless the route declares one, and never changes.
 */
export function operationIdOf({ method, path, operationId }: Route): string {
  if (operationId !== undefined) return operationId;

  const segments = path.replace("/api/v1", "").split("/").filter((segment) => segment !== "");
  const last = segments.at(-1)!;

  if (method === "get" && last === "stream") return `follow${nounOf(segments.slice(0, -1))}`;

  if (method !== "delete" && VERBS.includes(last) && segments.length > 1) {
    return `${last}${nounOf(segments.slice(0, -1))}`;
  }

  const noun = nounOf(segments);
  if (method === "get") return `${isPlural(last) ? "list" : "get"}${noun}`;
  if (method === "post" && isPlural(last)) return `create${singularOf(noun)}`;
  if (method === "put" && !isParameter(last)) return `set${noun}`;
  return `${PLAIN_VERB[method]}${noun}`;
}

/** `DnsRecordZone` of `dns-records/zones/{zone}`: a word before another one is singular. */
function nounOf(segments: readonly string[]): string {
  return segments.map((segment, index) => {
    if (isParameter(segment)) return "";
    if (index === segments.length - 1) return pascalOf(segment);
    return pascalOf(segment === "me" ? "my" : singularOf(segment));
  }).join("");
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function isPlural(word: string): boolean {
  const last = word.split("-").at(-1)!;
  return last === "people" || (last.endsWith("s") && !SINGULAR.includes(last));
}

function singularOf(word: string): string {
  if (word.toLowerCase().endsWith("people")) return `${word.slice(0, -"eople".length)}erson`;
  if (!isPlural(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

function pascalOf(word: string): string {
  return word.split(/[-._]/).map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
}
