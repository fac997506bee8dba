/**
 * Finds devices that ask for the same rare domain at regular intervals (A 7.4.4), as malware does
 * that waits for an attacker's orders. The caller finds out whether the domain is young.
 */
import { LIMITS } from "../limits.ts";
import { isKnownDomain } from "./known_domains.ts";
import { RareDomains } from "./rare_domains.ts";

const {
  pairs: MOST_PAIRS,
  pairsPerDevice: MOST_PER_DEVICE,
  questions: QUESTIONS,
  over: OVER,
  deviationPercent: DEVIATION,
  meanLeast: MEAN_LEAST,
  meanMost: MEAN_MOST,
  sameQuestionMs: SAME_QUESTION,
  longestGap: LONGEST_GAP,
} = LIMITS.beacons;
const SECOND = 1000;

/** A question of a device, for a name below a registrable domain. */
export interface DomainQuestion {
  readonly device: number;
  readonly domain: string;
  /** Whether it is for an address: A, AAAA or HTTPS, which a program asks for together. */
  readonly isForAddress: boolean;
  /** Unix milliseconds. */
  readonly time: number;
}

/** Regular questions of a device for a rare domain. */
export interface RegularQuestions {
  readonly device: number;
  readonly domain: string;
  /** The mean interval in seconds. */
  readonly interval: number;
}

/** Sums over the intervals of a window. */
interface Window {
  questions: number;
  /** Unix milliseconds of its first question. */
  first: number;
  /** Seconds, and their squares. */
  sum: number;
  squares: number;
}

/** A device and a domain that is followed. */
interface Pair {
  /** Unix milliseconds of the last question. */
  last: number;
  current: Window;
  /**
   * The window that follows: it begins in the middle of the current one, so that a disturbance ends
   * two windows at most, and no beacon falls between two.
   */
  next: Window | undefined;
}

/** Follows devices and domains. */
export class BeaconTracker {
  readonly #rare = new RareDomains();
  readonly #devices = new Map<number, Map<string, Pair>>();
  #size = 0;

  /** Number of pairs that are followed. */
  get size(): number {
    return this.#size;
  }

  /** Number of domains whose devices are remembered. */
  get domains(): number {
    return this.#rare.size;
  }

  /** Number of pairs of a device. */
  sizeOf(device: number): number {
    return this.#devices.get(device)?.size ?? 0;
  }

  /** Adds a question; returns the regular questions that it completes. */
  add(question: DomainQuestion): RegularQuestions | undefined {
    const { device, domain, time } = question;
    if (isKnownDomain(domain)) return undefined;
    if (!this.#rare.add(domain, device, time)) {
      this.forget(device, domain);
      return undefined;
    }
    const pair = this.#devices.get(device)?.get(domain);
    const since = pair === undefined ? 0 : time - pair.last;
    // The threads of the resolver report a little out of order.
    const isSame = since < (question.isForAddress ? SAME_QUESTION : 1) && since > -SAME_QUESTION;
    if (pair !== undefined && isSame) return undefined;
    if (pair === undefined || since < 0 || since > LONGEST_GAP * SECOND) {
      this.#begin(device, domain, time);
      return undefined;
    }
    pair.last = time;
    const interval = this.#extend(pair, since / SECOND, time);
    return interval === undefined ? undefined : { device, domain, interval };
  }

  /** Stops following a pair. */
  forget(device: number, domain: string): void {
    const pairs = this.#devices.get(device);
    if (pairs === undefined || !pairs.delete(domain)) return;
    this.#size--;
    if (pairs.size === 0) this.#devices.delete(device);
  }

  /** Forgets everything. */
  clear(): void {
    this.#rare.clear();
    this.#devices.clear();
    this.#size = 0;
  }

  /** Adds an interval in seconds to the windows; returns the mean of a regular window that ended. */
  #extend(pair: Pair, interval: number, time: number): number | undefined {
    const { current } = pair;
    addInterval(current, interval);
    if (pair.next !== undefined) addInterval(pair.next, interval);
    const span = (time - current.first) / SECOND;
    if (pair.next === undefined && (current.questions >= QUESTIONS / 2 && span >= OVER / 2)) {
      pair.next = startWindow(time);
    }
    if (current.questions < QUESTIONS || span < OVER) return undefined;
    pair.current = pair.next ?? startWindow(time);
    pair.next = undefined;
    return regularMean(current);
  }

  #begin(device: number, domain: string, time: number): void {
    this.forget(device, domain);
    this.#makeRoom(device, time);
    const pairs = this.#devices.get(device) ?? new Map<string, Pair>();
    this.#devices.set(device, pairs);
    pairs.set(domain, { last: time, current: startWindow(time), next: undefined });
    this.#size++;
  }

  /** Removes the weakest pair of the device, or of the device with most pairs. */
  #makeRoom(device: number, time: number): void {
    if (this.sizeOf(device) >= MOST_PER_DEVICE) this.#removeWeakest(device, time);
    if (this.#size < MOST_PAIRS) return;
    let largest = device;
    for (const [id, { size }] of this.#devices) if (size > this.sizeOf(largest)) largest = id;
    this.#removeWeakest(largest, time);
  }

  /**
   * Removes the pairs that were silent for longer than an interval may be. If there is none, removes
   * the one with the fewest questions: a device that asks for many domains loses those first.
   */
  #removeWeakest(device: number, time: number): void {
    const pairs = this.#devices.get(device) ?? new Map<string, Pair>();
    let weakest: string | undefined;
    let fewest = Infinity;
    for (const [domain, { last, current }] of pairs) {
      if (Math.abs(time - last) > LONGEST_GAP * SECOND) this.forget(device, domain);
      else if (current.questions < fewest) {
        fewest = current.questions;
        weakest = domain;
      }
    }
    const isFull = pairs.size >= MOST_PER_DEVICE || this.#size >= MOST_PAIRS;
    if (isFull && weakest !== undefined) this.forget(device, weakest);
  }
}

function startWindow(time: number): Window {
  return { questions: 1, first: time, sum: 0, squares: 0 };
}

function addInterval(window: Window, seconds: number): void {
  window.questions++;
  window.sum += seconds;
  window.squares += seconds * seconds;
}

/** The mean interval of a window if its questions are regular; undefined otherwise. */
function regularMean({ questions, sum, squares }: Window): number | undefined {
  const intervals = questions - 1;
  const mean = sum / intervals;
  if (mean < MEAN_LEAST || mean > MEAN_MOST) return undefined;
  const deviation = Math.sqrt(Math.max(0, squares / intervals - mean * mean));
  return deviation < mean * DEVIATION / 100 ? mean : undefined;
}
