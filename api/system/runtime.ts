/**
 * Defines the environment of the control plane as functions, so that tests can replace clock,
 * timers, random numbers and log.
 */
import type { InterfaceAddress } from "./interfaces.ts";

/** The severity of an event. */
export type Level = "info" | "warn" | "error";
/** Writes one event; the text never contains names queried by devices or secrets (A 7.3.5). */
export type Log = (level: Level, text: string) => void;

/** Clock, timers, random numbers, network interfaces and log of the process. */
export interface Runtime {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Runs a callback after some milliseconds; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Cryptographically random bytes. */
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** The addresses of the network interfaces, read at each call. */
  readonly interfaces: () => readonly InterfaceAddress[];
  /** The networks of this machine in CIDR notation, read at each call. */
  readonly networks: () => readonly string[];
  /**
   * The URL of an entry module by its path from the root (`api/store/thread`); packaging keeps
   * these paths.
   */
  readonly moduleUrl: (path: string) => URL;
  readonly log: Log;
}
