/**
 * The content of a request: read within its limits, and checked against the schemas of its route.
 */
import type { z } from "@hono/zod-openapi";
import { DomainError } from "../../schema/errors.ts";
import { BODY_LIMIT } from "../route.ts";
import type { Exchange } from "../exchange.ts";
import { concatBytes } from "../../system/bytes.ts";
import { programSentence, type Sentence, sentence } from "../../../policy/model/sentence.ts";

/** Reads the body, at most up to the limit of the route. */
export async function readBody(exchange: Exchange): Promise<void> {
  const { route, request } = exchange;
  if (!takesBody(exchange) || request.body === null) return;
  const limit = route.bodyLimit ?? BODY_LIMIT;
  const tooLarge = () =>
    new DomainError("too_large", sentence`The body may have ${limit} bytes`, {
      headers: { connection: "close" },
    });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body) {
    length += part.length;
    if (length > limit) throw tooLarge();
    parts.push(part);
  }
  exchange.body = concatBytes(parts);
}

/** A route that requires the password again has a body even where it declares none. */
function takesBody({ route }: Exchange): boolean {
  return route.body !== undefined || route.confirmPassword === true;
}

/** Checks that a body is JSON, and not compressed (RFC 9110, 8.4). */
export function checkMediaType({ request, body }: Exchange): void {
  const type = (request.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  if (body.length === 0) return;
  if (type !== "application/json") throw new DomainError("wrong_type");
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (coding.toLowerCase() !== "identity") {
    throw new DomainError("wrong_type", programSentence`The body must not be compressed`, {
      headers: { "accept-encoding": "identity" },
    });
  }
}

/** Validates path, query string and body; the password for a confirmation is taken out first. */
export function validateInput(exchange: Exchange): void {
  const { route, request, params } = exchange;
  const body = takesBody(exchange) ? withoutPassword(exchange, jsonOf(exchange.body)) : undefined;
  if (route.body === undefined && isFilled(body)) {
    throw new DomainError(
      "bad_request",
      programSentence`This takes nothing in its body but confirm_password`,
    );
  }
  exchange.given = {
    params: checked(route.params, params, "the address"),
    query: checked(route.query, queryOf(request), "the query string"),
    body: route.body === undefined ? undefined : checked(route.body, body, "the body"),
    request,
    principal: exchange.by!,
  } as Exchange["given"];
}

function withoutPassword(exchange: Exchange, value: unknown): unknown {
  if (exchange.route.confirmPassword !== true || typeof value !== "object" || value === null) {
    return value;
  }
  const { confirm_password: password, ...rest } = value as Record<string, unknown>;
  if (password !== undefined && (typeof password !== "string" || password.length > 1024)) {
    throw new DomainError(
      "bad_request",
      programSentence`Bad value in the body, field confirm_password: a text is wanted`,
    );
  }
  exchange.password = password as string | undefined;
  return Array.isArray(value) ? value : rest;
}

function isFilled(value: unknown): boolean {
  return value !== undefined &&
    (typeof value !== "object" || value === null || Object.keys(value).length > 0);
}

function queryOf(request: Request): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    if (Object.hasOwn(out, name)) {
      throw new DomainError(
        "bad_request",
        programSentence`Bad value in the query string, field ${
          name.slice(0, 100)
        }: it is given twice`,
      );
    }
    out[name] = value;
  }
  return out;
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new DomainError("bad_request", programSentence`The body is no JSON`);
  }
}

function checked(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new DomainError("bad_request", badValue(place, issue));
}

function badValue(place: string, issue: z.core.$ZodIssue): Sentence {
  const why = messageOf(issue);
  const field = issue.path.length === 0 ? "" : fieldOf(issue);
  switch (place) {
    case "the body":
      return field === ""
        ? sentence`Bad value in the body: ${why}`
        : sentence`Bad value in the body, field ${field}: ${why}`;
    case "the query string":
      return field === ""
        ? programSentence`Bad value in the query string: ${why}`
        : sentence`Bad value in the query string, field ${field}: ${why}`;
    default:
      return programSentence`Bad value in ${place}, field ${field}: ${why}`;
  }
}

function fieldOf({ path }: z.core.$ZodIssue): string {
  return path.map(String).join(".").slice(0, 100);
}

/** Of a value that may have several forms, what each of them lacks. */
function messageOf(issue: z.core.$ZodIssue): string {
  const forms = issue.code === "invalid_union"
    ? issue.errors.flatMap(([first]) => first ?? [])
    : [];
  const messages = forms.map((form) =>
    form.path.length === 0 ? form.message : `field ${fieldOf(form)}: ${form.message}`
  );
  const message = messages.length === 0 ? issue.message : [...new Set(messages)].join(", or ");
  return message.slice(0, 200);
}
