/** Refusals of a route: the codes of its steps and of its handler, as responses by status. */
import { z } from "@hono/zod-openapi";
import { type ErrorCode, ERRORS } from "../../schema/errors.ts";
import type { Route } from "../route.ts";
import type { JsonSchema } from "./json_schema.ts";

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The body of every refusal. */
export const errorSchema = z.looseObject({
  error: z.string().describe("The error as a sentence"),
  code: z.enum(CODES).meta({ id: "ErrorCode" }).describe("The error as a stable code"),
}).meta({ id: "Error" });

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds to wait before retrying",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
};

/** Headers that refusals of a status have. */
const HEADERS: Readonly<Record<number, Record<string, unknown>>> = {
  401: {
    "WWW-Authenticate": {
      description: "`Bearer` where a request without credentials is refused",
      schema: { type: "string" },
    },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** A response of the document. */
export interface DocumentedResponse {
  readonly description: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, Record<string, unknown>>;
}

/** Every code with which a route refuses, those of its steps first. */
export function refusalCodes(route: Route): ErrorCode[] {
  return [...new Set([...stepCodes(route), ...route.refusals ?? []])];
}

function stepCodes(route: Route): ErrorCode[] {
  const { access, database, body, params, query, plan, publishes } = route;
  const isOpen = access === "open";
  const takesBody = body !== undefined || route.confirmPassword === true;
  const takesInput = takesBody || params !== undefined || query !== undefined;
  const needsRight = !isOpen && access !== "setup" && access !== "account";

  const codes: [boolean, ...ErrorCode[]][] = [
    [true, "source_not_allowed", "wrong_host", "too_many_requests"],
    [!isOpen || route.method !== "get", "cross_site"],
    [!isOpen || route.secure === true, "secure_only"],
    [!isOpen, "not_signed_in"],
    [needsRight, "no_right"],
    [!isOpen && access !== "setup" && access !== "session", "setup_needed"],
    [access === "setup", "setup_finished"],
    [takesInput, "bad_request"],
    [takesBody, "too_large", "wrong_type"],
    [route.there !== undefined, "not_found"],
    [plan !== undefined, "plan_needed"],
    [route.confirmPassword === true, "password_needed", "wrong_password"],
    [publishes !== undefined && publishes !== false, "not_published"],
    [!isOpen || database !== undefined, "database_unavailable"],
    [route.lines !== true, "too_slow"],
  ];
  return codes.flatMap(([occurs, ...names]) => occurs ? names : []);
}

/** The codes of a route by status, in the order of the statuses. */
export function codesByStatus(route: Route): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalCodes(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return new Map([...byStatus].map(([status, codes]) => [status, codes.toSorted()]));
}

/** The name of a shared response: `BadRequestOrBadValue`. */
export function refusalName(codes: readonly ErrorCode[]): string {
  const words = codes.map((code) =>
    code.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")
  );
  return words.join("Or");
}

/** The headers of a status that has these codes too; empty = none. */
export function refusalHeaders([first]: readonly ErrorCode[]): Record<string, unknown> {
  return first === undefined ? {} : HEADERS[ERRORS[first].status] ?? {};
}

/** The response of one status with its codes. `error` is the schema of its body. */
export function refusalResponse(
  codes: readonly ErrorCode[],
  error: JsonSchema,
): DocumentedResponse {
  const [first] = codes;
  const headers = refusalHeaders(codes);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(". ") + ".",
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: {
      "application/json": {
        schema: { allOf: [error], properties: { code: { enum: codes } } },
        example: { error: ERRORS[first].text, code: first },
      },
    },
  };
}
