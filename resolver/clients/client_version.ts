/**
 * Keys of cached responses: the version of the policy class and that of the local names, so that
 * all devices of a class share them. Where a rule depends on the client ($client, RPZ client addresses, a detected tunnel), each
 * client has its own key.
 */
import type { PolicyClient } from "../../policy/decide/decide.ts";
import type { Address } from "../../policy/model/address.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { ClassParts } from "../../policy/snapshot/snapshot_parts.ts";
import type { QueryTransport } from "../protocol.ts";

/**
 * Responses differ by transport (padding, idle time), so each transport has its own key. Responses
 * over TCP are not cached.
 */
const KEPT_APART: Readonly<Partial<Record<QueryTransport, number>>> = {
  udp: 0,
  tls: 0x51a7b3c5,
  https: 0x2c9e4d71,
  quic: 0x2c9e4d71,
};

/** Whether a rule of the snapshot depends on the address or name of the client. */
export function dependsOnClient({ ruleIndex, tunnels }: Snapshot): boolean {
  return tunnels.length > 0 || ruleIndex.readsClients;
}

/**
 * Spreads versions of local names, so that small versions of classes and names give different keys.
 */
const LOCAL_STEP = 0x9e3779b1;

/** The 32-bit key of the responses of a class. */
export function computeClassVersion({ version }: ClassParts, localVersion = 0): number {
  return (version + Math.imul(localVersion, LOCAL_STEP)) >>> 0;
}

/** The 32-bit key of a client, from that of its class. */
export function computeClientVersion(
  version: number,
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

/**
 * The key of responses that are not cached, such as those to a device that learns: each of its
 * questions is counted.
 */
export const UNCACHED = -1;

/**
 * The key of responses over a transport, from the key of the client: 32 bits, or `UNCACHED`.
 */
export function computeTransportVersion(client: number, transport: QueryTransport): number {
  const apart = KEPT_APART[transport];
  return apart === undefined || client === UNCACHED ? UNCACHED : (client ^ apart) >>> 0;
}

/** Unix milliseconds of the next scheduled change of the client's policy after `now`. */
export function nextPolicyChange({ policy, views }: PolicyClient, now: number): number {
  const next = policy.changes.find((at) => at > now) ?? Infinity;
  return views === undefined
    ? next
    : views.reduce((least, view) => Math.min(least, nextPolicyChange(view, now)), next);
}
