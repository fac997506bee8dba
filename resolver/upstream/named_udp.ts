/** Plain DNS to an upstream given by name: looked up first, the next address when one is silent. */
import { type Address, addressToText } from "../../policy/model/address.ts";
import { errorText, type Failure, REMOVED, type Transport, type Try } from "./transport.ts";

/** Failures in a row before the next address is used, and addresses kept open. */
const PATIENCE = 2, MAX_ADDRESSES = 4;

/** UDP behind a name; `open` makes the transport to one address. */
export class NamedUdpTransport implements Transport {
  readonly #addresses: () => Promise<readonly Address[]>;
  readonly #open: (address: Address) => Transport;
  readonly #unreachable: () => void;
  #current: Transport | undefined;
  #currentText = "";
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

  ask(attempt: Try): void {
    this.#addresses().then(
      (addresses) => this.#choose(addresses).ask(this.#watched(attempt)),
      (error) => attempt.failed("network", errorText(error)),
    );
  }

  sweep(): void {
    this.#current?.sweep();
  }

  close(): void {
    this.#closed = true;
    this.#current?.close();
    this.#current = undefined;
  }

  #choose(addresses: readonly Address[]): Transport {
    if (this.#closed) return CLOSED;
    this.#known = addresses.slice(0, MAX_ADDRESSES);
    const address = this.#known[this.#index % this.#known.length], text = addressToText(address);
    if (this.#current === undefined || text !== this.#currentText) {
      this.#current?.close();
      this.#current = this.#open(address);
      this.#currentText = text;
    }
    return this.#current;
  }

  #watched(attempt: Try): Try {
    return {
      question: attempt.question,
      timeout: attempt.timeout,
      answered: (response) => {
        this.#failures = 0;
        attempt.answered(response);
      },
      failed: (why: Failure, detail: string) => {
        if (++this.#failures >= PATIENCE) {
          this.#failures = 0;
          this.#index++;
          if (this.#index % Math.max(1, this.#known.length) === 0) this.#unreachable();
        }
        attempt.failed(why, detail);
      },
    };
  }
}

const CLOSED: Transport = {
  ask: (attempt) => attempt.failed("network", REMOVED),
  sweep: () => {},
  close: () => {},
};
