/**
 * Checks imports against the table in layers.ts. Each function returns its failures as sentences.
 */
import { posix } from "node:path";
import type { Import } from "../support/source_files.ts";
import {
  ALONE,
  FORBIDDEN_BUILTINS,
  isUnder,
  layerOf,
  PACKAGE_FOLDERS,
  PACKAGES,
  ROOTS,
} from "./layers.ts";

/** The modules of the project with what each one imports. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

/**
 * The relative path that a specifier leads to, or undefined for a package or a module of the
 * runtime.
 */
export function targetOf(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/**
 * The package that a specifier names (`npm:hono@4/jsx` gives hono), or undefined for a relative
 * path or the runtime.
 */
export function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:|https?:|data:|file:)/.test(specifier)) return undefined;
  const bare = specifier.replace(/^(npm|jsr):\/?/, "");
  return /^(@[^/]+\/[^/@]+|[^/@]+)/.exec(bare)?.[1];
}

function isTest(path: string): boolean {
  return path.startsWith("tests/") || /_(test|bench)\.ts$/.test(path);
}

/** Whether a feature module imports another feature by anything but its service. */
function pastTheService(from: string, to: string): boolean {
  const feature = (path: string) => /^api\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1];
  const [mine, theirs] = [feature(from), feature(to)];
  return mine !== undefined && theirs !== undefined && mine !== theirs &&
    !to.endsWith("/service.ts");
}

function layerFailure(from: string, written: Import): string | undefined {
  const to = targetOf(from, written.specifier);
  if (to === undefined) return undefined;
  const at = `${from}:${written.line} imports ${to}`;
  if (to.startsWith("tests/") || to.startsWith("packaging/") || ROOTS.includes(to)) {
    return `${at}: product code never does`;
  }
  if (pastTheService(from, to)) return `${at}: a feature imports another feature's service.ts only`;
  const layer = layerOf(from);
  if (layer === undefined || isUnder(to, layer.path)) return undefined;
  if (layer.may.some((prefix) => isUnder(to, prefix))) return undefined;
  if (written.typeOnly && layer.mayTypes?.some((prefix) => isUnder(to, prefix))) return undefined;
  return `${at}: ${layer.why}`;
}

/** Whether a module imports part of a separate program; composition modules are no exception. */
function aloneFailure(from: string, written: Import): string | undefined {
  const to = targetOf(from, written.specifier);
  const row = to === undefined || written.typeOnly
    ? undefined
    : ALONE.find(({ path }) => isUnder(to, path));
  if (row === undefined || isUnder(from, row.path) || row.by.includes(from)) return undefined;
  return `${from}:${written.line} imports ${to}: ${row.why}`;
}

function packageFailure(
  from: string,
  written: Import,
  declared: ReadonlySet<string>,
): string | undefined {
  const at = `${from}:${written.line} imports ${written.specifier}`;
  const builtin = FORBIDDEN_BUILTINS.find((row) =>
    (row.path === "" || from.startsWith(row.path)) && row.modules.test(written.specifier)
  );
  if (builtin !== undefined) return `${at}: ${builtin.why}`;
  if (/^(https?|jsr|npm):/.test(written.specifier)) {
    return `${at}: dependencies are pinned in deno.json`;
  }
  const name = packageOf(written.specifier);
  if (name === undefined) return undefined;
  if (!declared.has(name)) return `${at}: the package is not in deno.json`;
  const row = PACKAGES.find((candidate) => candidate.name === name);
  const folders = row?.only ?? PACKAGE_FOLDERS;
  return folders.some((folder) => isUnder(from, folder))
    ? undefined
    : `${at}: ${row?.why ?? "this folder has no packages"}`;
}

/**
 * Imports that the table in layers.ts does not allow. `declared` contains the packages of
 * deno.json.
 */
export function importFailures(graph: ImportGraph, declared: ReadonlySet<string>): string[] {
  const failures: (string | undefined)[] = [];
  for (const [from, imports] of graph) {
    if (isTest(from)) continue;
    for (const written of imports) failures.push(aloneFailure(from, written));
    if (ROOTS.includes(from) || from.startsWith("packaging/")) continue;
    for (const written of imports) {
      failures.push(layerFailure(from, written), packageFailure(from, written, declared));
    }
  }
  return failures.filter((failure) => failure !== undefined);
}

/** Cycles of imports, including type imports, each as its path. */
export function importCycles(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" -> "));
    if (start >= 0 || done.has(path)) return;
    for (const written of graph.get(path) ?? []) {
      const to = targetOf(path, written.specifier);
      if (to !== undefined) visit(to, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}
