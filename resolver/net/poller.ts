/**
 * One epoll descriptor for all sockets of a thread. It is awaited off the event loop, so that
 * timers, TLS and messages continue. Level-triggered.
 */
import { DESCRIPTOR_MEMORY_BYTES, DescriptorRegistry } from "./descriptor_registry.ts";
import {
  checkResult,
  EINTR,
  EPOLL_CTL_ADD,
  EPOLL_CTL_DEL,
  EPOLL_CTL_MOD,
  EPOLLIN,
  errno,
  libc,
  mapAnonymousMemory,
  SOCK_CLOEXEC,
  SOCK_NONBLOCK,
  SystemError,
} from "./libc.ts";
import { WaitStrategy } from "./wait_strategy.ts";
import { DescriptorBudget } from "./descriptor_budget.ts";

/** Watches descriptors for events. */
export interface Poller {
  /** Limits the number of watched descriptors. */
  readonly descriptors: DescriptorBudget;
  /** Calls `ready` with the epoll events while `fd` has some of `events` (EPOLLIN by default). */
  add(fd: number, ready: (events: number) => void, events?: number): void;
  /** Changes the watched events. */
  modify(fd: number, events: number): void;
  /** Stops watching `fd`; called before it is closed. */
  remove(fd: number): void;
}

const EVENTS = 256;
/** struct epoll_event is packed on amd64 (12 bytes), aligned on arm64 (16 bytes). */
const EVENT_SIZE = Deno.build.arch === "x86_64" ? 12 : 16;
const DATA_AT = EVENT_SIZE - 8;
/** struct timespec of a sleep: 50 us, to which the kernel adds as much timer slack. */
const REST = new Uint8Array(new BigInt64Array([0n, 50_000n]).buffer);
/**
 * Milliseconds of one wait. If the thread dies, its wait ends by itself and frees its resources.
 */
const LONGEST_WAIT = 1000;

/**
 * A turn of the event loop for timers and messages: 2 us, a tenth of a wait. It polls the loop's
 * own sockets rarely.
 */
function shortTurn(): Promise<number> {
  return new Promise((done) => setImmediate(done, 0));
}

/**
 * The callback of a descriptor. The serial detects events that were read before the descriptor
 * number was reused.
 */
interface Watch {
  readonly ready: (events: number) => void;
  readonly serial: number;
}

/** The poller of a thread. `run` returns after `stop`, and then nothing is watched any more. */
export class EpollPoller implements Poller {
  readonly descriptors = new DescriptorBudget();
  readonly #held: DescriptorRegistry;
  // -1 once closed, because the numbers may be reused.
  #epoll = -1;
  #wake = -1;
  #watched = new Map<number, Watch>();
  #serial = 0;
  // Memory of the process, not of the isolate: if the thread dies during a wait, the kernel still
  // writes here.
  #buffer = new Uint8Array(mapAnonymousMemory(EVENTS * EVENT_SIZE));
  #view = new DataView(this.#buffer.buffer);
  #change = new Uint8Array(EVENT_SIZE);
  #changeView = new DataView(this.#change.buffer);
  #stopped = false;
  #pace: WaitStrategy | undefined;

  /** `held` records the descriptors that the thread opened. Throws a SystemError. */
  constructor(
    held: DescriptorRegistry = new DescriptorRegistry(
      new SharedArrayBuffer(DESCRIPTOR_MEMORY_BYTES),
    ),
  ) {
    this.#held = held;
    this.#epoll = checkResult(libc.epoll_create1(SOCK_CLOEXEC), "make an epoll descriptor");
    this.#held.add(this.#epoll);
    try {
      this.#wake = checkResult(
        libc.eventfd(0, SOCK_NONBLOCK | SOCK_CLOEXEC),
        "make an event descriptor",
      );
      this.add(this.#wake, () => libc.read(this.#wake, new Uint8Array(8), 8n));
    } catch (error) {
      this.#close();
      throw error;
    }
  }

