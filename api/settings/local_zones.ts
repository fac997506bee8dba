/**
 * Local zones, and the domains that upstream lines forward. The box answers a local zone alone, so a
 * forwarding of the same domain would have no effect (docs/decisions/0091).
 */
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { parseUpstreams } from "../../policy/model/upstream_line.ts";

/** Returns zones in stored form: lower-case ASCII without final dot. */
export function zonesOf(texts: readonly string[]): string[] {
  const names = texts.map((text) => nameFromText(text.trim())).filter((name) =>
    name !== undefined && name.length > 1
  );
  return [...new Set(names.map((name) => nameToText(name!)))];
}

/** Returns the domains of `[/domain/]` in upstream lines; `*.domain` counts as its domain. */
export function forwardedOf(lines: readonly string[]): string[] {
  const domains = parseUpstreams(lines).routes.map(({ domain }) => domain);
  return [...new Set(domains)].filter((domain) => domain !== "");
}

/** Returns the local zones that upstream lines forward. */
export function forwardedZones(zones: readonly string[], upstreams: readonly string[]): string[] {
  const forwarded = forwardedOf(upstreams);
  return zonesOf(zones).filter((zone) => forwarded.includes(zone));
}
