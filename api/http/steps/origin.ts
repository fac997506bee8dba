/**
 * The origin of a request: its address, the name it uses for the box, the page that sent it, and
 * its rate.
 */
import { DomainError } from "../../schema/errors.ts";
import { isOfBox, requestHost } from "../host.ts";
import { isAllowed, peerAddress } from "../sources.ts";
import type { Exchange, StepContext } from "../exchange.ts";

/** Admits only allowed networks, and never 100::/64 (B 7.1.4). */
export function checkSource({ connection }: Exchange, { services }: StepContext): void {
  if (connection.door === "socket") return;
  const address = peerAddress(connection.address);
  if (address === undefined || !isAllowed(address, services.allowedRanges())) {
    throw new DomainError("source_not_allowed");
  }
}

/** Admits only names and addresses of the box in Host, against DNS rebinding. */
export function checkHost({ connection, request }: Exchange, { services }: StepContext): void {
  if (connection.door === "socket") return;
  if (!isOfBox(requestHost(hostOf(request)), services.hostNames())) {
    throw new DomainError("wrong_host");
  }
}

/** The Host of a request in lower case, with its port: what a session is bound to (A 5.1). */
export function hostOf(request: Request): string {
  return (request.headers.get("host") ?? "").toLowerCase();
}

/**
 * Admits requests of pages of the box itself, or of no page. Pages that are open to the network may
 * be linked to.
 */
export function checkSite({ route, connection, request }: Exchange): void {
  if (connection.door === "socket") return;
  const safe = request.method === "GET" || request.method === "HEAD";
  if (route.access === "open" && safe) return;
  const from = request.headers.get("sec-fetch-site");
  if (from !== null && from !== "same-origin" && from !== "none") {
    throw new DomainError("cross_site");
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin.toLowerCase() !== `${connection.door}://${hostOf(request)}`) {
    throw new DomainError("cross_site");
  }
}

/** Limits the rate of requests of an address. */
export function checkRate({ connection }: Exchange, { services, rate }: StepContext): void {
  if (connection.door === "socket") return;
  const address = peerAddress(connection.address);
  if (address !== undefined && rate.admits(address, services.runtime.now())) return;
  throw new DomainError("too_many_requests", undefined, { headers: { "retry-after": "1" } });
}
