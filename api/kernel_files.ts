/**
 * What the kernel tells in /proc and /sys, read by the C library: the runtime keeps both from programs that may not do everything,
 * and the executable may not start programs (packaging/compile.ts).
 */
import {
  check,
  cString,
  errno,
  libc,
  O_CLOEXEC,
  O_RDONLY,
  SystemError,
} from "../resolver/net/libc.ts";

const { symbols: folders } = Deno.dlopen("libc.so.6", {
  opendir: { parameters: ["buffer"], result: "pointer" },
  readdir: { parameters: ["pointer"], result: "pointer" },
  closedir: { parameters: ["pointer"], result: "i32" },
  readlink: { parameters: ["buffer", "buffer", "usize"], result: "isize" },
});

/** Octets of a file that are taken at most. */
const LONGEST = 4 * 1024 * 1024;
/** Octets of one read, and of a link. */
const AT_ONCE = 16_384, LONGEST_LINK = 4096;
/** Where the name begins in struct dirent on 64 bits. */
const NAME_AT = 19;

/** The octets of a file of the kernel; at most 4 MiB. Throws a SystemError when it cannot be read. */
export function kernelOctets(path: string): Uint8Array<ArrayBuffer> {
  const fd = check(libc.open(cString(path), O_RDONLY | O_CLOEXEC, 0), `open ${path}`);
  let octets = new Uint8Array(AT_ONCE), length = 0;
  try {
    for (let got = -1; got !== 0 && length < LONGEST; length += got) {
      if (length === octets.length) {
        const larger = new Uint8Array(octets.length * 2);
        larger.set(octets);
        octets = larger;
      }
      got = check(
        libc.read(fd, octets.subarray(length), BigInt(octets.length - length)),
        `read ${path}`,
      );
    }
  } finally {
    libc.close(fd);
  }
  return octets.slice(0, length);
}

/** A file of the kernel as text. Throws a SystemError when it cannot be read. */
export function kernelText(path: string): string {
  return new TextDecoder().decode(kernelOctets(path));
}

/** The names in a folder of the kernel. Throws a SystemError when it cannot be read. */
export function kernelNames(path: string): string[] {
  const folder = folders.opendir(cString(path)), names: string[] = [];
  if (folder === null) throw new SystemError(`open ${path}`, errno());
  try {
    for (let entry = folders.readdir(folder); entry !== null; entry = folders.readdir(folder)) {
      const name = new Deno.UnsafePointerView(entry).getCString(NAME_AT);
      if (name !== "." && name !== "..") names.push(name);
    }
  } finally {
    folders.closedir(folder);
  }
  return names;
}

/** Where a link of the kernel leads: `socket:[5150]`. Throws a SystemError when it cannot be read. */
export function kernelLink(path: string): string {
  const octets = new Uint8Array(LONGEST_LINK);
  const length = check(
    folders.readlink(cString(path), octets, BigInt(octets.length)),
    `read ${path}`,
  );
  return new TextDecoder().decode(octets.subarray(0, length));
}
