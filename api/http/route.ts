/** What a route is: one declaration gives its address, its checks, its documentation and its types (DESIGN 6). */
import { z } from "@hono/zod-openapi";
import type { AuditAction, AuditDetail } from "../events/audit_actions.ts";
import type { Plan } from "../plan.ts";
import type { ErrorCode } from "./errors.ts";
import type { Principal } from "./principal.ts";
import type { Right } from "./rights.ts";
import type { DatabaseName, Services } from "./services.ts";

/**
 * Who may call: `open` = every allowed network without sign-in (A 5.4), `account` = any account or its token, `session` = a
 * signed-in session (no token), `setup` = the default account until the installation is finished, a right or all of several =
 * who holds them. The local socket may call everything.
 */
export type Access = "open" | "account" | "session" | "setup" | Right | readonly Right[];
/** The methods that routes have. */
export type Method = "get" | "post" | "put" | "delete";

type Shape = z.ZodObject;
/** Schemas by status; the first one is answered unless the handler says otherwise by `reply`. */
export type Answers = Readonly<Record<number, z.ZodType>>;

/** What a handler is given, checked. */
export interface Given<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Its signal aborts when the client leaves; its body was read already. */
  readonly request: Request;
  readonly by: Principal;
  /** Tells the administration log what was done; written when the handler has ended well. Only actions that the route declares. */
  note<A extends AuditAction>(action: A, detail: AuditDetail<A>): void;
}

/** An answer with another status than the first one declared, or with headers of its own (a cookie). */
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

/** What a handler gives back: the answer, the answer with a status, a page, or lines for as long as the client stays. */
export type Outcome<A extends Answers> =
  | z.input<A[keyof A]>
  | Reply<z.input<A[keyof A]>>
  | Reply<ReadableStream<Uint8Array>>
  | Response
  | ReadableStream<Uint8Array>;

/** The declaration of a route. */
export interface Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
> {
  /** The section of the reference or of DESIGN that asks for it. */
  readonly doc: string;
  readonly method: Method;
  /** `/api/v1/lists/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Whether it is there now; where not, all but the local socket are told what an unknown address is told. Absent = always. */
  readonly there?: (services: Services) => boolean;
  /** Whether it is refused over plain HTTP from the network although it is open: nobody on the way may read a password. */
  readonly secure?: boolean;
  /** The plan without which it answers 402 once the beta is over; `unless` names requests that need none. */
  readonly plan?: {
    readonly name: Plan;
    readonly unless?: (given: Given<z.output<P>, z.output<Q>, z.output<B>>) => boolean;
  };
  /** Whether a session must give its password again, in `confirm_password` of the body (A 5.5). */
  readonly confirmPassword?: boolean;
  /** The actions that it writes to the administration log; a route that changes something declares at least one. */
  readonly audit?: readonly AuditAction[];
  /** Why nothing is written to the administration log by a route that is no GET. */
  readonly unaudited?: string;
  /** Whether the policy is published afterwards, before the answer; `rules` = without waiting for lists that are compiled. */
  readonly publishes?: boolean | "rules";
  /** Milliseconds after which the answer is given up; absent = 30 seconds. A stream has none. */
  readonly deadline?: number;
  /** `etag` = the answer changes with the version only and may be kept and asked again; absent = never stored. */
  readonly store?: "etag";
  readonly params?: P;
  readonly query?: Q;
  /** A body without anything counts as `{}`. */
  readonly body?: B;
  /** Octets that a body may have. */
  readonly bodyLimit?: number;
  readonly answers: A;
  /** Whether it is a page for a person: what it refuses is told as a page too. */
  readonly page?: boolean;
  /** Whether the answer is a stream of lines, each as the first schema says (application/x-ndjson). */
  readonly lines?: boolean;
  /** Media types of the answer, where it is not the one that follows from `lines`: JSON is as the schema says, others are texts. */
  readonly types?: readonly string[];
  /** The database without which the route answers 503. */
  readonly database?: DatabaseName;
  /** Codes that the handler itself refuses with, beside those of the steps. */
  readonly refusals?: readonly ErrorCode[];
  handle(
    given: Given<z.output<P>, z.output<Q>, z.output<B>>,
    services: Services,
  ): Outcome<A> | Promise<Outcome<A>>;
}

/** Octets of a body where a route says nothing. */
export const BODY_LIMIT = 64 * 1024;

/** Declares a route; the schemas type its handler. In the list all routes have one type: the steps have checked what it is given. */
export function route<P extends Shape, Q extends Shape, B extends z.ZodType, A extends Answers>(
  declaration: Route<P, Q, B, A>,
): Route {
  return declaration as unknown as Route;
}

/** Answers with another status than the first one declared. */
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
  .openapi({ type: "integer", minimum: 0 });

/** Unix seconds, 0 = never. */
export const seconds = z.int().min(0).describe("Unix seconds, 0 = never");
/** A count since the box started or of a period. */
export const count = z.number().min(0);

/** Unix milliseconds as the API writes times (DESIGN 11). */
export function toSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
