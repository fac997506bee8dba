/** Local records and names of devices, put together over the settings of the box. */
import { ownNames } from "../../../../policy/snapshot/local_index.ts";
import type { BoxSettings } from "../../../settings/box_settings.ts";
import { parseLocalRecords } from "../../../settings/local_record_line.ts";
import { zonesOf } from "./local_records.ts";
import type { Database } from "../../../store/database.ts";
import { DeviceNames, type DeviceNamesOptions } from "./device_names.ts";
import { RecordService } from "./service.ts";

/** What they are made of. */
export interface RecordsDeps extends Pick<DeviceNamesOptions, "devices" | "after" | "changed"> {
  readonly db: Database;
  readonly settings: BoxSettings;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The services of local names. */
export interface LocalNames {
  readonly records: RecordService;
  readonly deviceNames: DeviceNames;
}

/** Makes them. */
export function openRecords(
  { db, settings, now, devices, after, changed }: RecordsDeps,
): LocalNames {
  const records = new RecordService({
    db,
    now,
    ownNames: () => ownNames(settings.resolver([])),
    zones: () => zonesOf(settings.values.local_zones),
    settings: () => parseLocalRecords(settings.values.local_records),
  });
  const domain = () => settings.values.local_domain;
  return { records, deviceNames: new DeviceNames({ devices, domain, after, changed }) };
}
