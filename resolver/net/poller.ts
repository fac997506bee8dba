/**
 * One epoll descriptor for every socket of a thread, awaited off the loop and then drained: timers, TLS and messages stay alive
 * (PLATFORM 0.6). Level-triggered.
 */
import {
  anonymousMemory,
  check,
  EPOLL_CTL_ADD,
  EPOLL_CTL_DEL,
  EPOLL_CTL_MOD,
  EPOLLIN,
  libc,
  SOCK_CLOEXEC,
  SOCK_NONBLOCK,
} from "./libc.ts";

/** Tells when descriptors are ready. */
export interface Poller {
  /** Calls `ready` with the epoll events while `fd` has some of `events` (EPOLLIN by default). */
  add(fd: number, ready: (events: number) => void, events?: number): void;
  /** Changes the events waited for. */
  modify(fd: number, events: number): void;
  /** Forgets `fd`; called before it is closed. */
  remove(fd: number): void;
}

const EVENTS = 256;
/** struct epoll_event is packed on amd64 (12 bytes), aligned on arm64 (16 bytes). */
const EVENT_SIZE = Deno.build.arch === "x86_64" ? 12 : 16;
const DATA_AT = EVENT_SIZE - 8;
/** Turns in a row without awaiting: an await costs 8 us, and without any the timers and messages of the thread would starve. */
const BUSY_TURNS = 8;

/** The poller of a thread. `run` returns when `stop` was called. */
export class EpollPoller implements Poller {
  #epoll = check(libc.epoll_create1(SOCK_CLOEXEC), "make an epoll descriptor");
  #wake = check(libc.eventfd(0, SOCK_NONBLOCK | SOCK_CLOEXEC), "make an event descriptor");
  #ready = new Map<number, (events: number) => void>();
  // Memory of the process, not of the isolate: should the thread die while its wait goes on, the kernel still writes here.
  #buffer = new Uint8Array(anonymousMemory(EVENTS * EVENT_SIZE));
  #view = new DataView(this.#buffer.buffer);
  #change = new Uint8Array(EVENT_SIZE);
  #changeView = new DataView(this.#change.buffer);
  #stopped = false;

  constructor() {
    this.add(this.#wake, () => libc.read(this.#wake, new Uint8Array(8), 8n));
  }

  add(fd: number, ready: (events: number) => void, events = EPOLLIN): void {
    this.#ready.set(fd, ready);
    this.#control(EPOLL_CTL_ADD, fd, events);
  }

  modify(fd: number, events: number): void {
    this.#control(EPOLL_CTL_MOD, fd, events);
  }

  remove(fd: number): void {
    this.#ready.delete(fd);
    libc.epoll_ctl(this.#epoll, EPOLL_CTL_DEL, fd, this.#change);
  }

  /**
   * Waits for events and hands them out until stopped; `turn` runs before each handful (the clock is read there). What a `ready`
   * throws goes to `fault`: one broken socket must not end all the others.
   */
  async run(turn: () => void, fault: (error: unknown) => void): Promise<void> {
    for (let busy = 0; !this.#stopped;) {
      let count = busy < BUSY_TURNS ? libc.epoll_wait(this.#epoll, this.#buffer, EVENTS, 0) : 0;
      busy = count === 0 ? 0 : busy + 1;
      if (count === 0) count = await libc.epollWaitAsync(this.#epoll, this.#buffer, EVENTS, -1);
      turn();
      for (let i = 0; i < count && !this.#stopped; i++) {
        const at = i * EVENT_SIZE;
        const ready = this.#ready.get(this.#view.getInt32(at + DATA_AT, true));
        try {
          ready?.(this.#view.getUint32(at, true));
        } catch (error) {
          fault(error);
        }
      }
    }
    libc.close(this.#epoll);
    libc.close(this.#wake);
  }

  /** Ends `run` at its next turn; may be called from anywhere in this thread. */
  stop(): void {
    this.#stopped = true;
    libc.write(this.#wake, new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0]), 8n);
  }

  #control(operation: number, fd: number, events: number): void {
    this.#changeView.setUint32(0, events, true);
    this.#changeView.setInt32(DATA_AT, fd, true);
    check(libc.epoll_ctl(this.#epoll, operation, fd, this.#change), "watch a socket");
  }
}