  add(fd: number, ready: (events: number) => void, events = EPOLLIN): void {
    const serial = this.#serial = this.#serial + 1 | 0;
    this.#control(EPOLL_CTL_ADD, fd, events, serial);
    this.#watched.set(fd, { ready, serial });
    this.#held.add(fd);
  }

  modify(fd: number, events: number): void {
    const watch = this.#watched.get(fd);
    if (watch !== undefined) this.#control(EPOLL_CTL_MOD, fd, events, watch.serial);
  }

  remove(fd: number): void {
    this.#held.remove(fd);
    if (this.#watched.delete(fd)) libc.epoll_ctl(this.#epoll, EPOLL_CTL_DEL, fd, this.#change);
  }

  /**
   * Waits for events and dispatches them until stopped. `turn` runs before each batch, updates the
   * clock and returns monotonic milliseconds. Exceptions of `ready` go to `fault`, so that one
   * broken socket does not end the others. Rejects with a SystemError when waiting fails.
   */
  async run(turn: () => number, fault: (error: unknown) => void): Promise<void> {
    try {
      const pace = this.#pace = new WaitStrategy(turn());
      while (!this.#stopped) {
        const count = this.#look(pace);
        const now = turn();
        if (count === 0) {
          const come = await libc.epollWaitAsync(this.#epoll, this.#buffer, EVENTS, LONGEST_WAIT);
          pace.onWait(turn());
          this.#handOut(come, fault);
          continue;
        }
        this.#handOut(count, fault);
        const due = pace.dueTurn(now);
        if (due === "none") {
          // Work for the end of the turn, such as batched responses, runs before the next poll.
          await undefined;
          continue;
        }
        const come = due === "short"
          ? await shortTurn()
          : await libc.epollWaitAsync(this.#epoll, this.#buffer, EVENTS, 0);
        pace.onTurn(turn());
        this.#handOut(come, fault);
      }
    } finally {
      this.#close();
    }
  }

  /** The number of events that are pending, at once or after a worthwhile sleep. */
  #look(pace: WaitStrategy): number {
    const found = this.#ready();
    if (found > 0) pace.onEvents();
    if (found > 0 || !pace.shouldSleep) return found;
    libc.nanosleep(REST, null);
    const come = this.#ready();
    pace.onSleep(come > 0);
    return come;
  }

  #ready(): number {
    const count = libc.epoll_wait(this.#epoll, this.#buffer, EVENTS, 0);
    if (count < 0 && errno() !== EINTR) throw new SystemError("wait for sockets", errno());
    return count < 0 ? 0 : count;
  }

  /**
   * Records work that arrived over the event loop. For a while the thread waits there instead of
   * sleeping.
   */
  onLoopWork(): void {
    this.#pace?.onLoopWork();
  }

  /** Ends `run` at its next turn. May be called anywhere in this thread. */
  stop(): void {
    this.#stopped = true;
    if (this.#wake >= 0) libc.write(this.#wake, new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]), 8n);
  }

  #handOut(count: number, fault: (error: unknown) => void): void {
    for (let i = 0; i < count && !this.#stopped; i++) {
      const at = i * EVENT_SIZE;
      const watch = this.#watched.get(this.#view.getInt32(at + DATA_AT, true));
      if (watch === undefined || watch.serial !== this.#view.getInt32(at + DATA_AT + 4, true)) {
        continue;
      }
      try {
        watch.ready(this.#view.getUint32(at, true));
      } catch (error) {
        fault(error);
      }
    }
  }

  #control(operation: number, fd: number, events: number, serial: number): void {
    this.#changeView.setUint32(0, events, true);
    this.#changeView.setInt32(DATA_AT, fd, true);
    this.#changeView.setInt32(DATA_AT + 4, serial, true);
    checkResult(libc.epoll_ctl(this.#epoll, operation, fd, this.#change), "watch a socket");
  }

  #close(): void {
    const own = [this.#epoll, this.#wake].filter((fd) => fd >= 0);
    this.#epoll = this.#wake = -1;
    this.#watched.clear();
    for (const fd of own) {
      this.#held.remove(fd);
      libc.close(fd);
    }
  }
}
