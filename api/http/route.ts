/** The declaration of a route: its address, checks, documentation and types. */
import { z } from "@hono/zod-openapi";
import type { AuditAction, AuditDetail } from "../schema/audit_actions.ts";
import type { Plan } from "../schema/plan.ts";
import type { DatabaseName } from "../store/protocol.ts";
import type { ErrorCode } from "../schema/errors.ts";
import type { Principal } from "./principal.ts";
import type { Right } from "./rights.ts";

/**
 * Who may call: `open` = every allowed network without sign-in (A 5.4), `account` = any account or
 * its token, `session` = a signed-in session (no token), `setup` = the default account until the
 * installation is finished, a right or all of several = principals that have them. The local socket
 * may call everything.
 */
export type Access = "open" | "account" | "session" | "setup" | Right | readonly Right[];
/** Headers of successful responses, beside those that every response has. */
export type ResponseHeader = "set-cookie" | "content-disposition";
/** The methods that routes have. */
export type Method = "get" | "post" | "put" | "delete";

type Shape = z.ZodObject;
/** Schemas by status; the response is the first one unless the handler uses `reply`. */
export type Answers = Readonly<Record<number, z.ZodType>>;

/** The validated input of a handler. */
export interface HandlerInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Its signal aborts when the client leaves; its body was read already. */
  readonly request: Request;
  readonly principal: Principal;
  /**
   * Writes an action to the administration log once the handler has succeeded. Only actions that
   * the route declares.
   */
  audit<A extends AuditAction>(action: A, detail: AuditDetail<A>): void;
}

/**
 * A response with another status than the first one declared, or with headers of its own (a
 * cookie).
 */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * The result of a handler: a body, a body with a status, a page, or lines for as long as the client
 * stays connected.
 */
export type HandlerResult<A extends Answers> =
  | z.input<A[keyof A]>
  | Reply<z.input<A[keyof A]>>
  | Reply<ReadableStream<Uint8Array>>
  | Response
  | ReadableStream<Uint8Array>;

/** The declaration of a route whose handler needs `Needs`. */
export interface RouteDeclaration<
  Needs,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
> {
  /**
   * The requirement: entries of docs/requirements.md (`A 4.9, 7.11`), or the address of one of its
   * headings.
   */
  readonly doc: string;
  readonly method: Method;
  /** `/api/v1/lists/{id}`. */
  readonly path: string;
  /** What it does, in a sentence without a full stop. */
  readonly summary: string;
  /** What a caller should know beyond the summary and what the other fields say. */
  readonly description?: string;
  /** Its name in generated programs; absent = as `operationIdOf` derives it from method and path. */
  readonly operationId?: string;
  readonly access: Access;
  /**
   * Whether the route exists now. If not, all but the local socket get the response for an unknown
   * address. Absent = always.
   */
  readonly there?: (services: Needs) => boolean;
  /**
   * Whether plain HTTP from the network is refused although the route is open: no third party on
   * the path may read a password.
   */
  readonly secure?: boolean;
  /**
   * The plan without which it responds 402 once the beta is over; `unless` selects requests that
   * need none.
   */
  readonly plan?: {
    readonly name: Plan;
    readonly unless?: (given: HandlerInput<z.output<P>, z.output<Q>, z.output<B>>) => boolean;
  };
  /** Whether a session must give its password again, in `confirm_password` of the body (A 5.5). */
  readonly confirmPassword?: boolean;
  /**
   * The actions that it writes to the administration log; a route that changes something declares
   * at least one.
   */
  readonly audit?: readonly AuditAction[];
  /** Why a route that is no GET writes nothing to the administration log. */
  readonly unaudited?: string;
  /**
   * Whether the policy is published afterwards, before the response; `rules` = without waiting for
   * lists that are compiled.
   */
  readonly publishes?: boolean | "rules";
  /** Milliseconds after which the request is aborted; absent = 30 seconds. A stream has none. */
  readonly deadline?: number;
  /**
   * `etag` = the response changes with the version only and may be cached and revalidated; absent =
   * never stored.
   */
  readonly store?: "etag";
  readonly params?: P;
  readonly query?: Q;
  /** An empty body counts as `{}`. */
  readonly body?: B;
  /** Maximum size of a body in bytes. */
  readonly bodyLimit?: number;
  /**
   * Throws a DomainError to refuse the request before its body is read. The handler checks again.
   */
  readonly beforeBody?: (services: Needs) => void | Promise<void>;
  readonly answers: A;
  /** Whether it is a page for a person: its errors are shown as a page too. */
  readonly page?: boolean;
  /**
   * Whether the response is a stream of lines, each with the first schema (application/x-ndjson).
   */
  readonly lines?: boolean;
  /**
   * Media types of the response, where they do not follow from `lines`: JSON matches the schema,
   * others are texts.
   */
  readonly types?: readonly string[];
  /** Headers that the handler adds to successful responses. */
  readonly headers?: readonly ResponseHeader[];
  /** The database without which the route responds 503. */
  readonly database?: DatabaseName;
  /** Codes with which the handler itself refuses, in addition to those of the steps. */
  readonly refusals?: readonly ErrorCode[];
  /** A property, not a method: TypeScript compares only parameters of properties strictly. */
  readonly handle: (
    given: HandlerInput<z.output<P>, z.output<Q>, z.output<B>>,
    services: Needs,
  ) => HandlerResult<A> | Promise<HandlerResult<A>>;
  /** Completes the result of `handle` once the policy is published. */
  readonly afterPublish?: (
    result: HandlerResult<A>,
    services: Needs,
  ) => HandlerResult<A> | Promise<HandlerResult<A>>;
}

