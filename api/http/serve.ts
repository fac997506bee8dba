/**
 * Opens the listeners of the API: the local socket and HTTPS for everything, plain HTTP for
 * requests without sign-in (A 5.4).
 */
import type { ListenAddress } from "../settings/listen.ts";
import { admitRequest } from "./admission.ts";
import { type ClientFaults, isClientGone } from "./client_faults.ts";
import { type ApiApp, apiApp, type ErrorPage } from "./app.ts";
import { type DoorParts, type HttpRedirect, withDoor } from "./door.ts";
import type { DomainError } from "../schema/errors.ts";
import { answerOverNode } from "./exchange_over_node.ts";
import { withForms } from "./forms.ts";
import type { KernelServices } from "./kernel_services.ts";
import {
  closeListener,
  type Listener,
  listenHttp,
  listenSocket,
  type OpenListener,
} from "./listeners.ts";
import type { Route } from "./route.ts";
import { RequestRate } from "./sources.ts";
import type { Connection, StepContext } from "./exchange.ts";

/** The interface: its routes, and its error page. */
export interface Pages<S> {
  readonly routes: readonly Route<S>[];
  readonly errorPage: ErrorPage;
}

/** Answers one request over HTTPS. */
export type HttpsAnswer = (
  request: Request,
  peer: { readonly address: string; readonly servername: string },
) => Response | Promise<Response>;

/** A listener for HTTPS, which runs outside this folder. */
export interface HttpsListener {
  /** The open listeners: `https [::]:443`. */
  readonly listeners: readonly string[];
  /** Sentences about listeners that could not be opened. */
  readonly errors: readonly string[];
  /** Opens the listeners that can be opened. Never rejects. */
  open(answer: HttpsAnswer): Promise<void>;
  close(): Promise<void>;
}

/** The services that listening needs, whatever routes there are. */
export interface ServeServices extends KernelServices {
  /** Redirects requests over plain HTTP to HTTPS. */
  readonly httpsRedirect: HttpRedirect;
}

/** Options of the API server; the services are those of the routes and of the server itself. */
export interface ServeApiOptions<S> {
  readonly routes: readonly Route<S>[];
  readonly services: NoInfer<S> & ServeServices;
  /** Loads the interface, at the first request that is not for the API; absent = there is none. */
  readonly pages?: () => Promise<Pages<NoInfer<S>>>;
  /** `<data>/box.sock`. */
  readonly socketPath: string;
  /** Addresses of plain HTTP; none = no HTTP. */
  readonly http: readonly ListenAddress[];
  /** Shows why a name is blocked; absent = no block page. */
  readonly blockPage?: DoorParts["blockPage"];
  /** HTTPS, opened here; absent = no HTTPS. */
  readonly https?: HttpsListener;
}

/** The open API server. */
export interface ServedApi {
  /** The open listeners: `socket /data/box.sock`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Sentences about listeners that could not be opened; the others are open. */
  readonly errors: readonly string[];
  /** Ends live views, waits up to a second for requests in progress, and closes. */
  close(): Promise<void>;
}

/** Opens every listener that can be opened. Never rejects: DNS works even if HTTP does not. */
export async function serveApi<S>(options: ServeApiOptions<S>): Promise<ServedApi> {
  const { routes, services, pages, socketPath, http, https, blockPage } = options;
  const context = { services, rate: new RequestRate() };
  const { beyond, errorPage } = pages === undefined ? {} : interfaceDoor(pages, services, context);
  const app = apiApp(routes, services, { beyond, errorPage, context });
  const inside = withForms((request, connection) => app.fetch(request, connection), {
    errorPage,
    admit: (request, connection) => admitRequest(request, connection, context),
  });
  const door = withDoor(inside, {
    ...context,
    redirect: services.httpsRedirect,
    ...(blockPage === undefined ? {} : { blockPage }),
  });
  const answer = countingAborted(door, services.clientFaults);
  const onFault = (fault: unknown) =>
    services.runtime.log("error", `A request failed: ${(fault as Error)?.stack ?? fault}`);
  const closing = new AbortController();
  const listener = (connect: (address: string) => Connection): Listener => (incoming, outgoing) => {
    const connection = connect(incoming.socket.remoteAddress ?? "");
    void answerOverNode(
      incoming,
      outgoing,
      (request) => answer(request, connection),
      closing.signal,
      onFault,
    );
  };
  const onBadRequest = () => services.clientFaults.count("bad_request");
  const overHttp = listener((address) => ({ door: "http", address }));
  const opened = await Promise.allSettled([
    listenSocket(socketPath, listener(() => ({ door: "socket" })), onBadRequest),
    ...http.map(({ address, port }) => listenHttp(address, port, overHttp, onBadRequest)),
  ]);
  await https?.open((request, { address, servername }) =>
    answer(request, { door: "https", address, servername })
  );
  const open: OpenListener[] = [];
  const errors: string[] = [...https?.errors ?? []];
  for (const result of opened) {
    if (result.status === "fulfilled") open.push(result.value);
    else {errors.push(
        result.reason instanceof Error ? result.reason.message : String(result.reason),
      );}
  }
  return {
    get listeners() {
      return [...open.map(({ text }) => text), ...https?.listeners ?? []];
    },
    errors,
    async close() {
      closing.abort();
      await Promise.all([...open.map((listener) => closeListener(listener)), https?.close()]);
    },
  };
}

/** Counts the requests whose client left before the response. */
function countingAborted(
  answer: (request: Request, connection: Connection) => Response | Promise<Response>,
  faults: ClientFaults,
): (request: Request, connection: Connection) => Promise<Response> {
  return async (request, connection) => {
    try {
      const response = await answer(request, connection);
      if (request.signal.aborted) faults.count("request_aborted");
      return response;
    } catch (error) {
      if (isClientGone(error, request.signal)) faults.count("request_aborted");
      throw error;
    }
  };
}

/**
 * Returns the handler of the interface, created at the first request: when the interface is not
 * used, it takes no memory.
 */
function interfaceDoor<S>(
  load: () => Promise<Pages<S>>,
  services: NoInfer<S> & KernelServices,
  context: StepContext,
) {
  let loaded: Promise<{ app: ApiApp; errorPage: ErrorPage }> | undefined;
  const made = async () => {
    const { routes, errorPage } = await load();
    return { app: apiApp(routes, services, { errorPage, context }), errorPage };
  };
  const door = () =>
    loaded ??= made().catch((error) => {
      // A file of the interface that was missing may exist at the next request.
      loaded = undefined;
      throw error;
    });
  return {
    beyond: async (request: Request, connection: Connection) =>
      (await door()).app.fetch(request, connection),
    errorPage: async (error: DomainError, request: Request) =>
      (await door()).errorPage(error, request),
  };
}
