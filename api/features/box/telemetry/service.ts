/**
 * The anonymous daily statistics: their exact content, whether they are sent, and sending them (A
 * 2.9, 7.12.3).
 */
import {
  sendTelemetry,
  telemetryHeaders,
  type TelemetrySignal,
  telemetryUrl,
} from "../../../cloud/telemetry.ts";
import type { HostLookup } from "../../../system/outgoing_request.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Timeout of sending in milliseconds. */
const DEADLINE = 15_000;

/** Why nothing is sent: turned off, terms not accepted yet, no online service; "" = it is sent. */
export type TelemetryPause = "" | "off" | "terms" | "no_cloud_url";

/** The dependencies of the service. */
export interface TelemetryDeps {
  readonly version: string;
  readonly install: TelemetrySignal["install"];
  readonly arch: TelemetrySignal["arch"];
  readonly settings: () => {
    readonly telemetry: boolean;
    readonly country: string;
    readonly cloud_url: string;
  };
  /** Whether the current terms were accepted; rejects with DatabaseUnavailableError. */
  readonly accepted: () => Promise<boolean>;
  readonly runtime: Runtime;
  readonly lookup: HostLookup;
}

/** The state of the statistics. */
export interface TelemetryState {
  readonly enabled: boolean;
  readonly pause: TelemetryPause;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body that would be sent now; its id is an example, because each signal has a new one. */
  readonly body: TelemetrySignal;
  /** Unix milliseconds of the last signal since the start, 0 = none. */
  readonly lastSent: number;
}

/** Builds and sends the signal. */
export class Telemetry {
  readonly #deps: TelemetryDeps;
  #lastSent = 0;

  constructor(deps: TelemetryDeps) {
    this.#deps = deps;
  }

  /** Returns what would be sent now, and whether it is sent. */
  async state(): Promise<TelemetryState> {
    const { telemetry, cloud_url } = this.#deps.settings();
    const body = this.#signal();
    return {
      enabled: telemetry,
      pause: await this.#pause(),
      url: cloud_url === "" ? "" : telemetryUrl(cloud_url),
      headers: telemetryHeaders(body.version),
      body,
      lastSent: this.#lastSent,
    };
  }

  /**
   * Sends one signal, unless it is paused; rejects when the online service does not accept it
   * within 15 seconds. Resolves with the reason when it is paused.
   */
  async send(signal: AbortSignal): Promise<IdleReason | void> {
    const pause = await this.#pause();
    if (pause !== "") return pause === "no_cloud_url" ? "not_configured" : pause;
    const { runtime, lookup, settings } = this.#deps;
    const late = new AbortController();
    const cancel = runtime.after(
      DEADLINE,
      () => late.abort(new Error("the online service did not answer within 15 seconds")),
    );
    try {
      await sendTelemetry(
        settings().cloud_url,
        this.#signal(),
        lookup,
        AbortSignal.any([signal, late.signal]),
      );
      this.#lastSent = runtime.now();
    } finally {
      cancel();
    }
  }

  async #pause(): Promise<TelemetryPause> {
    const { telemetry, cloud_url } = this.#deps.settings();
    if (!telemetry) return "off";
    if (cloud_url === "") return "no_cloud_url";
    return await this.#deps.accepted() ? "" : "terms";
  }

  #signal(): TelemetrySignal {
    const { version, install, arch, settings, runtime } = this.#deps;
    return {
      id: runtime.randomBytes(16).toHex(),
      version,
      install,
      country: settings().country,
      arch,
    };
  }
}
