/** Finds the value of every setting: flag > BOX_* > box.toml > database > default. */
import { parse, TomlError } from "smol-toml";
import { type SettingKey, SETTINGS, type SettingValues } from "./list.ts";
import {
  DEFAULT_RESOLVER_SETTINGS,
  type EncryptedDns,
  type ResolverSettings,
} from "../../policy/snapshot/settings.ts";
import { suggestNearest } from "../../policy/model/nearest.ts";
import { registrableWithProviders } from "../../policy/lookalikes/registrable.ts";
import type { Setting } from "./setting.ts";
import { loadSuffixChecks } from "./suffixes.ts";

/**
 * The source of a value; the first three fix it, so that it cannot be changed in the interface (A
 * 7.11).
 */
export type SettingSource = "flag" | "environment" | "file" | "database" | "default";

/** A value that was refused; the next source was used instead. */
export interface SettingError {
  /** The key as its source writes it. */
  readonly key: string;
  readonly value: string;
  readonly source: SettingSource;
  readonly allowed: string;
  /** The whole message in one sentence. */
  readonly message: string;
}

/** The sources of settings. */
export interface SettingSources extends StartSources {
  /** The values of box.toml; see parseSettingsFile(). */
  readonly file?: Readonly<Record<string, unknown>>;
  /** Values by key, from the table of settings. */
  readonly database?: Readonly<Record<string, unknown>>;
}

/** The sources of settings that stay as they were at the start. */
export interface StartSources {
  /** Texts by key, from the options of `box serve`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Environment variables by name; those that do not begin with `BOX_` are ignored. */
  readonly env?: Readonly<Record<string, string>>;
  /** Values in place of the defaults (`--dev`). */
  readonly defaults?: Partial<SettingValues>;
}

/** The result: a valid value for every setting, whatever the sources contain. */
export interface ResolvedSettings {
  readonly values: SettingValues;
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  readonly errors: readonly SettingError[];
  /**
   * Sentences about keys of box.toml and BOX_* variables that are unknown or not allowed there;
   * they are ignored.
   */
  readonly unknown: readonly string[];
}

/** BOX_ variables that are not settings. */
const OTHER_VARIABLES = new Set(["BOX_INSTALL", "BOX_UPDATE_HOME"]);

/** Whether a value from this source is shown as fixed (A 7.11). */
export function isFixed(source: SettingSource): boolean {
  return source === "flag" || source === "environment" || source === "file";
}

/** Loads the checks that the given values need; must be awaited before resolveSettings(). */
export async function prepareSettings(from: SettingSources): Promise<void> {
  const isGiven = (row: Setting) => !candidates(row, from).next().done;
  if (SETTINGS.some((row) => row.kind.readsSuffixes === true && isGiven(row))) {
    await loadSuffixChecks();
  }
}

/** Resolves every setting; a bad value is reported and ignored. */
export function resolveSettings(from: SettingSources): ResolvedSettings {
  const values: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  const errors: SettingError[] = [];
  for (const row of SETTINGS) {
    values[row.key] = from.defaults?.[row.key] ?? row.default;
    sources[row.key] = "default";
    for (const [source, raw] of candidates(row, from)) {
      const read = readSetting(row, raw);
      if (read.ok) {
        values[row.key] = read.value;
        sources[row.key] = source;
        break;
      }
      errors.push(refusal(row, source, raw));
    }
  }
  // Owners who chose upstreams did not choose the default fallbacks: their queries go nowhere else.
  if (sources.upstreams !== "default" && sources.fallback_upstreams === "default") {
    values.fallback_upstreams = [];
  }
  return {
    values: values as unknown as SettingValues,
    sources: sources as Record<SettingKey, SettingSource>,
    errors,
    unknown: unknownKeys(from),
  };
}

/** Validates one value, given as text or in the setting's type. */
export function readSetting(
  row: Setting,
  raw: unknown,
): { ok: true; value: unknown } | { ok: false } {
  const value = typeof raw === "string" ? row.kind.fromText(raw) : raw;
  return row.kind.holds(value) ? { ok: true, value } : { ok: false };
}

