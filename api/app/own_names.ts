/**
 * The names of the box: those that only it answers, those in its certificate, and all by which it
 * may be opened.
 */
import { ownNames } from "../../policy/snapshot/local_index.ts";
import type { BoxSettings } from "../settings/box_settings.ts";

type Settings = Pick<BoxSettings, "resolver" | "values">;

/** A host name of the system; other names cannot be typed in a browser. */
const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Names in the certificate of the interface. The name of the machine is not included: a container
 * has another at each start.
 */
export function certifiedNames(settings: Settings): string[] {
  return [
    ...ownNames(settings.resolver([])),
    ...settings.values.passkey_names.map((name) => name.toLowerCase()),
    "localhost",
  ];
}

/**
 * The names of the machine that other servers answer: its own, and the one of multicast DNS (RFC
 * 6762).
 */
export function machineNames(hostname: string): string[] {
  const name = hostname.toLowerCase();
  const [label] = name.split(".");
  return HOST.test(name) ? [...new Set([name, `${label}.local`])] : [];
}

/** Names that only the box answers: a client that queries one sent its query to the box (A 7.8). */
export function exclusiveBoxNames(
  settings: Settings,
  encrypted: readonly string[],
  hostname: string,
): string[] {
  const others = machineNames(hostname);
  return [...ownNames(settings.resolver([])), ...encrypted].filter((name) =>
    !others.includes(name)
  );
}

/** All names under which the box may be opened, lower case; the name of encrypted DNS is one. */
export function boxNames(
  settings: Settings,
  encrypted: readonly string[],
  hostname: string,
): string[] {
  return [...new Set([...certifiedNames(settings), ...encrypted, ...machineNames(hostname)])];
}
