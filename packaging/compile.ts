/**
 * `deno task compile [--target amd64|arm64|arm] [--by deno|launcher]` makes
 * dist/box-<version>-linux-<target>:
 * one file with runtime, code, workers and the native library of libSQL. `deno compile` makes it
 * where its base runtime can be fetched; otherwise the runtime's npm package and the launcher of
 * this folder are used, with Debian's C library for systems without one. The method used is printed.
 */
import { parseArgs } from "node:util";
import { bundle } from "./bundle.ts";
import { type CLibrary, fetchCLibrary } from "./debian_parts.ts";
import { ENTRIES } from "./entries.ts";
import { fetchDatabase, fetchRuntime } from "./npm_parts.ts";
import { type PackedFile, writeExecutable } from "./payload.ts";
import { RUNTIME_FLAGS } from "./runtime_flags.ts";
import { findTool, runTool } from "./tools.ts";
import { TARGET_VARIABLE } from "../api/system/install.ts";
import { executableName, findTarget, isHostTarget, type Target } from "./target.ts";

/** The root unit of updates starts programs; the box itself does not. */
const GRANTS = { "update-apply": "--allow-run" };
/** Permissions of the box: it starts no programs. */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys",
  "--allow-ffi",
];
const UNSTABLE = ["--unstable-net", "--unstable-worker-options", "--unstable-no-legacy-abort"];
const V8_FLAGS = [RUNTIME_FLAGS];
const ISOLATED = ["--no-config", "--no-lock", "--no-remote", "--node-modules-dir=manual"];

/** Seconds that `deno compile` may take to fetch its base runtime. */
const COMPILE_LIMIT = 120;

async function filesBelow(folder: string, prefix = ""): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...await filesBelow(path, `${prefix}${entry.name}/`));
    else files.push({ path: prefix + entry.name, mode: 0o600, bytes: await Deno.readFile(path) });
  }
  return files.sort((a, b) => a.path < b.path ? -1 : 1);
}

/**
 * Makes the executable by `deno compile`; false, with the reason printed, when that is not possible
 * here.
 */
async function byDenoCompile(
  target: Target,
  built: string,
  entries: readonly string[],
  out: string,
): Promise<boolean> {
  if (target.triple === undefined) {
    console.log(`deno compile cannot be used here: it has no target ${target.name}`);
    return false;
  }
  const included = [...entries.filter((entry) => entry !== "main.js"), "node_modules"].flatMap((
    path,
  ) => ["--include", path]);
  const flags = [...ISOLATED, ...PERMISSIONS, ...UNSTABLE, ...V8_FLAGS];
  const ended = await runTool(
    [
      Deno.execPath(),
      "compile",
      "--quiet",
      "--no-check",
      ...flags,
      "--target",
      target.triple,
      "--output",
      out,
      ...included,
      "main.js",
    ],
    { cwd: built, limit: COMPILE_LIMIT },
  );
  if (ended.code !== 0) {
    console.log(`deno compile cannot be used here: ${ended.reason}`);
    return false;
  }
  if (!isHostTarget(target)) return true;
  const tried = await runTool([out, "version"], { limit: 30 });
  if (tried.code !== 0) {
    console.log(`deno compile made a file that does not start: ${tried.reason}`);
  }
  return tried.code === 0;
}

async function buildLauncher(target: Target, work: string): Promise<Uint8Array> {
  const compiler = findTool(
    target.compilers,
    `a C compiler for ${target.name}, such as Debian's ${target.compilers[0]}`,
  );
  const source = new URL("launcher/", import.meta.url).pathname;
  const sources = ["launcher.c", "inflate.c", "sha256.c"].map((name) => source + name);
  const ended = await runTool([
    compiler,
    "-O2",
    "-Wall",
    "-Wextra",
    "-D_FILE_OFFSET_BITS=64",
    "-D_TIME_BITS=64",
    "-static",
    "-s",
    "-o",
    `${work}/launcher`,
    ...sources,
  ], {
    limit: 60,
  });
  if (ended.code !== 0) throw new Error(`The launcher does not compile: ${ended.transcript}`);
  return await Deno.readFile(`${work}/launcher`);
}

/**
 * The C library for the payload. Without apt it stays outside, with the reason printed, unless the
 * target needs it; the executable then needs the one of the system.
 */
async function ownLibrary(target: Target, needed: boolean): Promise<CLibrary | undefined> {
  try {
    return await fetchCLibrary(target.libraries, target.loader);
  } catch (error) {
    if (needed || !target.hasLoader) throw error;
    console.log(`The executable needs the glibc of its system: ${(error as Error).message}`);
    return undefined;
  }
}

