/**
 * The C library by FFI: calls that the box needs and Deno lacks. Linux on 64 bits, amd64 and arm64,
 * which share the structure layouts used here (LP64, little endian).
 */

/**
 * Constants of <sys/socket.h>, <netinet/in.h>, <fcntl.h>, <sys/mman.h> and <sys/epoll.h> on Linux.
 */
export const AF_UNIX = 1;
export const AF_INET = 2;
export const AF_INET6 = 10;
export const SOCK_STREAM = 1;
export const SOCK_DGRAM = 2;
export const SOCK_NONBLOCK = 0o4000;
export const SOCK_CLOEXEC = 0o2000000;
export const SOL_SOCKET = 1;
export const SO_REUSEADDR = 2;
export const SO_TYPE = 3;
export const SO_ERROR = 4;
export const SO_SNDBUF = 7;
export const SO_RCVBUF = 8;
export const SO_REUSEPORT = 15;
export const SO_ATTACH_FILTER = 26;
export const SO_RCVBUFFORCE = 33;
export const SO_ATTACH_REUSEPORT_CBPF = 51;
export const IPPROTO_IP = 0;
export const IPPROTO_TCP = 6;
export const IPPROTO_IPV6 = 41;
export const IP_MTU_DISCOVER = 10;
export const IP_PKTINFO = 8;
export const IPV6_V6ONLY = 26;
export const IPV6_RECVPKTINFO = 49;
export const IPV6_PKTINFO = 50;
export const IPV6_MTU_DISCOVER = 23;
export const TCP_NODELAY = 1;
export const TCP_DEFER_ACCEPT = 9;
export const MSG_DONTWAIT = 0x40;
export const MSG_NOSIGNAL = 0x4000;
export const EPOLLIN = 1;
export const EPOLLOUT = 4;
export const EPOLLERR = 8;
export const EPOLLHUP = 16;
export const EPOLLRDHUP = 0x2000;
export const EPOLL_CTL_ADD = 1;
export const EPOLL_CTL_DEL = 2;
export const EPOLL_CTL_MOD = 3;
export const O_RDONLY = 0;
export const O_CLOEXEC = 0o2000000;
/** These differ between the machines (asm/fcntl.h). */
export const O_DIRECTORY = Deno.build.arch === "aarch64" ? 0o40000 : 0o200000;
export const O_NOFOLLOW = Deno.build.arch === "aarch64" ? 0o100000 : 0o400000;
export const AT_SYMLINK_NOFOLLOW = 0x100;
export const F_DUPFD_CLOEXEC = 1030;
export const RLIMIT_NOFILE = 7;
export const PROT_READ = 1;
export const MADV_DONTNEED = 4;
export const ENOENT = 2;
export const EINTR = 4;
export const EAGAIN = 11;
export const EACCES = 13;
export const ENOTDIR = 20;
export const ELOOP = 40;
export const EAFNOSUPPORT = 97;
export const EMSGSIZE = 90;
export const EADDRINUSE = 98;
export const EADDRNOTAVAIL = 99;
export const ENOBUFS = 105;
export const EINPROGRESS = 115;

if (Deno.build.os !== "linux" || !["x86_64", "aarch64"].includes(Deno.build.arch)) {
  throw new Error(
    `The box runs on Linux on 64 bits (amd64 or arm64); this machine is ${Deno.build.os} on ${Deno.build.arch}`,
  );
}

/**
 * The loaded symbols. After a negative integer result, errno() returns the reason if called at
 * once.
 */
