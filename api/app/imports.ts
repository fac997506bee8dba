/** Creates the import service from the settings and services of the box. */
import { ownNames } from "../../policy/snapshot/local_index.ts";
import type { Core } from "./core.ts";
import { type Control, OFFERED } from "./control.ts";
import { FoundImports, ImportService } from "../features/box/import/service.ts";
import { fixedByText, settingRow } from "../features/box/settings/service.ts";
import { upstreamHosts } from "./upstream_hosts.ts";

/** Creates the service. */
export function createImports(
  { dataDir, runtime, settings }: Core,
  control: Control,
): ImportService {
  const { household, people, groups, devices, lists, rules, records, choices, askers } = control;
  const resolved = () => settings.resolved();
  return new ImportService({
    runtime,
    found: new FoundImports(dataDir, runtime),
    zone: () =>
      settings.values.time_zone || new Intl.DateTimeFormat("en").resolvedOptions().timeZone,
    macOf: (address) => household.devices.get(askers.deviceAt(address))?.macs[0],
    parts: {
      settings: {
        values: () => settings.values,
        fixedBy: (key) => fixedByText(settingRow(key), { settings: { resolved } }),
        change: (values, by) =>
          settings.change({ values, by, now: Math.floor(runtime.now() / 1000) }),
      },
      people,
      groups,
      devices,
      lists,
      rules,
      records,
      scopeUpstreams: control.scopeUpstreams,
      choices,
      knownDevices: async () => {
        await household.ready();
        return [...household.devices.values()];
      },
      offeredAt: (url) => OFFERED.find((list) => list.url === url),
      protectedNames: () => [
        ...ownNames(settings.resolver([])),
        ...upstreamHosts(settings, control.scopeUpstreams.knownLines),
      ],
    },
  });
}
