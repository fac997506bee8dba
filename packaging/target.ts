/**
 * The machines that the box is packaged for, and the parts of the executable that differ between
 * them.
 */

import { VERSION } from "../api/system/version.ts";

/** Names of the targets. `arm` is a 32-bit system on a 64-bit kernel. */
export type TargetName = "amd64" | "arm64" | "arm";
/** Machines in Debian's words. */
export type DebianArch = "amd64" | "arm64" | "armhf";

/** A kind of machine. */
export interface Target {
  readonly name: TargetName;
  /** Its packages. */
  readonly debian: DebianArch;
  /** The runtime and the libraries of the executable. */
  readonly libraries: DebianArch;
  /** The program loader that the runtime expects. */
  readonly loader: string;
  /** Whether such systems may have that loader, and a C library of the runtime's kind. */
  readonly hasLoader: boolean;
  /** The name in `deno compile --target`; undefined = it cannot make the executable. */
  readonly triple: string | undefined;
  /** The name of the runtime in `Deno.build.arch`. */
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
    debian: "amd64",
    libraries: "amd64",
    loader: "/lib64/ld-linux-x86-64.so.2",
    hasLoader: true,
    triple: "x86_64-unknown-linux-gnu",
    arch: "x86_64",
    runtime: "@deno/linux-x64-glibc",
    database: "@libsql/linux-x64-gnu",
    compilers: ["x86_64-linux-gnu-gcc", "gcc", "cc"],
  },
  {
    name: "arm64",
    debian: "arm64",
    libraries: "arm64",
    loader: "/lib/ld-linux-aarch64.so.1",
    hasLoader: true,
    triple: "aarch64-unknown-linux-gnu",
    arch: "aarch64",
    runtime: "@deno/linux-arm64-glibc",
    database: "@libsql/linux-arm64-gnu",
    compilers: ["aarch64-linux-gnu-gcc"],
  },
  {
    name: "arm",
    debian: "armhf",
    libraries: "arm64",
    loader: "/lib/ld-linux-aarch64.so.1",
    hasLoader: false,
    triple: undefined,
    arch: "aarch64",
    runtime: "@deno/linux-arm64-glibc",
    database: "@libsql/linux-arm64-gnu",
    compilers: ["arm-linux-gnueabihf-gcc"],
  },
];

/**
 * A unit for the systemd of a machine. If the runtime is of another architecture than the system,
 * its system calls are allowed too.
 */
export function unitFor(text: string, machine: TargetName | DebianArch): string {
  const { debian, libraries } = TARGETS.find((target) =>
    target.name === machine || target.debian === machine
  )!;
  if (debian === libraries) return text;
  const calls = "SystemCallArchitectures=native";
  return text.replace(`${calls}\n`, `${calls} ${libraries}\n`);
}

/** The name of the executable of a target: `box-0.9.0-linux-amd64`. */
export function executableName({ name }: Pick<Target, "name">): string {
  return `box-${VERSION}-linux-${name}`;
}

/** The target with a name; by default, this machine's. Throws a RangeError that lists the names. */
export function findTarget(name: string | undefined): Target {
  const found = TARGETS.find((target) =>
    name === undefined ? isHostTarget(target) : target.name === name
  );
  if (found !== undefined) return found;
  throw new RangeError(
    `No such target, choose one of ${TARGETS.map((target) => target.name).join(", ")}: ${name}`,
  );
}

/** Whether this machine is of that kind. */
export function isHostTarget(target: Target): boolean {
  return target.hasLoader && target.arch === Deno.build.arch;
}
