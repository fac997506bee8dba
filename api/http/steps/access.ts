/** Authentication and authorisation of the client (A 5). */
import { DatabaseUnavailableError } from "../../store/database.ts";
import { DomainError } from "../../schema/errors.ts";
import type { Principal } from "../principal.ts";
import { RIGHTS } from "../rights.ts";
import type { Route } from "../route.ts";
import { isLoopback } from "../sources.ts";
import type { Exchange, StepContext } from "../exchange.ts";
import { hostOf } from "./origin.ts";
import { programSentence } from "../../../policy/model/sentence.ts";

/** Name of the session cookie (A 5.1). */
export const SESSION_COOKIE = "__Host-box";

/** Checks that the database that the route needs can be used. */
export async function checkDatabase({ route }: Exchange, { services }: StepContext): Promise<void> {
  if (route.database === undefined) return;
  try {
    await services.database(route.database);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) {
      throw new DomainError("database_unavailable", programSentence`${error.message}`);
    }
    throw error;
  }
}

/** Authenticates the client and compares its rights with those that the route requires. */
export async function checkAccess(exchange: Exchange, context: StepContext): Promise<void> {
  const by = await principalOf(exchange, context);
  exchange.by = by;
  checkPrincipal(by, exchange.route);
}

const SOCKET: Principal = { kind: "socket", name: "box", address: "", rights: new Set(RIGHTS) };

async function principalOf(
  { route, connection, request }: Exchange,
  { services }: StepContext,
): Promise<Principal> {
  if (connection.door === "socket") return SOCKET;
  const { address } = connection;
  const device: Principal = { kind: "device", name: address, address, rights: new Set() };
  if (connection.door === "http" && !isLoopback(address)) {
    if (route.access === "open" && route.secure !== true) return device;
    throw new DomainError("secure_only");
  }
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const cookie = sessionCookie(request);
  // Open routes stay open without the database, and for a client whose session has ended.
  if (route.access === "open" && bearer === undefined && cookie === undefined) return device;
  try {
    if (bearer !== undefined) return await services.auth.token(bearer, address) ?? device;
    return cookie === undefined
      ? device
      : await services.auth.session(cookie, hostOf(request), address) ?? device;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    if (route.access === "open") return device;
    throw new DomainError("database_unavailable", programSentence`${error.message}`);
  }
}

/** Throws when the access of a route does not admit the principal. */
export function checkPrincipal(by: Principal, { access }: Route): void {
  if (by.kind === "socket" || access === "open") return;
  if (by.kind === "device") {
    throw new DomainError("not_signed_in", undefined, {
      headers: { "www-authenticate": "Bearer" },
    });
  }
  const setup = by.kind === "session" && by.setup;
  if (access === "session") {
    if (by.kind === "session") return;
    throw new DomainError("no_right", programSentence`This needs a signed-in session, not a token`);
  }
  if (access === "setup") {
    if (setup) return;
    throw new DomainError("setup_finished");
  }
  if (access === "account") {
    if (setup) throw new DomainError("setup_needed");
    return;
  }
  const missing = (typeof access === "string" ? [access] : access).find((right) =>
    !by.rights.has(right)
  );
  if (missing === undefined) return;
  throw setup
    ? new DomainError("setup_needed")
    : new DomainError("no_right", programSentence`This needs the right ${missing}`);
}

/** The session cookie; undefined when there is none, or more than one. */
function sessionCookie(request: Request): string | undefined {
  const values = (request.headers.get("cookie") ?? "").split(";").map((part) => part.trim())
    .filter((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return values.length === 1 ? values[0].slice(SESSION_COOKIE.length + 1) : undefined;
}
