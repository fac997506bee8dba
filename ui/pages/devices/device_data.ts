/** The data of the page of a device. */
import type { ShownGroup } from "../../../api/features/household/groups/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type { ShownPerson } from "../../../api/features/household/people/routes.ts";
import type { ShownDevice } from "../../../api/features/household/shown_device.ts";
import type { ActivityData } from "../../parts/activity.ts";

/** The data of the page. */
export interface DeviceData {
  readonly activity: ActivityData;
  readonly device: ShownDevice;
  /** Absent where the account may not see them. */
  readonly schedules: Schedules | undefined;
  readonly people: readonly ShownPerson[];
  readonly groups: readonly ShownGroup[];
  readonly others: readonly ShownDevice[];
}
