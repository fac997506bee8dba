/**
 * The machines that the box is packaged for, and the parts of the executable that differ between
 * them.
 */

import { VERSION } from "../api/system/version.ts";

/** A kind of machine: `amd64` or `arm64`, in Debian's words. */
export interface Target {
  readonly name: "amd64" | "arm64";
  /** The name in `deno compile --target`. */
  readonly triple: string;
  /** The name in `Deno.build.arch`. */
  readonly arch: typeof Deno.build.arch;
  /** npm package of the runtime. */
  readonly runtime: string;
  /** npm package of the native library of libSQL. */
  readonly database: string;
  /** C compilers for it; the first one found is used. */
  readonly compilers: readonly string[];
}

/** Every target, the more common one first. */
export const TARGETS: readonly Target[] = [
  {
    name: "amd64",
    triple: "x86_64-unknown-linux-gnu",
    arch: "x86_64",
    runtime: "@deno/linux-x64-glibc",
    database: "@libsql/linux-x64-gnu",
    compilers: ["x86_64-linux-gnu-gcc", "gcc", "cc"],
  },
  {
    name: "arm64",
    triple: "aarch64-unknown-linux-gnu",
    arch: "aarch64",
    runtime: "@deno/linux-arm64-glibc",
    database: "@libsql/linux-arm64-gnu",
    compilers: ["aarch64-linux-gnu-gcc"],
  },
];

/** The name of the executable of a target: `box-0.9.0-linux-amd64`. */
export function executableName({ name }: Pick<Target, "name">): string {
  return `box-${VERSION}-linux-${name}`;
}

/** The target with a name; by default, this machine's. Throws a RangeError that lists the names. */
export function findTarget(name: string | undefined): Target {
  const found = TARGETS.find((target) =>
    name === undefined ? target.arch === Deno.build.arch : target.name === name
  );
  if (found !== undefined) return found;
  throw new RangeError(
    `No such target, choose one of ${TARGETS.map((target) => target.name).join(", ")}: ${name}`,
  );
}

/** Whether this machine is of that kind. */
export function isHostTarget(target: Target): boolean {
  return target.arch === Deno.build.arch;
}
