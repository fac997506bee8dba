/** Which folder may import which, as data. Each row has the reason that a failure prints. */

/** What the modules below one path may import. The longest matching path applies. */
export interface Layer {
  /** Path prefix from the root of the project. */
  readonly path: string;
  /** Path prefixes that may be imported, besides the layer's own path. */
  readonly may: readonly string[];
  /** Path prefixes from which only types may be imported. */
  readonly mayTypes?: readonly string[];
  /** The reason, printed with a failure. */
  readonly why: string;
}

/** Modules of the resolver that describe messages and shared memory, and native calls. */
const RESOLVER_SHARED: readonly string[] = [
  "resolver/protocol.ts",
  "resolver/wire/",
  "resolver/net/libc.ts",
  "resolver/net/netlink.ts",
  "resolver/net/descriptor_budget.ts",
  // Memory and messages shared by front and resolver.
  "resolver/threads/forwarded_batch.ts",
  "resolver/threads/semaphore.ts",
  "resolver/memory/block_memory.ts",
  "resolver/threads/shard.ts",
];

/** What every folder of api/ may import, besides the folders in its row. */
const API_BASE: readonly string[] = ["policy/", ...RESOLVER_SHARED, "api/async/", "api/system/"];

/** Folders that import no feature. */
const KERNEL: readonly string[] = [
  ...API_BASE,
  "api/schema/",
  "api/store/",
  "api/settings/",
  "api/http/",
];

/** Rows of allowed imports. ROOTS, tests/ and unit tests may import everything. */
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
    may: ["policy/", ...RESOLVER_SHARED],
    why: "the state speaks to the resolver through typed messages only",
  },
  {
    path: "api/async/",
    may: [],
    mayTypes: ["api/system/runtime.ts"],
    why: "timers, queues and mutexes know nothing of the box but its runtime",
  },
  {
    path: "api/system/",
    may: API_BASE,
    why: "access to the operating system knows no feature and no database",
  },
  {
    path: "api/schema/",
    may: API_BASE,
    why: "types and registries that several features share know none of them",
  },
  {
    path: "api/store/",
    may: [...API_BASE, "api/schema/"],
    why: "the store knows no feature: a feature declares its own tables",
  },
  {
    path: "api/settings/",
    may: [...API_BASE, "api/schema/", "api/store/"],
    why: "settings know no feature: a feature reads them",
  },
  {
    path: "api/http/",
    may: KERNEL,
    why: "HTTP knows no feature: a routes file declares the services that it needs",
  },
  {
    path: "api/cloud/",
    may: KERNEL,
    why: "features are built on the calls to the online service, which know none of them",
  },
  {
    path: "api/updates/",
    may: [...API_BASE, "api/http/connection_stream.ts"],
    why: "the root unit runs a program of its own, as small as can be",
  },
  {
    path: "api/image/",
    may: ["api/system/"],
    why: "root runs this program in the image, so it is as small as can be",
  },
  {
    path: "api/events/",
    may: [...KERNEL, "api/cloud/"],
    why: "features report to the log and the alerts, which know none of them",
  },
  {
    path: "api/accounts/",
    may: [...KERNEL, "api/events/"],
    why: "features are built on accounts, which know none of them",
  },
  {
    path: "api/front/",
    may: KERNEL,
    why: "the thread of HTTPS and encrypted DNS knows no feature",
  },
  {
    path: "api/certificate/",
    may: [...KERNEL, "api/cloud/", "api/front/protocol.ts"],
    why: "features are built on certificates, which know none of them",
  },
  {
    path: "api/publish/",
    may: KERNEL,
    why: "the compiler of snapshots knows no feature: it is given rows",
  },
  {
    path: "api/features/",
    may: [
      ...KERNEL,
      "api/cloud/",
      "api/events/",
      "api/accounts/",
      "api/front/",
      "api/certificate/",
      "api/publish/",
      "api/updates/",
      "api/image/",
    ],
    why: "only api/app composes, so that a feature never knows how it is put together",
  },
  {
    path: "api/companion/",
    may: [...API_BASE, "api/schema/", "api/store/", "api/settings/", "api/cloud/"],
    why: "the online service is a program of its own, which shares a protocol with the box",
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
    mayTypes: ["api/schema/", "api/system/runtime.ts"],
    why: "a task is a client of the services, as a page or a command is",
  },
  {
    path: "ui/",
    may: [
      "policy/limits.ts",
      "policy/catalogue/",
      "policy/lists/describe.ts",
      "policy/lists/public_suffix.ts",
      "policy/lookalikes/alert_detail.ts",
      "policy/lookalikes/readable.ts",
      "policy/reasons.ts",
      "policy/model/sentence.ts",
      "policy/model/list_effect.ts",
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
    may: [
      "ui/",
      "policy/limits.ts",
      "api/http/",
      "api/schema/errors.ts",
      "api/features/*/service.ts",
    ],
    mayTypes: ["api/settings/"],
    why: "the one typed loader of the pages",
  },
  {
    path: "ui/response.ts",
    may: ["ui/", "policy/catalogue/", "api/http/forms.ts"],
    why: "it ends what the door's forms tell the next page",
  },
  {
    path: "cli/",
    may: [
      "policy/limits.ts",
      "policy/model/address.ts",
      "policy/model/nearest.ts",
      "api/http/connection_stream.ts",
      "api/system/health_probe.ts",
    ],
    mayTypes: ["api/", "resolver/protocol.ts"],
    why: "the command line speaks to the running service over its local socket",
  },
];

