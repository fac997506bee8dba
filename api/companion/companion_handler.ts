/**
 * Handles every call in these steps: rate, address, method, size, type, signature, rate of the key,
 * body, handler.
 */
import type { z } from "zod";
import type { CallLimit, CallLimits } from "./call_limits.ts";
import { routeText } from "./call_metrics.ts";
import { SIGNED } from "../cloud/signed.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { PacedLog } from "./paced_log.ts";
import { CompanionError, REFUSALS } from "./refusal.ts";
import type { CompanionOutcome, CompanionRoute, CompanionServices } from "./route.ts";
import type { LoggedCall } from "./request_log.ts";
import type { CallSigner, SignedCalls } from "./signed_calls.ts";
import { CompanionDatabaseError } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** Seconds after which a call that failed with 503 may be repeated, unless it says otherwise. */
const RETRY_SECONDS = "30";

/** A call that a listener read. */
export interface CompanionCall {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  readonly header: (name: string) => string;
  /** Undefined when it is too long. */
  readonly body: Uint8Array | undefined;
  /** The network of the caller; see networkOf(). */
  readonly network: string;
  /** The home of the caller; see homeOf(). */
  readonly home: string;
}

/** The response to a call. */
export interface CompanionAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or empty. */
  readonly body: string;
}

/** Dependencies of the answering service. */
export interface CompanionHandlerDeps {
  readonly routes: readonly CompanionRoute[];
  readonly services: CompanionServices;
  readonly signed: SignedCalls;
  /** Absent = callers are not limited, as at the socket of the operator. */
  readonly limits?: CallLimits;
  /** Counts a response; `route` is the text of a declared route. */
  readonly onCall: (route: string, status: number, seconds: number) => void;
  /** Logs a response to a call that no limit refused; absent = calls are not logged. */
  readonly onLogged?: (call: LoggedCall) => void;
  readonly runtime: Runtime;
}

/** The signer of an unsigned call. */
const UNSIGNED: CallSigner = { key: "", instance: "", time: 0 };

/** Handles calls. Never rejects. */
export class CompanionHandler {
  readonly #deps: CompanionHandlerDeps;
  readonly #log: PacedLog;

  constructor(deps: CompanionHandlerDeps) {
    this.#deps = deps;
    this.#log = new PacedLog(deps.runtime);
  }

  /** Handles one call; errors become responses too. */
  async answer(call: CompanionCall): Promise<CompanionAnswer> {
    const began = this.#deps.runtime.monotonic();
    const route = this.#deps.routes.find((each) =>
      each.method === call.method && each.path === pathOf(call)
    );
    let answer: CompanionAnswer;
    let code = "";
    try {
      answer = await this.#steps(call, route);
    } catch (error) {
      code = error instanceof CompanionError ? error.code : "failed";
      answer = this.#refused(error);
    }