/**
 * A route in a list. The types of its schemas are erased; the services that it needs are known: a
 * `Route<A>` is a `Route<A & B>`. A plain `Route` is any route, which can be read but not called.
 */
export interface Route<in Needs = never>
  extends
    Omit<RouteDeclaration<Needs>, "handle" | "afterPublish" | "there" | "plan" | "beforeBody"> {
  readonly there?: (services: Needs) => boolean;
  readonly beforeBody?: (services: Needs) => void | Promise<void>;
  readonly plan?: RouteDeclaration<Needs, never, never, never>["plan"];
  readonly handle: (given: HandlerInput<never, never, never>, services: Needs) => unknown;
  readonly afterPublish?: (result: never, services: Needs) => unknown;
}

/** Default limit of a body in bytes. */
export const BODY_LIMIT = 64 * 1024;

/**
 * Creates the function that declares the routes of one file and names the services that they need:
 * `const route = routeFor<{ lists: Pick<ListService, "list"> }>();`. The schemas type each handler.
 */
export function routeFor<Needs>() {
  return <P extends Shape, Q extends Shape, B extends z.ZodType, A extends Answers>(
    declaration: RouteDeclaration<Needs, P, Q, B, A>,
  ): Route<Needs> => declaration as unknown as Route<Needs>;
}

/** Responds with another status than the first one declared. */
export function reply<T>(
  status: number,
  body: T,
  headers: Readonly<Record<string, string>> = {},
): Reply<T> {
  return new Reply(status, body, headers);
}

/** The identifier of a record as part of an address. */
export const recordId = z.string().regex(/^(0|[1-9]\d{0,14})$/, "a whole number is wanted")
  .transform(Number)
  .meta({
    id: "RecordId",
    description: "Number of the record",
    type: "integer",
    minimum: 0,
    maximum: 999_999_999_999_999,
    pattern: undefined,
  });

/** A whole number in an address or a query string: digits, as the document says. */
export function wholeNumber(
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): z.ZodType<number, string> {
  return z.string().regex(/^(0|[1-9]\d{0,15})$/, "a whole number is wanted")
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .meta({ type: "integer", minimum: least, maximum: most, pattern: undefined });
}

/** Unix seconds, 0 = never. */
export const seconds = z.int().min(0).describe("Unix seconds, 0 = never").meta({
  id: "UnixSeconds",
});
/** A count since the box started or of a period. */
export const count = z.number().min(0).meta({ id: "Count" });

/** Unix milliseconds as the API writes times. */
export function toSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
