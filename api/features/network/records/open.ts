/** Creates the services of local records and device names over the settings. */
import { answeredNames } from "../../../../policy/snapshot/local_index.ts";
import type { BoxSettings } from "../../../settings/box_settings.ts";
import { parseLocalRecords } from "../../../settings/local_record_line.ts";
import { forwardedOf, zonesOf } from "../../../settings/local_zones.ts";
import type { Database } from "../../../store/database.ts";
import { DeviceNames, type DeviceNamesOptions } from "./device_names.ts";
import { RecordService } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies of both services. */
export interface RecordsDeps
  extends Pick<DeviceNamesOptions, "devices" | "sources" | "runtime" | "changed"> {
  readonly db: Database;
  readonly settings: BoxSettings;
  readonly runtime: Runtime;
}

/** The services of local names. */
export interface LocalNames {
  readonly records: RecordService;
  readonly deviceNames: DeviceNames;
}

/** Creates the services. */
export function openRecords(
  { db, settings, runtime, devices, changed, ...more }: RecordsDeps,
): LocalNames {
  const records = new RecordService({
    db,
    runtime,
    ownNames: () => answeredNames(settings.resolver([])),
    zones: () => zonesOf(settings.values.local_zones),
    forwarded: () => forwardedOf(settings.resolver([]).upstreams),
    settings: () => parseLocalRecords(settings.values.local_records),
  });
  const domain = () => settings.values.local_domain;
  return { records, deviceNames: new DeviceNames({ devices, domain, runtime, changed, ...more }) };
}