    const milliseconds = Math.max(0, this.#deps.runtime.monotonic() - began);
    this.#deps.onCall(routeText(route), answer.status, milliseconds / 1000);
    if (code !== "too_many") {
      const { status } = answer;
      const { method, path } = route ?? { method: "", path: "" };
      this.#deps.onLogged?.({
        method,
        route: path,
        status,
        code,
        milliseconds: Math.round(milliseconds),
      });
    }
    return answer;
  }

  async #steps(
    call: CompanionCall,
    found: CompanionRoute | undefined,
  ): Promise<CompanionAnswer> {
    const { services } = this.#deps;
    this.#admit("calls-per-network", call.network);
    this.#admit("calls-in-all", "");
    const route = found ?? this.#noRoute(call);
    if (call.body === undefined) {
      throw new CompanionError(
        "too_large",
        `A body may have ${COMPANION_LIMITS.http.bodyBytes} bytes at most`,
      );
    }
    const signer = route.signed ? await this.#signedBy(call, call.body) : UNSIGNED;
    const given = {
      signer,
      key: signer.key,
      body: bodyOf(route, call, call.body),
      query: new URLSearchParams(call.target.split("?")[1] ?? ""),
      network: call.network,
      home: call.home,
      userAgent: call.header("user-agent"),
    };
    const hasCopies = route.signed && await services.copies.note(signer);
    const outcome = await route.handle(given, services);
    return this.#answered(outcome, hasCopies ? { [SIGNED.copiesHeader]: "1" } : {});
  }

  #answered(
    { status, body, text }: CompanionOutcome,
    headers: Readonly<Record<string, string>>,
  ): CompanionAnswer {
    if (text !== undefined) {
      return this.#made(status, text.text, { ...headers, "content-type": text.type });
    }
    return this.#made(status, body === undefined ? "" : JSON.stringify(body), headers);
  }

  #admit(limit: CallLimit, caller: string): void {
    admit(this.#deps.limits?.take(limit, caller) ?? 0);
  }

  /** Throws the refusal of a call without a route. */
  #noRoute(call: CompanionCall): never {
    const there = this.#deps.routes.filter((route) => route.path === pathOf(call));
    if (there.length === 0) {
      throw new CompanionError("not_found", "There is nothing at this address");
    }
    const allow = there.map((each) => each.method).join(", ");
    throw new CompanionError("wrong_method", `This address takes ${allow}`, { allow });
  }

  async #signedBy(call: CompanionCall, body: Uint8Array): Promise<CallSigner> {
    const { method, target: path } = call;
    const signer = await this.#deps.signed.check({
      method,
      path,
      body,
      authorization: call.header("authorization"),
    });
    this.#admit("calls-per-box", signer.key);
    return signer;
  }

  #refused(error: unknown): CompanionAnswer {
    if (error instanceof CompanionError) {
      const { code, message, headers } = error;
      return this.#made(REFUSALS[code], JSON.stringify({ error: message, code }), headers);
    }
    const fault = error instanceof CompanionDatabaseError;
    const code = fault ? "unavailable" : "failed";
    const text = fault ? error.message : `A call failed: ${(error as Error)?.stack ?? error}`;
    this.#log.log("error", text);
    const message = fault
      ? "The database of the service cannot be used now; try again later"
      : "The call failed here";
    return this.#made(REFUSALS[code], JSON.stringify({ error: message, code }));
  }

  #made(
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): CompanionAnswer {
    const json: Record<string, string> = body === "" ? {} : { "content-type": "application/json" };
    const date = new Date(this.#deps.runtime.now()).toUTCString();
    const retry: Record<string, string> = status === 503 ? { "retry-after": RETRY_SECONDS } : {};
    const common = { date, "cache-control": "no-store", ...json, ...retry };
    return { status, headers: { ...common, ...headers }, body };
  }
}

function pathOf({ target }: CompanionCall): string {
  return target.split("?", 1)[0];
}

function admit(wait: number): void {
  if (wait === 0) return;
  throw new CompanionError("too_many", "Too many calls; try again later", {
    "retry-after": String(wait),
  });
}

function bodyOf(
  { body: form }: CompanionRoute,
  { header }: CompanionCall,
  body: Uint8Array,
): unknown {
  if (form === undefined) {
    if (body.length > 0) throw new CompanionError("bad_request", "This call takes no body");
    return undefined;
  }
  if (!/^application\/json\s*(;|$)/i.test(header("content-type"))) {
    throw new CompanionError("wrong_type", "The body must be application/json");
  }
  const read = form.safeParse(jsonOf(body));
  if (!read.success) {
    throw new CompanionError(
      "bad_request",
      `The body is not as it must be: ${issuesOf(read.error)}`,
    );
  }
  return read.data;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new CompanionError("bad_request", "The body is no JSON");
  }
}

/** The first three errors with their paths. */
function issuesOf({ issues }: z.ZodError): string {
  return issues.slice(0, 3).map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
    .join("; ").slice(
      0,
      300,
    );
}
