/** The data of the page of a device. */
import type { GroupResponse } from "../../../api/features/household/groups/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type { PersonResponse } from "../../../api/features/household/people/routes.ts";
import type { DeviceResponse } from "../../../api/features/household/device_response.ts";
import type { ActivityData } from "../../parts/activity.ts";
import type { RestrictedState } from "../../parts/restricted.ts";
import type { ScopedLists } from "../../parts/scoped_lists.ts";

/** The data of the page. */
export interface DeviceData {
  readonly activity: ActivityData;
  readonly device: DeviceResponse;
  /** Absent where the account may not see them. */
  readonly schedules: Schedules | undefined;
  readonly people: readonly PersonResponse[];
  readonly groups: readonly GroupResponse[];
  readonly others: readonly DeviceResponse[];
  readonly lists: ScopedLists;
  readonly restricted: RestrictedState;
}
