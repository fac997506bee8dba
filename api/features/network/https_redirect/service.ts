/**
 * Redirects the interface from HTTP to HTTPS: to the name of the box when every condition holds,
 * else to the requested address (A 2.6, 3.4, 7.8).
 */
import type { HttpRedirect, NetworkConnection } from "../../../http/door.ts";
import type { RequestHost } from "../../../http/host.ts";
import { isLoopback } from "../../../http/sources.ts";
import { treatmentOf } from "./paths.ts";
import {
  isWithin,
  reasonNotToRedirect,
  type RedirectFacts,
  type RedirectReason,
  validityOf,
} from "./terms.ts";
import type { Validity } from "../../../certificate/system_trust.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The state of the redirection. */
export interface RedirectState {
  readonly enabled: boolean;
  /** Whether HTTP is redirected to the name. */
  readonly active: boolean;
  /** The name of the box, "" = it has none. */
  readonly name: string;
  /** `https://NAME`, with the port when it is not 443; "" without a name. */
  readonly url: string;
  /** The reason of the first condition that fails; absent while active. */
  readonly reason?: RedirectReason;
}

/** The dependencies of the redirection. */
export interface HttpsRedirectDeps extends RedirectFacts {
  /** Names that only the box answers: a client that uses one has queried the box. */
  readonly onlyOurs: () => readonly string[];
  /** Whether an address sent a query to the box within a day. */
  readonly asksUs: (address: string) => boolean;
  readonly runtime: Runtime;
}

/** Milliseconds between two checks of the conditions (A 3.4). */
const BETWEEN = 30_000;
const HTTPS = 443;

/** The redirection. */
export class HttpsRedirect implements HttpRedirect {
  readonly #deps: HttpsRedirectDeps;
  #state: RedirectState;
  /** The validity period of the certificate. */
  #validity: Validity | undefined = undefined;
  #running: Promise<RedirectState> | undefined = undefined;
  #unplan: () => void = () => {};
  #closed = false;

  constructor(deps: HttpsRedirectDeps) {
    this.#deps = deps;
    this.#state = { enabled: deps.enabled(), active: false, name: "", url: "", reason: "name" };
  }

  /** Checks the conditions now, and then every 30 seconds. */
  async begin(): Promise<void> {
    if (this.#closed) return;
    this.#unplan();
    if (this.#deps.enabled() || this.#state.active) await this.state();
    if (!this.#closed) this.#unplan = this.#deps.runtime.after(BETWEEN, () => void this.begin());
  }

  /** Checks the conditions and returns the state. Never rejects. */
  async state(): Promise<RedirectState> {
    // A check in progress may have started before a change.
    await this.#running;
    this.#running ??= this.#look().finally(() => this.#running = undefined);
    return await this.#running;
  }

  /** Stops checking. */
  close(): void {
    this.#closed = true;
    this.#unplan();
  }

  of(request: Request, connection: NetworkConnection, host: RequestHost): Response | undefined {
    const { pathname, search } = new URL(request.url);
    const port = this.#deps.port();
    const met = treatmentOf(pathname);
    if (port === 0 || met === "answered") return undefined;
    const local = isLoopback(connection.address);
    const path = `${pathname}${search}`;
    if (met === "name" && this.#isActive() && this.#finds(connection.address, host, local)) {
      return sent(`${this.#state.url}${path}`);
    }
    // A browser on the machine itself is not sent to a certificate that it does not trust, because
    // the request does not leave the machine.
    return local ? undefined : sent(`${base(host.shown, port)}${path}`);
  }

  /** Whether every condition held at the last check, and the certificate is still valid. */
  #isActive(): boolean {
    return this.#state.active && this.#deps.enabled() &&
      isWithin(this.#validity, this.#deps.runtime.now());
  }

  /**
   * Whether a client can resolve the name of the box: it used a name that only the box answers, or
   * it queried the box before.
   */
  #finds(address: string, host: RequestHost, local: boolean): boolean {
    if (!host.address && this.#deps.onlyOurs().includes(host.name)) return true;
    return local || this.#deps.asksUs(address);
  }

  async #look(): Promise<RedirectState> {
    const { enabled, name, port, certificate, runtime } = this.#deps;
    const before = this.#state;
    const reason = await reasonNotToRedirect(this.#deps);
    const called = await name().catch(() => "");
    this.#validity = validityOf(certificate());
    this.#state = {
      enabled: enabled(),
      active: reason === undefined,
      name: called,
      url: called === "" ? "" : base(called, port() || HTTPS),
      ...(reason === undefined ? {} : { reason }),
    };
    if (before.active !== this.#state.active) {
      runtime.log(
        "info",
        reason === undefined
          ? `HTTP is sent to ${this.#state.url} from now on`
          : `HTTP is no longer sent to the name of the box: ${reason}`,
      );
    }
    return this.#state;
  }
}

function base(host: string, port: number): string {
  return port === HTTPS ? `https://${host}` : `https://${host}:${port}`;
}

/**
 * 308 keeps method and body (RFC 9110, 15.4.9); it is not cached, because the redirection may end
 * tomorrow.
 */
function sent(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
