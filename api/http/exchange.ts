/** A request on its way through the steps to its handler. */
import type { KernelServices } from "./kernel_services.ts";
import type { Principal } from "./principal.ts";
import type { HandlerInput, Route } from "./route.ts";
import type { RequestRate } from "./sources.ts";

/** How a request arrived: over the local socket, or from an address over plain HTTP or HTTPS. */
export type Connection = { readonly door: "socket" } | {
  readonly door: "http" | "https";
  readonly address: string;
  /** The server name of TLS; "" or absent = none. */
  readonly servername?: string;
};

/** One request on its way to its handler. */
export interface Exchange {
  readonly route: Route;
  readonly request: Request;
  readonly connection: Connection;
  /** Runs the check that the route declares for the time before its body is read. */
  readonly beforeBody: () => void | Promise<void>;
  /** Parameters of the path, undecoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The principal; known after the step `access`. */
  by: Principal | undefined;
  /** The bytes of the body, after the step `size`. */
  body: Uint8Array;
  /** `confirm_password` of the body, taken out of it. */
  password: string | undefined;
  /** The input of the handler, after validation. */
  given: Omit<HandlerInput<never, never, never>, "audit"> | undefined;
}

/** The dependencies of the steps. */
export interface StepContext {
  readonly services: KernelServices;
  readonly rate: RequestRate;
}
