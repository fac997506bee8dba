/**
 * Identifies the author of a request for more time: the device of the connection, and whether a
 * child or teenager may send requests from it (A 5.4, 7.1.5).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { peerAddress, RequestRate } from "../../../http/sources.ts";
import { isMinor } from "../minors.ts";
import { peopleOf } from "../owner.ts";
import type { Device, HouseholdRepository, Person } from "../household_repository.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/**
 * Why a device cannot send requests: it is unknown, has no owner, belongs to an adult, or is
 * shared.
 */
export const REFUSED_DEVICES = ["unknown_device", "nobody", "adult", "shared"] as const;
/** A reason of `REFUSED_DEVICES`. */
export type RequesterRefusal = (typeof REFUSED_DEVICES)[number];

/** A child or teenager with a device of which they are the only owner. */
export interface MinorRequester {
  readonly device: Device;
  readonly person: Person;
}

/** The owner of a device as the author of requests. */
export type Requester = MinorRequester | {
  readonly refusal: RequesterRefusal;
  readonly device?: Device;
};

/** The author of requests from a device; undefined = the client address belongs to no device. */
export function requesterOf(
  device: Device | undefined,
  people: HouseholdRepository["people"],
): Requester {
  if (device === undefined) return { refusal: "unknown_device" };
  const owners = peopleOf(device).map((id) => people.get(id)).filter((person) =>
    person !== undefined
  );
  const young = owners.filter(isMinor);
  if (owners.length === 0) return { refusal: "nobody", device };
  if (young.length === 0) return { refusal: "adult", device };
  return owners.length > 1 ? { refusal: "shared", device } : { device, person: young[0] };
}

const REFUSALS: Readonly<Record<RequesterRefusal, Sentence>> = {
  unknown_device: sentence`The box does not know this device`,
  nobody: sentence`This device has no owner yet; ask a parent to assign it`,
  adult: sentence`This device belongs to an adult, who needs no extra time`,
  shared: sentence`Several people share this device; ask with a device of your own`,
};

/** The refusal of the API. */
export function requesterError(refusal: RequesterRefusal): DomainError {
  return new DomainError(
    refusal === "unknown_device" ? "not_found" : "bad_value",
    REFUSALS[refusal],
  );
}

/** The dependencies of `RequesterDirectory`. */
export interface RequesterDirectoryOptions {
  readonly register: HouseholdRepository;
  /**
   * The hardware address that the kernel has for an IP address at this moment
   * (../../network/neighbours/present_neighbours.ts).
   */
  readonly neighbours: { macOf(address: string): string | undefined; close(): void };
  readonly runtime: Runtime;
}

const { perMinute } = LIMITS.timeRequests;

/**
 * Identifies the person behind a client address. An address that exceeds the rate limit receives
 * no more information.
 */
export class RequesterDirectory {
  readonly #options: RequesterDirectoryOptions;
  readonly #rate = new RequestRate(perMinute / 60, perMinute);

  constructor(options: RequesterDirectoryOptions) {
    this.#options = options;
  }

  /**
   * Identifies the author. Rejects with DomainError when the rate limit is exceeded,
   * DatabaseUnavailableError while the household cannot be read.
   */
  async at(address: string): Promise<Requester> {
    const { register } = this.#options;
    await register.ready();
    const device = this.#deviceAt(address);
    if (!this.#admits(address, device)) {
      throw tooManyError(
        sentence`Too many requests from this device; wait a moment`,
        60 / perMinute,
      );
    }
    return requesterOf(device, register.people);
  }

  /**
   * The number of the device that has an address now, 0 = no known device. It does not count
   * against the rate limit.
   */
  deviceAt(address: string): number {
    return this.#deviceAt(address)?.id ?? 0;
  }

  #deviceAt(address: string): Device | undefined {
    const { register, neighbours } = this.#options;
    const mac = neighbours.macOf(address);
    return mac === undefined ? undefined : register.byMac(mac);
  }

  /**
   * An IPv6 network has several devices: each has its own rate limit once it is known. The local
   * socket has no address.
   */
  #admits(address: string, device: Device | undefined): boolean {
    const now = this.#options.runtime.now();
    const peer = peerAddress(address);
    if (device !== undefined) return this.#rate.admitsOf(`device:${device.id}`, now);
    return peer === undefined || this.#rate.admits(peer, now);
  }
}

/** The refusal when the rate limit is exceeded; `seconds` until the next request is allowed. */
export function tooManyError(text: Sentence, seconds: number): DomainError {
  const wait = String(Math.max(1, Math.ceil(seconds)));
  return new DomainError("too_many_requests", text, { headers: { "retry-after": wait } });
}
