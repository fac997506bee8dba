/**
 * Sends the anonymous daily signal to the online service. It is not signed, since the key would
 * identify the box (A 2.9, 7.12.3).
 */
import type { Install, MachineArch } from "../system/install.ts";
import { type HostLookup, postJson } from "../system/outgoing_request.ts";

/** The whole content of the signal. */
export interface TelemetrySignal {
  /** 32 hexadecimal digits, random and new for each signal. */
  readonly id: string;
  readonly version: string;
  readonly install: Install;
  /** Two letters; empty = unknown. */
  readonly country: string;
  readonly arch: MachineArch;
}

/** The URL for the signal, from the address of an online service. */
export function telemetryUrl(cloudUrl: string): string {
  return `${cloudUrl.replace(/\/+$/, "")}/v1/telemetry`;
}

/** The additional headers (A 7.12.3). */
export function telemetryHeaders(version: string): Readonly<Record<string, string>> {
  return { "user-agent": `Box/${version}` };
}

/** Sends the signal once; rejects when the service did not accept it. */
export async function sendTelemetry(
  cloudUrl: string,
  signal: TelemetrySignal,
  lookup: HostLookup,
  abort: AbortSignal,
): Promise<void> {
  const url = new URL(telemetryUrl(cloudUrl));
  const headers = telemetryHeaders(signal.version);
  const status = await postJson(
    { destination: "statistics", url, headers, body: signal, signal: abort },
    lookup,
  );
  if (status < 200 || status > 299) {
    throw new Error(`the online service answered with status ${status}`);
  }
}
