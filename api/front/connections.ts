/**
 * The connections of the front. Their number is limited in total, per address and per network, and
 * one timer watches them.
 */
import type { Socket } from "node:net";
import { addressToText } from "../../policy/model/address.ts";
import { isAllowed, peerAddress } from "../http/sources.ts";
import type { FrontLimits } from "./limits.ts";
import type { Runtime } from "../system/runtime.ts";

/** A client after its TLS handshake. */
export interface OpenConnection {
  /** Since when it has been idle; undefined while it is active. */
  readonly idleSince: number | undefined;
  /** Whether a time limit has passed. */
  isOverdue(): boolean;
}

/** The transport below a connection from its first packet on: a socket or a QUIC connection. */
export interface TransportLink {
  readonly remoteAddress?: string | undefined;
  /** Closes it at once. */
  destroy(): void;
}

interface Entry {
  readonly since: number;
  readonly keys: readonly string[];
  /** Set once the TLS handshake is complete. */
  connection: OpenConnection | undefined;
}

/** Milliseconds for which an idle connection is not yet closed in favor of a new one. */
const FRESH = 500;

/** Every connection, from its first packet on. */
export class Connections {
  readonly #limits: FrontLimits;
  readonly #now: Runtime["now"];
  readonly #entries = new Map<TransportLink, Entry>();
  readonly #counts = new Map<string, number>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** Networks that may connect. */
  ranges: readonly string[] = [];

  constructor(limits: FrontLimits, now: Runtime["now"]) {
    this.#limits = limits;
    this.#now = now;
    const { handshake, head, body, idle, stalled } = limits;
    this.#timer = setInterval(
      () => this.#sweep(),
      Math.min(1000, handshake / 4, head / 4, body / 4, idle / 4, stalled / 4),
    );
  }

  /**
   * Admits a connection before its first byte is read; false when it is not allowed, and it is
   * closed.
   */
  admit(socket: Socket): boolean {
    socket.on("error", () => socket.destroy());
    if (!this.admits(socket)) return false;
    socket.once("close", () => this.left(socket));
    return true;
  }

  /**
   * Admits a link that is no socket; `left` must be called when it ends. False when it is not
   * allowed, and it is closed.
   */
  admits(link: TransportLink): boolean {
    const address = peerAddress(link.remoteAddress ?? "");
    if (address === undefined || !isAllowed(address, this.ranges)) return refuse(link);
    const text = addressToText(address);
    const { connections, connectionsOfOne, connectionsOfNetwork } = this.#limits;
    const network = address.length === 4 ? undefined : `${address.subarray(0, 8).join(":")}/64`;
    const keys = network === undefined ? [text] : [text, network];
    if ((this.#counts.get(text) ?? 0) >= connectionsOfOne) return refuse(link);
    if (network !== undefined && (this.#counts.get(network) ?? 0) >= connectionsOfNetwork) {
      return refuse(link);
    }
    if (this.#entries.size >= connections && !this.#makeRoom()) return refuse(link);
    this.#entries.set(link, { since: this.#now(), keys, connection: undefined });
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return true;
  }

  /** The handshake of a connection is complete; false when the connection is unknown or closed. */
  opened(link: TransportLink, connection: OpenConnection): boolean {
    const entry = this.#entries.get(link);
    if (entry === undefined) return false;
    entry.connection = connection;
    return true;
  }

  /** Closes all of them. */
  close(): void {
    clearInterval(this.#timer);
    for (const link of this.#entries.keys()) link.destroy();
  }

  /** A connection has ended. */
  left(link: TransportLink): void {
    const entry = this.#entries.get(link);
    if (entry === undefined) return;
    this.#entries.delete(link);
    for (const key of entry.keys) {
      const left = this.#counts.get(key)! - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    }
  }

  /**
   * Closes the connection that has been idle, or in its handshake, for longest, to make room for a
   * new one.
   */
  #makeRoom(): boolean {
    let oldest = this.#now() - FRESH;
    let found: TransportLink | undefined;
    for (const [link, entry] of this.#entries) {
      const since = entry.connection === undefined ? entry.since : entry.connection.idleSince;
      if (since !== undefined && since < oldest) [oldest, found] = [since, link];
    }
    if (found === undefined) return false;
    found.destroy();
    this.left(found);
    return true;
  }

  #sweep(): void {
    const now = this.#now();
    for (const [link, { since, connection }] of this.#entries) {
      if (
        connection === undefined ? now - since > this.#limits.handshake : connection.isOverdue()
      ) link.destroy();
    }
  }
}

function refuse(link: TransportLink): false {
  link.destroy();
  return false;
}
