/**
 * What finished answers are kept by: the version of the policy class, so that all devices of a class share them. Where a rule
 * looks at who asks ($client, RPZ client addresses, a caught tunnel), each client has a number of its own.
 */
import type { PolicyClient } from "../../policy/decide/decide.ts";
import type { Address } from "../../policy/model/address.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { DevicePolicy } from "../../policy/snapshot/snapshot_parts.ts";
import type { Transport } from "../protocol.ts";

/** Finished answers differ by what they go over (padding, idle time): each keeps its own. Those over TCP are finished anew. */
const KEPT_APART: Readonly<Partial<Record<Transport, number>>> = {
  udp: 0,
  tls: 0x51a7b3c5,
  https: 0x2c9e4d71,
  quic: 0x2c9e4d71,
};

/** Whether some rule of the snapshot looks at the address or the name of who asks. */
export function readsClients({ ruleIndex, tunnels }: Snapshot): boolean {
  return tunnels.length > 0 || ruleIndex.readsClients;
}

/** The number for a client, 32 bits. */
export function memoOf(
  { version }: DevicePolicy,
  alone: boolean,
  address: Address,
  name = "",
  device = 0,
): number {
  if (!alone) return version;
  let hash = Math.imul(version ^ device, 0x9e3779b1);
  for (const byte of address) hash = Math.imul(hash ^ byte, 0x01000193);
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ hash >>> 13) >>> 0;
}

/** What answers that went over a transport are kept by, from the number of the client, 32 bits; -1 = they are not kept. */
export function memoVersion(client: number, transport: Transport): number {
  const apart = KEPT_APART[transport];
  return apart === undefined ? -1 : (client ^ apart) >>> 0;
}

/** Unix milliseconds at which what the client follows changes by itself, after `now`. */
export function nextChange({ policy, views }: PolicyClient, now: number): number {
  const next = policy.changes.find((at) => at > now) ?? Infinity;
  return views === undefined
    ? next
    : views.reduce((least, view) => Math.min(least, nextChange(view, now)), next);
}