/**
 * Folders that only the named modules may load: separate programs, of which other code sees types
 * only.
 */
export const ALONE: readonly {
  readonly path: string;
  readonly by: readonly string[];
  readonly why: string;
}[] = [
  {
    path: "api/companion/",
    by: ["api/companion/main.ts"],
    why: "the online service is a program of its own (`box companion`)",
  },
];

/**
 * Packages that only some folders may import. Any other package of deno.json may be imported by
 * api/, tasks/ and ui/.
 */
export const PACKAGES: readonly {
  readonly name: string;
  readonly only: readonly string[];
  readonly why: string;
}[] = [
  {
    name: "dns-packet",
    only: ["resolver/wire/"],
    why: "it loses SVCB and splits labels at dots (docs/decisions/0002)",
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
  {
    name: "tldts",
    only: ["policy/", "packaging/suffixes.ts"],
    why: "public suffixes are a fact of policy",
  },
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
  {
    name: "unhomoglyph",
    only: ["packaging/"],
    why: "6,311 pairs are reduced to those that look like ASCII (policy/catalogue/confusables.ts)",
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

/** Folders that may import packages at all, besides those named in PACKAGES. */
export const PACKAGE_FOLDERS: readonly string[] = [
  "api/",
  "tasks/",
  "ui/",
  "cli/",
  "tests/",
  "packaging/",
];

/**
 * The composition modules: `box` with its commands, and the services it runs. They may import
 * everything.
 */
export const ROOTS: readonly string[] = [
  "main.ts",
  "api/app/serve.ts",
  "api/app/control_side.ts",
  "api/companion/main.ts",
];

/** Modules of the runtime that a layer must not import. */
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
      "answering has no files, environment or processes, and node:http2 aborts under load (docs/decisions/0006)",
  },
  {
    path: "",
    modules: /^node:http2$/,
    why: "it aborts the whole process under load (docs/decisions/0006)",
  },
];

/**
 * Whether a path lies below a prefix. `*` in a prefix matches any folders; a prefix of a file
 * matches only that file.
 */
export function isUnder(path: string, prefix: string): boolean {
  if (!prefix.includes("*")) {
    return prefix.endsWith("/") ? path.startsWith(prefix) : path === prefix || prefix === "";
  }
  const source = prefix.split("*").map((part) => RegExp.escape(part)).join(".+");
  return new RegExp(`^${source}${prefix.endsWith("/") ? "" : "$"}`).test(path);
}

/**
 * The layer of a module: the longest path of LAYERS that covers it. undefined = it may import
 * everything.
 */
export function layerOf(path: string): Layer | undefined {
  return LAYERS.filter((layer) => isUnder(path, layer.path)).sort((a, b) =>
    b.path.length - a.path.length
  )[0];
}
