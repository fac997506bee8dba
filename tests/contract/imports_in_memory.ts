/** Imports over services in memory, with one plan that is there from the start. */
import { ImportService } from "../../api/features/box/import/service.ts";
import type { Application } from "../../api/app/routes.ts";
import type { Household } from "../../api/features/household/open.ts";
import { NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** The table of devices that the plan is made of. */
export const IMPORTED = "mac,name,person\n02:00:5e:00:00:09,Tablet,Lea\n";

type Parts = Household & Pick<Application, "settings" | "lists" | "rules" | "records" | "choices">;

/** The service; all plans have the identifier of zeros. */
export function importsInMemory(parts: Parts): Application["imports"] {
  const { settings, household } = parts;
  const imports = new ImportService({
    macOf: () => undefined,
    zone: () => "",
    runtime: testRuntime({ now: () => NOW, randomBytes: (length) => new Uint8Array(length) }),
    parts: {
      ...parts,
      settings: {
        values: () => settings.resolved().values,
        fixedBy: () => "",
        change: (values, by) => settings.change({ values: values as Record<string, string>, by }),
      },
      knownDevices: async () => {
        await household.ready();
        return [...household.devices.values()];
      },
      offeredAt: () => undefined,
      protectedNames: () => ["box.home.arpa"],
    },
  });
  let first: Promise<unknown> | undefined;
  const begun = () => first ??= imports.preview(new TextEncoder().encode(IMPORTED), "devices.csv");
  return {
    preview: (bytes, name) =>
      (first = imports.preview(bytes, name)) as ReturnType<ImportService["preview"]>,
    get: async (id) => {
      await begun();
      return await imports.get(id);
    },
    apply: async (id, wanted, by) => {
      await begun();
      return await imports.apply(id, wanted, by);
    },
  };
}
