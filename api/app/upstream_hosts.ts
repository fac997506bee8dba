/** Hosts of upstreams: a list or rule that blocks them would disconnect the box from them. */
import { parseUpstreams } from "../../policy/model/upstream_line.ts";
import type { BoxSettings } from "../settings/box_settings.ts";

/**
 * Returns the host names of all current upstreams; those given as addresses have none. `own` = the
 * lines of groups, people and devices.
 */
export function upstreamHosts(
  { values }: Pick<BoxSettings, "values">,
  own: readonly string[] = [],
): string[] {
  const { upstreams, fallback_upstreams, private_upstreams } = values;
  const lines = [...upstreams, ...fallback_upstreams, ...private_upstreams, ...own];
  const { defaults, routes } = parseUpstreams(lines);
  const targets = [...defaults, ...routes.flatMap((route) => route.targets ?? [])];
  return [
    ...new Set(
      targets.map(({ host }) => host).filter((host) => /[a-z]/i.test(host) && !host.includes(":")),
    ),
  ];
}
