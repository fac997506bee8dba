/** Live traffic of the devices: each queries the box over UDP from its own loopback address. */
import { nameFromText } from "../../policy/model/name.ts";
import { Chance } from "./chance.ts";
import { addressOf, DEVICES } from "./household.ts";
import { type Asking, burstOf, type MoreNames, use } from "./traffic.ts";

/** Options of the traffic. */
export interface LiveOptions {
  readonly seed: string;
  /** UDP port of the box on 127.0.0.1. */
  readonly port: number;
  /** Queries a second, on average. */
  readonly rate: number;
  readonly more: MoreNames;
}

/** Average queries of a burst, which sets the number of bursts. */
const BURST = 5;

/** A query for the record of a name, with EDNS; undefined when the text is not a valid name. */
function queryFor({ name, type }: Asking, id: number): Uint8Array<ArrayBuffer> | undefined {
  const wire = nameFromText(name);
  if (wire === undefined) return undefined;
  const opt = [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0];
  return new Uint8Array([
    id >> 8,
    id & 255,
    1,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    1,
    ...wire,
    0,
    type,
    0,
    1,
    ...opt,
  ]);
}

/** Generates traffic until closed. */
export class LiveTraffic {
  readonly #options: LiveOptions;
  readonly #chance: Chance;
  readonly #sockets: readonly Deno.DatagramConn[];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #id = 1;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed, "live");
    this.#sockets = DEVICES.map((_, index) =>
      Deno.listenDatagram({ transport: "udp", hostname: addressOf(index), port: 0 })
    );
    this.#sockets.forEach((socket) => void drain(socket));
    this.#next();
  }

  /** Stops it. */
  close(): void {
    this.#timers.forEach(clearTimeout);
    this.#sockets.forEach((socket) => socket.close());
  }

  #next(): void {
    const wait = -Math.log(1 - this.#chance.next()) * 1000 * BURST / this.#options.rate;
    this.#after(wait, () => {
      this.#burst();
      this.#next();
    });
  }

  /** Starts activity on a device that is busy at this hour. */
  #burst(): void {
    const now = Date.now();
    const weights = DEVICES.map((device) => device.always + device.busy * use(device, now));
    let place = this.#chance.next() * weights.reduce((sum, weight) => sum + weight, 0);
    let index = 0;
    while (index < DEVICES.length - 1 && (place -= weights[index]) > 0) index++;
    for (const asking of burstOf(this.#chance, index, now, this.#options.more)) {
      this.#after(asking.time - now, () => this.#ask(asking));
    }
  }

  #ask(asking: Asking): void {
    const query = queryFor(asking, this.#id = this.#id % 65_535 + 1);
    if (query === undefined) return;
    const box = { transport: "udp", hostname: "127.0.0.1", port: this.#options.port } as const;
    this.#sockets[asking.device].send(query, box).catch(() => {});
  }

  #after(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** Reads and discards the answers. */
async function drain(socket: Deno.DatagramConn): Promise<void> {
  for await (const _ of socket);
}
