/** Opens the door of the API: the local socket and HTTPS in full, plain HTTP for what needs no sign-in (A 5.4). */
import type { Answer } from "../front/http/answering.ts";
import type { Https } from "../https.ts";
import type { ListenAddress } from "../settings/listen.ts";
import { admitted } from "./admission.ts";
import { type ApiApp, apiApp, type ErrorPage } from "./app.ts";
import { type DoorParts, withDoor } from "./door.ts";
import type { ApiError } from "./errors.ts";
import { answerOverNode } from "./exchange_over_node.ts";
import { withForms } from "./forms.ts";
import {
  closeListener,
  type Listener,
  listenHttp,
  listenSocket,
  type OpenListener,
} from "./listeners.ts";
import type { Route } from "./route.ts";
import type { Services } from "./services.ts";
import { RequestRate } from "./sources.ts";
import type { Connection, StepContext } from "./steps.ts";

/** The interface: its routes, and how it tells refusals of pages. */
export interface Pages {
  readonly routes: readonly Route[];
  readonly errorPage: ErrorPage;
}

/** What the door needs. */
export interface ServeApiOptions {
  readonly routes: readonly Route[];
  readonly services: Services;
  /** Loads the interface, at the first request that is not for the API; absent = there is none. */
  readonly pages?: () => Promise<Pages>;
  /** `<data>/box.sock`. */
  readonly socketPath: string;
  /** Addresses of plain HTTP; none = no HTTP. */
  readonly http: readonly ListenAddress[];
  /** Shows why a name is blocked; absent = none is shown. */
  readonly blockPage?: DoorParts["blockPage"];
  /** Opens HTTPS for what answers; absent = no HTTPS. */
  readonly https?: (answer: Answer) => Promise<Https>;
}

/** The open door. */
export interface ServedApi {
  /** What is listened on: `socket /data/box.sock`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Sentences about what could not be listened on; the rest is open. */
  readonly errors: readonly string[];
  readonly https: Https | undefined;
  /** Ends live views, gives running answers a second, and closes. */
  close(): Promise<void>;
}

/** Opens every listener that can be opened. Never rejects: names are answered whatever becomes of HTTP (DESIGN 1). */
export async function serveApi(options: ServeApiOptions): Promise<ServedApi> {
  const { routes, services, pages, socketPath, http, https, blockPage } = options;
  const context = { services, rate: new RequestRate() };
  const { beyond, errorPage } = pages === undefined ? {} : interfaceDoor(pages, context);
  const app = apiApp(routes, services, { beyond, errorPage, context });
  const inside = withForms((request, connection) => app.fetch(request, connection), {
    errorPage,
    admit: (request, connection) => admitted(request, connection, context),
  });
  const answer = withDoor(inside, {
    ...{ ...context, redirect: services.httpsRedirect },
    ...(blockPage === undefined ? {} : { blockPage }),
  });
  const closing = new AbortController();
  const listener = (connect: (address: string) => Connection): Listener => (incoming, outgoing) => {
    const connection = connect(incoming.socket.remoteAddress ?? "");
    void answerOverNode(
      incoming,
      outgoing,
      (request) => answer(request, connection),
      closing.signal,
    );
  };
  const overHttp = listener((address) => ({ door: "http", address }));
  const opened = await Promise.allSettled([
    listenSocket(socketPath, listener(() => ({ door: "socket" }))),
    ...http.map(({ address, port }) => listenHttp(address, port, overHttp)),
  ]);
  const secure = await https?.((request, { address, servername }) =>
    answer(request, { door: "https", address, servername })
  );
  const open: OpenListener[] = [], errors: string[] = [...secure?.errors ?? []];
  for (const result of opened) {
    if (result.status === "fulfilled") open.push(result.value);
    else {errors.push(
        result.reason instanceof Error ? result.reason.message : String(result.reason),
      );}
  }
  return {
    get listeners() {
      return [...open.map(({ text }) => text), ...secure?.listeners ?? []];
    },
    errors,
    https: secure,
    async close() {
      closing.abort();
      await Promise.all([...open.map((listener) => closeListener(listener)), secure?.close()]);
    },
  };
}

/** The door of the interface, made when somebody comes to it: a box at which nobody looks holds none of it in memory. */
function interfaceDoor(load: () => Promise<Pages>, context: StepContext) {
  let loaded: Promise<{ app: ApiApp; errorPage: ErrorPage }> | undefined;
  const made = async () => {
    const { routes, errorPage } = await load();
    return { app: apiApp(routes, context.services, { errorPage, context }), errorPage };
  };
  const door = () =>
    loaded ??= made().catch((error) => {
      // Its files may be there again for the next one who comes.
      loaded = undefined;
      throw error;
    });
  return {
    beyond: async (request: Request, connection: Connection) =>
      (await door()).app.fetch(request, connection),
    errorPage: async (error: ApiError, request: Request) =>
      (await door()).errorPage(error, request),
  };
}