export const libc = Deno.dlopen("libc.so.6", {
  socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
  bind: { parameters: ["i32", "buffer", "u32"], result: "i32" },
  listen: { parameters: ["i32", "i32"], result: "i32" },
  accept4: { parameters: ["i32", "buffer", "buffer", "i32"], result: "i32" },
  connect: { parameters: ["i32", "buffer", "u32"], result: "i32" },
  shutdown: { parameters: ["i32", "i32"], result: "i32" },
  setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
  getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  if_nametoindex: { parameters: ["buffer"], result: "u32" },
  getsockname: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
  recvmmsg: { parameters: ["i32", "buffer", "u32", "i32", "pointer"], result: "i32" },
  sendmmsg: { parameters: ["i32", "buffer", "u32", "i32"], result: "i32" },
  recv: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
  recvfrom: { parameters: ["i32", "buffer", "usize", "i32", "buffer", "buffer"], result: "isize" },
  send: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
  sendto: { parameters: ["i32", "buffer", "usize", "i32", "buffer", "u32"], result: "isize" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
  fcntl: { parameters: ["i32", "i32", "i32"], result: "i32" },
  epoll_create1: { parameters: ["i32"], result: "i32" },
  epoll_ctl: { parameters: ["i32", "i32", "i32", "buffer"], result: "i32" },
  epoll_wait: { parameters: ["i32", "buffer", "i32", "i32"], result: "i32" },
  epollWaitAsync: {
    name: "epoll_wait",
    parameters: ["i32", "buffer", "i32", "i32"],
    result: "i32",
    nonblocking: true,
  },
  nanosleep: { parameters: ["buffer", "pointer"], result: "i32" },
  eventfd: { parameters: ["u32", "i32"], result: "i32" },
  open: { parameters: ["buffer", "i32", "i32"], result: "i32" },
  unlink: { parameters: ["buffer"], result: "i32" },
  fchownat: { parameters: ["i32", "buffer", "u32", "u32", "i32"], result: "i32" },
  statx: { parameters: ["i32", "buffer", "i32", "u32", "buffer"], result: "i32" },
  mmap: { parameters: ["pointer", "usize", "i32", "i32", "i32", "i64"], result: "pointer" },
  madvise: { parameters: ["usize", "usize", "i32"], result: "i32" },
  getauxval: { parameters: ["u64"], result: "u64" },
  lseek: { parameters: ["i32", "i64", "i32"], result: "i64" },
  umask: { parameters: ["u32"], result: "u32" },
  setrlimit: { parameters: ["i32", "buffer"], result: "i32" },
  adjtimex: { parameters: ["buffer"], result: "i32" },
  getrlimit: { parameters: ["i32", "buffer"], result: "i32" },
  sched_getattr: {
    name: "syscall",
    parameters: ["isize", "i32", "buffer", "u32", "u32"],
    result: "isize",
  },
  sched_setattr: {
    name: "syscall",
    parameters: ["isize", "i32", "buffer", "u32"],
    result: "isize",
  },
  __errno_location: { parameters: [], result: "pointer" },
}).symbols;

const errnoView = new Deno.UnsafePointerView(libc.__errno_location()!);

/** The errno of the last synchronous call of this thread. */
export function errno(): number {
  return errnoView.getInt32();
}

const ERRNO_TEXT: Record<number, string> = {
  1: "operation not permitted",
  2: "no such file",
  9: "bad descriptor",
  13: "permission denied",
  22: "invalid argument",
  24: "too many open files",
  30: "read-only file system",
  92: "option not known to this kernel",
  97: "address family not supported",
  98: "address already in use",
  99: "address not available on this machine",
  101: "network unreachable",
  111: "connection refused",
  113: "no route to host",
};

/** A failed call of the C library. */
export class SystemError extends Error {
  readonly errno: number;
  constructor(what: string, code: number) {
    super(`${what}: ${ERRNO_TEXT[code] ?? `error ${code}`}`);
    this.name = "SystemError";
    this.errno = code;
  }
}

/** The result as a number; throws a SystemError when it is below zero. */
export function checkResult(result: number | bigint, what: string): number {
  if (Number(result) < 0) throw new SystemError(what, errno());
  return Number(result);
}

/**
 * The memory address of a buffer. The caller must keep the buffer referenced while the address is
 * used.
 */
export function addressOf(buffer: Uint8Array): bigint {
  return Deno.UnsafePointer.value(Deno.UnsafePointer.of(buffer as Uint8Array<ArrayBuffer>));
}

/** An int for setsockopt. */
export function encodeInt(value: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Int32Array([value]).buffer);
}

/** A classic BPF instruction (struct sock_filter). Jump offsets count from the next instruction. */
export interface FilterInstruction {
  readonly code: number;
  /** Instructions skipped when a comparison is true and when it is false: at most 255. */
  readonly whenTrue: number;
  readonly whenFalse: number;
  /** The constant, 32 bits. */
  readonly k: number;
}

/**
 * Size of struct sock_fprog, which precedes its instructions in `encodeFilterProgram`, and of one
 * instruction, in bytes.
 */
export const FILTER_HEAD = 16;
const FILTER_INSTRUCTION = 8;

/** A classic BPF program for setsockopt: struct sock_fprog and its instructions in one buffer. */
export function encodeFilterProgram(
  instructions: readonly FilterInstruction[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FILTER_HEAD + instructions.length * FILTER_INSTRUCTION);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, instructions.length, true);
  view.setBigUint64(8, addressOf(bytes) + BigInt(FILTER_HEAD), true);
  instructions.forEach(({ code, whenTrue, whenFalse, k }, i) => {
    const at = FILTER_HEAD + i * FILTER_INSTRUCTION;
    view.setUint16(at, code, true);
    view.setUint8(at + 2, whenTrue);
    view.setUint8(at + 3, whenFalse);
    view.setUint32(at + 4, k, true);
  });
  return bytes;
}

/** A C string. */
export function encodeCString(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text + "\0");
}

const MAP_PRIVATE_ANONYMOUS = 0x22;
const PROT_READ_WRITE = 3;

/**
 * Zeroed memory of the process that is never freed, for data that the kernel may write at any time.
 */
export function mapAnonymousMemory(length: number): ArrayBuffer {
  const pointer = libc.mmap(null, BigInt(length), PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0n);
  const address = Deno.UnsafePointer.value(pointer);
  if (pointer === null || address === 0xffffffffffffffffn || address === -1n) {
    throw new SystemError("reserve memory", errno());
  }
  return Deno.UnsafePointerView.getArrayBuffer(pointer, length);
}
