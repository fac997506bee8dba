/**
 * The names of clients: the name that the household gave the device, else the one from local
 * records and reverse zones. They are kept in bounded memory, and no query ever waits for them (A
 * 7.11).
 */
import type { Observation, ResolverHandle } from "../../../../resolver/protocol.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import {
  isBoxAddress,
  isWholeAddress,
  queryReverse,
  type ReverseFacts,
  reverseOf,
} from "./reverse.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies of `ClientNames`. */
export interface ClientNamesOptions {
  readonly resolver: Pick<ResolverHandle, "ask">;
  /**
   * The household's name for the device at an address; "" = none, so its reverse name is looked up.
   */
  readonly labelAt: (address: string) => string;
  readonly isLocal: ReverseFacts["isLocal"];
  readonly settings: () => Pick<ReverseFacts, "upstreams"> & {
    readonly box_name: string;
    readonly anonymize_clients: "off" | "prefix" | "all";
  };
  /** The version of the current policy: when it changes, names are looked up again. */
  readonly version: () => number;
  readonly runtime: Runtime;
}

interface Known {
  name: string;
  /** Unix milliseconds until which the name is not looked up again. */
  until: number;
  version: number;
}

const MINUTE = 60_000;
const FOUND = 60 * MINUTE;
const NOT_FOUND = 10 * MINUTE;
const FAILED = MINUTE;
/**
 * The milliseconds that a response waits for names; the most addresses kept, looked up at once, and
 * waiting for a lookup.
 */
const PATIENCE = 300;
const MOST_KEPT = 10_000;
const AT_ONCE = 16;
const MOST_WAITING = 2000;

/** The names of clients. */
export class ClientNames {
  readonly #options: ClientNamesOptions;
  /** The most recently requested entries are last. */
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: ClientNamesOptions) {
    this.#options = options;
  }

  /**
   * Returns names by address, without addresses that have none. A name that is not found within 300
   * ms is missing now and cached for the next call.
   */
  async names(addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const all = new Set(addresses);
    const asked = [...all].map((address) => this.#look(address));
    const open = asked.filter((found) => found !== undefined);
    if (open.length > 0) await this.#inTime(Promise.all(open));
    return new Map(
      [...all].map((address) => [address, this.#name(address)] as const).filter(([, name]) =>
        name !== ""
      ),
    );
  }

  /** The name of an address if it is known, "" = none; starts a lookup for the next call. */
  known(address: string): string {
    void this.#look(address);
    return this.#name(address);
  }

  #name(address: string): string {
    const { anonymize_clients, box_name } = this.#options.settings();
    if (anonymize_clients !== "off" || !isWholeAddress(address)) return "";
    if (isBoxAddress(address)) return box_name;
    return this.#options.labelAt(address) || (this.#known.get(address)?.name ?? "");
  }

  /**
   * Starts a lookup of a name that is unknown or expired. Only a first lookup is waited for, so
   * that a dead server delays one response.
   */
  #look(address: string): Promise<void> | undefined {
    const { settings, isLocal, version, runtime, labelAt } = this.#options;
    const known = this.#known.get(address);
    if (labelAt(address) !== "") return undefined;
    if (
      known !== undefined && known.version === version() &&
      Math.abs(known.until - runtime.now()) <= FOUND &&
      known.until > runtime.now()
    ) {
      return undefined;
    }
    const waiting = this.#waiting.get(address);
    if (waiting !== undefined || this.#waiting.size >= MOST_WAITING) {
      return known === undefined ? waiting : undefined;
    }
    if (
      settings().anonymize_clients !== "off" || !isWholeAddress(address) || isBoxAddress(address)
    ) {
      return undefined;
    }
    const reverse = reverseOf(address, { upstreams: settings().upstreams, isLocal });
    if (reverse === undefined) return void this.#keep(address, "", NOT_FOUND);
    const asking = this.#ask(address, reverse).finally(() => this.#waiting.delete(address));
    this.#waiting.set(address, asking);
    return known === undefined ? asking : undefined;
  }

  async #ask(address: string, reverse: string): Promise<void> {
    if (this.#running >= AT_ONCE) await new Promise<void>((go) => this.#queue.push(go));
    this.#running++;
    try {
      const name = await queryReverse(this.#options.resolver, reverse);
      this.#keep(address, name, name === "" ? NOT_FOUND : FOUND);
    } catch {
      // A known name stays while its server is unavailable.
      this.#keep(address, this.#known.get(address)?.name ?? "", FAILED);
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  #keep(address: string, name: string, life: number): void {
    this.#known.delete(address);
    this.#known.set(address, {
      name,
      until: this.#options.runtime.now() + life,
      version: this.#options.version(),
    });
    if (this.#known.size > MOST_KEPT) this.#known.delete(this.#known.keys().next().value!);
  }

  async #inTime(work: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const callOff = this.#options.runtime.after(PATIENCE, resolve);
    await Promise.race([work, promise]);
    callOff();
  }
}

/**
 * Whether a query is the box's own lookup of a client's name: it belongs to no client and is not
 * kept.
 */
export function isOwnQuestion({ transport, type, client, name }: Observation): boolean {
  return transport === "ask" && type === TYPE.PTR && client === "127.0.0.1" &&
    name.endsWith(".arpa");
}