/** The files of the C library. The loader has the name that lists of processes show. */
function libraryFiles({ files, loader }: CLibrary): PackedFile[] {
  const libraries = [...files].map(([name, bytes]): PackedFile => ({
    path: `libc/${name}`,
    mode: 0o600,
    bytes,
  }));
  return [{ path: "libc/box", mode: 0o700, bytes: loader }, ...libraries];
}

/** The command line of the loader, in front of a program and its arguments. */
function loaderWords(target: Target) {
  const words = [
    "{}/libc/box",
    "--argv0",
    "box",
    "--inhibit-cache",
    "--library-path",
    "{}/libc",
  ];
  return target.hasLoader ? { words, system: target.loader } : { words };
}

/** Makes the executable from the npm package of the runtime, the bundle and the launcher. */
async function byLauncher(
  target: Target,
  work: string,
  built: string,
  entries: readonly string[],
  library: CLibrary | undefined,
  out: string,
): Promise<void> {
  const runtime = await Deno.readFile(await fetchRuntime(target, work));
  const files: PackedFile[] = [
    { path: "box", mode: 0o700, bytes: runtime },
    ...(library === undefined ? [] : libraryFiles(library)),
    ...await filesBelow(built),
  ];
  const args = [
    "{}/box",
    "run",
    // The runtime itself logs a line for each client that breaks HTTP/2: the box counts them
    // instead (api/http/client_faults.ts).
    "--quiet",
    ...ISOLATED,
    ...PERMISSIONS,
    ...UNSTABLE,
    ...V8_FLAGS,
    "{}/main.js",
  ];
  // Two arenas of malloc instead of sixteen: the threads of the box fragment less memory.
  const env = {
    DENO_DIR: "{}/cache",
    DENO_NO_UPDATE_CHECK: "1",
    MALLOC_ARENA_MAX: "2",
    [TARGET_VARIABLE]: target.name,
  };
  // The runtime reads all code once to find its imports, and caches them. A box that did so itself
  // kept 24 MB of it.
  const threads = ENTRIES.map((entry) => entry.replace(/\.ts$/, ".js")).filter((path) =>
    entries.includes(path)
  );
  const once = [
    "cache",
    "--quiet",
    ...ISOLATED,
    "--unstable-net",
    ...threads.map((path) => `{}/${path}`),
  ];
  const partial = `${out}.new`;
  await writeExecutable(partial, await buildLauncher(target, work), files, {
    args,
    env,
    once,
    grants: GRANTS,
    ...(library !== undefined && { own: loaderWords(target) }),
  });
  await Deno.rename(partial, out);
}

/** Choices for `compile`. */
export interface CompileOptions {
  /** Forces a method. */
  readonly by?: "deno" | "launcher" | undefined;
  /** Fails when the executable cannot bring its C library. */
  readonly withLibrary?: boolean;
  /** The folder of the result; default: `dist` of the project. */
  readonly into?: string;
}

/** Makes the executable for a target from the project at `root`; returns the path of the file. */
export async function compile(
  root: string,
  target: Target,
  { by, withLibrary = false, into = `${root}/dist` }: CompileOptions = {},
): Promise<string> {
  const out = `${into}/${executableName(target)}`;
  const work = await Deno.makeTempDir({ prefix: "box-compile-" });
  try {
    await Deno.mkdir(into, { recursive: true });
    const built = `${work}/built`;
    const entries = await bundle(root, built);
    await fetchDatabase(target, root, work, `${built}/node_modules`);
    for (const text of ["LICENSE", "NOTICE"]) {
      await Deno.copyFile(`${root}/${text}`, `${built}/${text}`);
    }
    let way = "deno compile";
    if (by === "launcher" || !(await byDenoCompile(target, built, entries, out))) {
      if (by === "deno") throw new Error("deno compile was asked for and cannot be used");
      way = `launcher with the npm package ${target.runtime}@${Deno.version.deno}`;
      const library = await ownLibrary(target, withLibrary);
      await byLauncher(target, work, built, entries, library, out);
    }
    const megabytes = ((await Deno.stat(out)).size / 1e6).toFixed(1);
    console.log(`dist/${executableName(target)}: ${megabytes} MB, by ${way}`);
    return out;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: { target: { type: "string" }, by: { type: "string" } },
  });
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
  const by = values.by;
  if (by !== undefined && by !== "deno" && by !== "launcher") {
    throw new RangeError(`No such way, choose one of deno, launcher: ${by}`);
  }
  await compile(root, findTarget(values.target), { by });
}
