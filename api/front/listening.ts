/**
 * The open listeners of the front: opens and closes those that changed, one change after another.
 */
import { Mutex } from "../async/mutex.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { FrontListen, FrontProtocol, ListenFailure } from "./protocol.ts";

/** A listener of any protocol. */
export interface FrontListener {
  /** `[::]:443` */
  readonly shown: string;
  /** Checks whether clients are still accepted, and repairs the listener if not. Never rejects. */
  check(): Promise<void>;
  /** Stops accepting connections; open connections stay. */
  close(): void;
}

/** Opens a listener for a protocol. Rejects with a ListenFailure. */
export type OpenListener = (
  protocol: FrontProtocol,
  address: ListenAddress,
) => Promise<FrontListener>;

const PROTOCOLS: readonly FrontProtocol[] = ["https", "tls", "quic"];

/** The open listeners. */
export class Listening {
  readonly #open: OpenListener;
  readonly #listeners = new Map<string, FrontListener>();
  readonly #turns = new Mutex();
  #closed = false;

  constructor(open: OpenListener) {
    this.#open = open;
  }

  /** The open listeners: `https [::]:443`. */
  get shown(): string[] {
    return [...this.#listeners].map(([key, { shown }]) =>
      `${key.slice(0, key.indexOf(" "))} ${shown}`
    );
  }

  /**
   * Closes listeners that are no longer wanted and opens new ones; returns those that could not be
   * opened. Never rejects.
   */
  change(wanted: FrontListen): Promise<readonly ListenFailure[]> {
    return this.#turns.take(() => this.#change(wanted));
  }

  /** Checks every listener. */
  check(): void {
    for (const listener of this.#listeners.values()) void listener.check();
  }

  /** Closes all of them permanently. */
  close(): void {
    this.#closed = true;
    for (const listener of this.#listeners.values()) listener.close();
    this.#listeners.clear();
  }

  async #change(wanted: FrontListen): Promise<readonly ListenFailure[]> {
    const all = PROTOCOLS.flatMap((protocol) =>
      wanted[protocol].map((address) => ({
        protocol,
        address,
        key: `${protocol} ${address.address}:${address.port}`,
      }))
    );
    for (const [key, listener] of this.#listeners) {
      if (all.some((each) => each.key === key)) continue;
      listener.close();
      this.#listeners.delete(key);
    }
    const missing = all.filter(({ key }) => !this.#listeners.has(key));
    const opened = await Promise.allSettled(
      missing.map(({ protocol, address }) => this.#open(protocol, address)),
    );
    const failures: ListenFailure[] = [];
    opened.forEach((each, i) => {
      if (each.status === "rejected") failures.push(each.reason as ListenFailure);
      else if (this.#closed) each.value.close();
      else this.#listeners.set(missing[i].key, each.value);
    });
    return failures;
  }
}
