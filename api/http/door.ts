/**
 * The door: decides the target of a request over HTTP or HTTPS. A name or address of the box leads
 * to the interface, and a name that was blocked lately to the block page. Everything else is
 * refused by the steps behind the door (A 7.6.3, 7.8).
 */
import { DomainError } from "../schema/errors.ts";
import { errorResponse } from "./errors.ts";
import { isOfBox, type RequestHost, requestHost } from "./host.ts";
import type { KernelServices } from "./kernel_services.ts";
import { isAllowed, peerAddress } from "./sources.ts";
import type { Connection, StepContext } from "./exchange.ts";

/** How a request arrived over the network. */
export type NetworkConnection = Exclude<Connection, { readonly door: "socket" }>;

/** Redirects requests over plain HTTP to HTTPS (A 7.8). */
export interface HttpRedirect {
  /** The redirect of a request; undefined = plain HTTP answers it. */
  of(request: Request, connection: NetworkConnection, host: RequestHost): Response | undefined;
}

/** Answers requests for blocked names with a page that gives the reason (A 7.6.3). */
export interface BlockedNamePage {
  /** The response; undefined = the name of the request was not recently blocked. */
  answer(
    request: Request,
    client: { readonly address: string; readonly servername: string },
  ): Response | Promise<Response> | undefined;
}

/** The parts of the door. */
export interface DoorParts {
  readonly services: Pick<KernelServices, "allowedRanges" | "hostNames" | "runtime">;
  readonly rate: StepContext["rate"];
  /** Absent = blocked names have no page. */
  readonly blockPage?: BlockedNamePage;
  /** Absent = plain HTTP answers everything. */
  readonly redirect?: HttpRedirect;
}

type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Puts the door before a handler. The steps behind it check again whatever it lets through. */
export function withDoor(
  answer: Answer,
  { services, rate, blockPage, redirect }: DoorParts,
): Answer {
  return (given, connection) => {
    if (connection.door === "socket") return answer(given, connection);
    const address = peerAddress(connection.address);
    // Foreign networks are refused by the first step: they learn neither names nor pages.
    if (address === undefined || !isAllowed(address, services.allowedRanges())) {
      return answer(given, connection);
    }
    const { servername = "" } = connection;
    const request = withHost(given, servername);
    const host = requestHost(request.headers.get("host") ?? "");
    const names = services.hostNames();
    if (host !== undefined && isOfBox(host, names)) {
      if (isFronted(servername, names)) return errorResponse(new DomainError("wrong_host"));
      const elsewhere = connection.door === "http"
        ? redirect?.of(request, connection, host)
        : undefined;
      return elsewhere === undefined || !rate.admits(address, services.runtime.now())
        ? answer(request, connection)
        : elsewhere;
    }
    return blockPage?.answer(request, { address: connection.address, servername }) ??
      answer(request, connection);
  };
}

/** The request with the server name of TLS as its host, where it names none itself. */
function withHost(request: Request, servername: string): Request {
  if (servername === "" || (request.headers.get("host") ?? "") !== "") return request;
  const headers = new Headers(request.headers);
  headers.set("host", servername);
  return new Request(request, { headers });
}

/**
 * Whether a connection was made for another name than the box's, with a certificate for that name.
 * A client that requests the interface over it is no browser that a person opened the box with (RFC
 * 9110, 15.5.20).
 */
function isFronted(servername: string, names: readonly string[]): boolean {
  return servername !== "" && !isOfBox(requestHost(servername), names);
}