/** Reads the text of box.toml; the sentence says where it is not valid TOML. */
export function parseSettingsFile(
  text: string,
): { values: Record<string, unknown>; error?: string } {
  try {
    return { values: parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const line = error instanceof TomlError ? ` (line ${error.line})` : "";
    return { values: {}, error: `box.toml cannot be read and is left out${line}: ${why}` };
  }
}

/**
 * The settings of the resolver; `interfaces` = the addresses of this machine, listed after those
 * that are advertised, `encrypted` = the open encrypted DNS.
 */
export function resolverSettings(
  values: SettingValues,
  interfaces: readonly string[] = [],
  encrypted: EncryptedDns = DEFAULT_RESOLVER_SETTINGS.encrypted,
): ResolverSettings {
  return {
    upstreams: [...values.upstreams, ...routerLines(values)],
    homeDomains: [],
    fallbackUpstreams: values.fallback_upstreams,
    bootstrap: values.bootstrap,
    privateUpstreams: [
      ...new Set([...values.private_upstreams, ...(values.router_reverse ? routerOf(values) : [])]),
    ],
    upstreamStrategy: values.upstream_strategy,
    upstreamTimeout: values.upstream_timeout,
    allowedRanges: values.allowed_ranges,
    deniedClients: values.denied_clients,
    rateLimit: {
      perSecond: values.rate_limit,
      burst: values.rate_limit_burst,
      prefix4: values.rate_limit_prefix4,
      prefix6: values.rate_limit_prefix6,
    },
    cache: {
      bytes: values.cache_size,
      minTtl: values.cache_min_ttl,
      maxTtl: Math.max(values.cache_max_ttl, values.cache_min_ttl),
      negativeMaxTtl: values.cache_negative_ttl,
      staleSeconds: values.cache_stale,
      prefetch: values.cache_prefetch,
    },
    bogusNxdomain: values.bogus_nxdomain,
    blockedResponse: values.blocked_response,
    blockedTtl: values.blocked_ttl,
    boxName: values.box_name,
    localDomain: values.local_domain,
    boxAddresses: [...new Set([...values.advertise_addr, ...interfaces])],
    advertised: values.advertise_addr,
    boxNetworks: [],
    nat64Prefixes: [],
    encrypted,
    versionText: values.version_text,
    canaries: values.canaries,
    rebinding: values.rebinding,
    rebindingAllowed: values.rebinding_allowed,
    spyware: values.spyware,
    lookalike: values.lookalike,
    lookalikeTypos: values.lookalike_typos,
    lookalikeAsk: values.lookalike_ask && values.cloud_url !== "",
    lookalikeAllowed: values.lookalike_allowed,
    serviceDomains: serviceDomains(values),
    filtering: values.filtering,
  };
}

function routerOf({ router_address }: SettingValues): string[] {
  return router_address === "" ? [] : [router_address];
}

/**
 * The names of the servers of the online service and of the updates, each once. A domain above them
 * may hold names of others. An address is no name, so it is left out.
 */
function serviceDomains({ cloud_url, update_url }: SettingValues): string[] {
  const hosts = [cloud_url, update_url].flatMap((url) => URL.parse(url)?.hostname ?? []);
  return [...new Set(hosts)].filter((host) => registrableWithProviders(host) !== "");
}

/** The router as upstream of its domain. */
function routerLines(values: SettingValues): string[] {
  const { router_domain: domain } = values;
  return domain === "" ? [] : routerOf(values).map((address) => `[/${domain}/]${address}`);
}

/** The values given for a setting, the one with the highest precedence first. */
function* candidates(row: Setting, from: SettingSources): Generator<[SettingSource, unknown]> {
  const given: readonly [SettingSource, string, Readonly<Record<string, unknown>> | undefined][] = [
    ["flag", row.key, from.flags],
    ["environment", row.env, from.env],
    ["file", row.key, from.file],
    ["database", row.key, from.database],
  ];
  for (const [source, key, values] of given) {
    if (row.startOnly && (source === "file" || source === "database")) continue;
    if (values !== undefined && Object.hasOwn(values, key)) yield [source, values[key]];
  }
}

const PLACE: Readonly<Record<SettingSource, (row: Setting) => string>> = {
  flag: (row) => `option ${row.flag}`,
  environment: (row) => `variable ${row.env}`,
  file: (row) => `box.toml, key ${row.key}`,
  database: (row) => `setting ${row.key}`,
  default: (row) => `default of ${row.key}`,
};

function refusal(row: Setting, source: SettingSource, raw: unknown): SettingError {
  const message = refusalText(row, `in ${PLACE[source](row)}`, raw);
  return { key: row.key, value: shown(raw), source, allowed: row.kind.allowed, message };
}

/**
 * Why a value is refused and what is allowed, in one or two sentences; `place` names its origin:
 * `for upstreams`.
 */
export function refusalText({ kind }: Setting, place: string, raw: unknown): string {
  const why = kind.why?.(typeof raw === "string" ? kind.fromText(raw) : raw);
  return why === undefined
    ? `Bad value ${place}, allowed is ${kind.allowed}: ${shown(raw)}`
    : `Bad value ${place}. ${why}`;
}

function unknownKeys({ env = {}, file = {} }: SettingSources): string[] {
  const keys: string[] = SETTINGS.map(({ key }) => key);
  const variables = SETTINGS.map(({ env }) => env);
  const tell = (place: string, key: string, meant: string | undefined) => {
    const hint = meant === undefined
      ? "`box settings` lists those there are"
      : `perhaps ${meant} is meant`;
    return `Unknown setting in ${place}, ${hint}: ${shown(key)}`;
  };
  const variableNear = (name: string) => {
    const near = suggestNearest(name.slice("BOX_".length), keys);
    return SETTINGS.find(({ key }) => key === near)?.env;
  };
  const inFile = Object.keys(file)
    .filter((key) => !keys.includes(key)).map((key) =>
      tell("box.toml", key, suggestNearest(key, keys))
    );
  const inEnvironment = Object.keys(env)
    .filter((key) =>
      key.startsWith("BOX_") && !variables.includes(key) && !OTHER_VARIABLES.has(key)
    )
    .map((key) => tell("the environment", key, variableNear(key)));
  const late = SETTINGS.filter(({ key, startOnly }) => startOnly && Object.hasOwn(file, key)).map((
    { key, flag, env },
  ) =>
    `The key ${key} of box.toml is left out, since this file is found by it; use ${flag} or ${env}`
  );
  return [...inFile, ...late, ...inEnvironment];
}

function shown(value: unknown): string {
  const text = typeof value === "string"
    ? value
    : JSON.stringify(value, (_, v) => typeof v === "bigint" ? `${v}` : v);
  return (text ?? "nothing").slice(0, 200);
}
