/**
 * Many short timers at the cost of one: a wheel of 20 ms slots, because a setTimeout for each query
 * would cost more than its response.
 */
import type { Clock } from "../clock.ts";

const TICK = 20;
const SLOTS = 256;

/** A running timer; its owner extends it or keeps it. */
export class Timer {
  /** Neighbours in its slot. */
  previous: Timer | undefined;
  next: Timer | undefined;
  /** Its slot, -1 = not running. */
  slot = -1;
  /** Monotonic milliseconds. */
  due = 0;
  readonly fire: () => void;
  constructor(fire: () => void) {
    this.fire = fire;
  }
}

/**
 * The timers of a pool. They are late by up to one tick; the interval runs only while a timer runs.
 */
export class Timers {
  readonly #clock: Clock;
  readonly #slots: (Timer | undefined)[] = new Array<Timer | undefined>(SLOTS).fill(undefined);
  #count = 0;
  #tickAt = 0;
  #interval: ReturnType<typeof setInterval> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts or restarts a timer, milliseconds from now. */
  start(timer: Timer, delay: number): void {
    if (timer.slot >= 0) this.stop(timer);
    this.wake();
    timer.due = this.#clock.ms + delay;
    // A tick may be late: the slot must be after the one that is emptied next, and at most one turn
    // of the wheel away.
    const tick = Math.max(Math.ceil(timer.due / TICK), this.#tickAt + 1);
    this.#link(timer, Math.min(tick, this.#tickAt + SLOTS - 1) % SLOTS);
    this.#count++;
  }

  /** Stops a timer; does nothing when it is not running. */
  stop(timer: Timer): void {
    if (timer.slot < 0) return;
    if (timer.previous !== undefined) timer.previous.next = timer.next;
    else this.#slots[timer.slot] = timer.next;
    if (timer.next !== undefined) timer.next.previous = timer.previous;
    timer.previous = timer.next = undefined;
    timer.slot = -1;
    this.#count--;
  }

  /** Updates the thread's clock: while no timer runs, it may not have been read for long. */
  wake(): void {
    if (this.#interval !== undefined) return;
    this.#clock.refresh();
    this.#tickAt = Math.floor(this.#clock.ms / TICK);
    this.#interval = setInterval(() => this.#tick(), TICK);
  }

  /** Stops every timer without firing it. */
  close(): void {
    clearInterval(this.#interval);
    this.#interval = undefined;
    for (let slot = 0; slot < SLOTS; slot++) {
      while (this.#slots[slot] !== undefined) this.stop(this.#slots[slot]!);
    }
  }

  #link(timer: Timer, slot: number): void {
    timer.slot = slot;
    timer.previous = undefined;
    timer.next = this.#slots[slot];
    if (timer.next !== undefined) timer.next.previous = timer;
    this.#slots[slot] = timer;
  }

  #tick(): void {
    this.#clock.refresh();
    const until = Math.floor(this.#clock.ms / TICK);
    const from = Math.max(this.#tickAt + 1, until - SLOTS + 1);
    for (let tick = from; tick <= until; tick++) {
      this.#tickAt = tick;
      this.#empty(tick % SLOTS);
    }
    if (this.#count > 0) return;
    clearInterval(this.#interval);
    this.#interval = undefined;
  }

  #empty(slot: number): void {
    let timer = this.#slots[slot];
    const due: Timer[] = [];
    for (; timer !== undefined; timer = timer.next) due.push(timer);
    for (const each of due) {
      if (each.slot !== slot) continue;
      const left = each.due - this.#clock.ms;
      if (left > 0) this.start(each, left);
      else {
        this.stop(each);
        try {
          each.fire();
        } catch (fault) {
          // Reported as an unhandled rejection of the thread; the other timers that are due still
          // fire.
          Promise.reject(fault);
        }
      }
    }
  }
}
