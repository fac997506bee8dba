/**
 * The door: what a request over HTTP or HTTPS is for. A name or address of the box is the interface, a name that was blocked lately
 * is shown why, and everything else is refused by the steps behind (A 7.6.3, 7.8).
 */
import type { BlockPage } from "../features/protection/block_page/service.ts";
import { ApiError } from "./errors.ts";
import { isOfBox, type RequestHost, requestHost } from "./host.ts";
import type { Services } from "./services.ts";
import { isAllowed, peerAddress } from "./sources.ts";
import type { Connection, StepContext } from "./steps.ts";

/** How a request came over the network. */
export type NetworkConnection = Exclude<Connection, { readonly door: "socket" }>;

/** Sends requests over plain HTTP to HTTPS (A 7.8). */
export interface HttpRedirect {
  /** Where a request goes; undefined = plain HTTP answers it. */
  of(request: Request, connection: NetworkConnection, host: RequestHost): Response | undefined;
}

/** What stands at the door. */
export interface DoorParts {
  readonly services: Pick<Services, "allowedRanges" | "hostNames" | "now">;
  readonly rate: StepContext["rate"];
  /** Tells who asks for a blocked name why there is nothing; absent = no name has a page. */
  readonly blockPage?: Pick<BlockPage, "answer">;
  /** Absent = plain HTTP answers everything. */
  readonly redirect?: HttpRedirect;
}

type Answer = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Puts the door before what answers. The steps behind it check again whatever it lets through. */
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
    const { servername = "" } = connection, request = withHost(given, servername);
    const host = requestHost(request.headers.get("host") ?? ""), names = services.hostNames();
    if (host !== undefined && isOfBox(host, names)) {
      if (isFronted(servername, names)) return new ApiError("wrong_host").toResponse();
      const elsewhere = connection.door === "http"
        ? redirect?.of(request, connection, host)
        : undefined;
      return elsewhere === undefined || !rate.admits(address, services.now())
        ? answer(request, connection)
        : elsewhere;
    }
    return blockPage?.answer(request, { address: connection.address, servername }) ??
      answer(request, connection);
  };
}

/** The request with the name asked for in TLS as its host, where it names none itself. */
function withHost(request: Request, servername: string): Request {
  if (servername === "" || (request.headers.get("host") ?? "") !== "") return request;
  const headers = new Headers(request.headers);
  headers.set("host", servername);
  return new Request(request, { headers });
}

/**
 * Whether a connection was made for another name than the box's, with a certificate for that: whoever asks for the interface over
 * it is no browser that somebody opened the box with (RFC 9110, 15.5.20).
 */
function isFronted(servername: string, names: readonly string[]): boolean {
  return servername !== "" && !isOfBox(requestHost(servername), names);
}
