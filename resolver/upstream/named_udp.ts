/**
 * Plain DNS to an upstream given by host name: the name is looked up first, and the next address is
 * used when one does not respond.
 */
import { type Address, addressToText } from "../../policy/model/address.ts";
import {
  type AttemptFailure,
  errorText,
  REMOVED_TEXT,
  type Transport,
  type UpstreamAttempt,
} from "./transport.ts";

/** Consecutive failures before the next address is used, and addresses kept open. */
const PATIENCE = 2;
const MAX_ADDRESSES = 4;
/** Transports to earlier addresses that are kept for late responses. */
const MAX_RETIRED = 4;

/** A transport with its queries in flight. */
interface Opened {
  readonly transport: Transport;
  readonly text: string;
  pending: number;
}

/** UDP to a host name; `open` makes the transport to one address. */
export class NamedUdpTransport implements Transport {
  readonly #addresses: () => Promise<readonly Address[]>;
  readonly #open: (address: Address) => Transport;
  readonly #unreachable: () => void;
  #current: Opened | undefined;
  readonly #retired = new Set<Opened>();
  #known: readonly Address[] = [];
  #index = 0;
  #failures = 0;
  #closed = false;

  constructor(
    addresses: () => Promise<readonly Address[]>,
    open: (address: Address) => Transport,
    unreachable: () => void,
  ) {
    this.#addresses = addresses;
    this.#open = open;
    this.#unreachable = unreachable;
  }

  ask(attempt: UpstreamAttempt): void {
    this.#addresses().then(
      (addresses) => {
        const opened = this.#choose(addresses);
        if (opened === undefined) return attempt.onFailure("network", REMOVED_TEXT);
        opened.pending++;
        opened.transport.ask(this.#watched(attempt, opened));
      },
      (error) => attempt.onFailure("network", errorText(error)),
    );
  }

  sweep(): void {
    this.#current?.transport.sweep();
    for (const { transport } of this.#retired) transport.sweep();
  }

  close(): void {
    this.#closed = true;
    const opened = [...this.#retired];
    if (this.#current !== undefined) opened.push(this.#current);
    this.#current = undefined;
    this.#retired.clear();
    for (const { transport } of opened) transport.close();
  }

  #choose(addresses: readonly Address[]): Opened | undefined {
    if (this.#closed) return undefined;
    this.#known = addresses.slice(0, MAX_ADDRESSES);
    const address = this.#known[this.#index % this.#known.length];
    const text = addressToText(address);
    const before = this.#current;
    if (before?.text === text) return before;
    this.#current = this.#takeRetired(text) ??
      { transport: this.#open(address), text, pending: 0 };
    if (before !== undefined) this.#retire(before);
    return this.#current;
  }

  #takeRetired(text: string): Opened | undefined {
    for (const opened of this.#retired) {
      if (opened.text !== text) continue;
      this.#retired.delete(opened);
      return opened;
    }
    return undefined;
  }

  /** Retires a transport, which then only receives late responses. */
  #retire(opened: Opened): void {
    if (opened.pending === 0) return opened.transport.close();
    this.#retired.add(opened);
    if (this.#retired.size <= MAX_RETIRED) return;
    const [oldest] = this.#retired;
    this.#retired.delete(oldest);
    oldest.transport.close();
  }

  #watched(attempt: UpstreamAttempt, opened: Opened): UpstreamAttempt {
    let isLate = false;
    return {
      question: attempt.question,
      timeout: attempt.timeout,
      again: attempt.again ?? false,
      onTimeout: () => {
        isLate = attempt.onTimeout?.() === true;
        if (isLate) this.#failed();
        return isLate;
      },
      onAnswer: (response) => {
        this.#ended(opened);
        this.#failures = 0;
        attempt.onAnswer(response);
      },
      onFailure: (why: AttemptFailure, detail: string) => {
        this.#ended(opened);
        if (!isLate) this.#failed();
        attempt.onFailure(why, detail);
      },
    };
  }

  #ended(opened: Opened): void {
    opened.pending--;
    if (opened.pending === 0 && this.#retired.delete(opened)) opened.transport.close();
  }

  #failed(): void {
    if (++this.#failures < PATIENCE) return;
    this.#failures = 0;
    this.#index++;
    if (this.#index % Math.max(1, this.#known.length) === 0) this.#unreachable();
  }
}
