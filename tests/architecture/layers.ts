/** DESIGN section 3 as data: who may import whom, each row with the reason that a failure prints. */

/** What the modules under one path may import. The longest matching path holds. */
export interface Layer {
  /** Path prefix from the root of the project. */
  readonly path: string;
  /** Path prefixes that may be imported, beside the layer's own path. */
  readonly may: readonly string[];
  /** Path prefixes of which only types may be imported. */
  readonly mayTypes?: readonly string[];
  /** Why, printed by a failure. */
  readonly why: string;
}

/** The table of DESIGN section 3. ROOTS, tests/ and unit tests beside the code may import everything. */
export const LAYERS: readonly Layer[] = [
  {
    path: "policy/",
    may: [],
    why: "decisions are pure and stand alone, so that they can be tested and compiled anywhere",
  },
  { path: "resolver/", may: ["policy/"], why: "answering never waits for the control side" },
  {
    path: "resolver/wire/",
    may: ["policy/model/"],
    why: "messages are read and written without sockets, settings or decisions",
  },
  {
    path: "api/",
    may: [
      ...[
        "policy/",
        "resolver/protocol.ts",
        "resolver/wire/",
        "resolver/net/libc.ts",
        "resolver/net/netlink.ts",
        "resolver/net/room.ts",
      ],
      // Memory and messages that front and resolver share.
      ...["resolver/handed_batch.ts", "resolver/block_memory.ts", "resolver/worker_of.ts"],
    ],
    why: "the state speaks to the resolver through typed messages only",
  },
  {
    path: "tasks/",
    may: [
      "api/features/*/service.ts",
      "api/accounts/service.ts",
      "api/cloud/",
      "policy/",
      "resolver/wire/",
      "resolver/net/libc.ts",
    ],
    why: "a task is a client of the services, as a page or a command is",
  },
  {
    path: "ui/",
    may: [
      "policy/limits.ts",
      "policy/catalogue/",
      "policy/lists/suffix.ts",
      "policy/reasons.ts",
      "policy/model/personal_rule.ts",
      "policy/model/calendar_day.ts",
      "policy/model/hours.ts",
      "policy/model/week.ts",
    ],
    mayTypes: ["api/", "policy/"],
    why: "pages see the box through one typed loader, never through its tables",
  },
  {
    path: "ui/loader.ts",
    may: ["ui/", "policy/limits.ts", "api/http/", "api/features/*/service.ts"],
    why: "the one typed loader of the pages",
  },
  {
    path: "ui/response.ts",
    may: ["ui/", "policy/catalogue/", "api/http/forms.ts"],
    why: "it ends what the door's forms tell the next page",
  },
  {
    path: "cli/",
    may: ["policy/limits.ts", "policy/model/nearest.ts", "api/http/connection_stream.ts"],
    mayTypes: ["api/", "resolver/protocol.ts"],
    why: "the command line speaks to the running service over its local socket",
  },
];

/** Folders that nothing else loads but the modules named: programs of their own, whose types alone are known elsewhere. */
export const ALONE: readonly {
  readonly path: string;
  readonly by: readonly string[];
  readonly why: string;
}[] = [
  {
    path: "api/companion/",
    by: ["companion.ts"],
    why: "the online service is a program of its own (`box companion`)",
  },
];

/** Packages that only some folders may import; any other package of deno.json may be imported by api/, tasks/ and ui/. */
export const PACKAGES: readonly {
  readonly name: string;
  readonly only: readonly string[];
  readonly why: string;
}[] = [
  {
    name: "dns-packet",
    only: ["resolver/wire/"],
    why: "it loses SVCB and splits labels at dots (PLATFORM 0.8)",
  },
  {
    name: "@libsql/client",
    only: ["api/store/", "api/companion/store/"],
    why:
      "one folder knows the database, each file in a thread of its own; the online service has its own",
  },
  {
    name: "@noble/ciphers",
    only: ["resolver/upstream/dnscrypt/"],
    why: "the runtime has no XSalsa20 and no XChaCha20",
  },
  { name: "tldts", only: ["policy/"], why: "public suffixes are a fact of policy" },
  { name: "fast-check", only: ["tests/"], why: "it is for tests" },
  { name: "playwright-core", only: ["tests/"], why: "it is for tests" },
  { name: "axe-core", only: ["tests/"], why: "it is for tests" },
  {
    name: "otpauth",
    only: ["api/accounts/factors/"],
    why: "second factors are checked in one place",
  },
  {
    name: "@simplewebauthn/server",
    only: ["api/accounts/factors/"],
    why: "second factors are checked in one place",
  },
  {
    name: "oui-data",
    only: ["packaging/"],
    why: "5.6 MB of JSON are packed beforehand (api/features/network/vendors)",
  },
  { name: "croner", only: ["tasks/"], why: "one scheduler keeps the time" },
  { name: "smol-toml", only: ["api/", "cli/"], why: "settings are read in one place" },
  {
    name: "fflate",
    only: ["api/features/box/import/"],
    why: "archives of others are unpacked within limits",
  },
  {
    name: "yaml",
    only: ["api/features/box/import/"],
    why: "YAML of others is read without references",
  },
];

/** Folders whose modules may import packages at all, beside those that PACKAGES names. */
export const PACKAGE_FOLDERS: readonly string[] = [
  "api/",
  "tasks/",
  "ui/",
  "cli/",
  "tests/",
  "packaging/",
];

/** The modules that compose: `box` with its commands, and the services that it runs. They may import everything. */
export const ROOTS: readonly string[] = ["main.ts", "serve.ts", "control_side.ts", "companion.ts"];

/** Modules of the runtime that a layer stays away from. */
export const FORBIDDEN_BUILTINS: readonly {
  readonly path: string;
  readonly modules: RegExp;
  readonly why: string;
}[] = [
  { path: "policy/", modules: /^node:/, why: "policy has no I/O and no clock" },
  {
    path: "resolver/",
    modules: /^node:(fs|child_process|process|os|sqlite|worker_threads|http2)/,
    why:
      "answering has no files, environment or processes, and node:http2 aborts under load (PLATFORM 0.2)",
  },
  {
    path: "",
    modules: /^node:http2$/,
    why: "it aborts the whole process under load (PLATFORM 0.2)",
  },
];

/** Whether a path lies under a prefix; `*` in a prefix stands for any folders, and a prefix of a file is that file alone. */
export function isUnder(path: string, prefix: string): boolean {
  if (!prefix.includes("*")) {
    return prefix.endsWith("/") ? path.startsWith(prefix) : path === prefix || prefix === "";
  }
  const source = prefix.split("*").map((part) => RegExp.escape(part)).join(".+");
  return new RegExp(`^${source}${prefix.endsWith("/") ? "" : "$"}`).test(path);
}

/** The layer of a module: the longest path of LAYERS that covers it; undefined = it may import everything. */
export function layerOf(path: string): Layer | undefined {
  return LAYERS.filter((layer) => isUnder(path, layer.path)).sort((a, b) =>
    b.path.length - a.path.length
  )[0];
}
