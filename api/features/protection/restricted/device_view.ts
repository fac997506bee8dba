/** Restricted mode as it is for one device: the mode that it follows, and what was blocked. */
import type { RestrictMode } from "../../../../policy/model/household.ts";
import { formatScope, parseScope } from "../../../../policy/model/scope.ts";
import type { Device } from "../../household/household_repository.ts";
import type { BlockedName, StoredMode } from "./table.ts";

/** A domain that was blocked for a device; Unix seconds of the last time. */
export interface OutsideDomain {
  readonly domain: string;
  readonly last: number;
  readonly hits: number;
}

/** Restricted mode as it is for one device. */
export interface RestrictDevice {
  readonly id: number;
  readonly mode: RestrictMode;
  readonly via: "device" | "group";
  /** The group of the device, 0 = none. */
  readonly groupId: number;
  /** Whether an adult uses the device, so that nothing is learned, blocked or reported. */
  readonly suspended: boolean;
  readonly blockedToday: number;
  /** In the last seven days. */
  readonly blocked: number;
  /** The last first. */
  readonly outside: readonly OutsideDomain[];
}

/** The mode that a device follows. */
export type FollowedMode = Pick<RestrictDevice, "mode" | "via">;

/** The mode that a device follows: its own, or that of its group; undefined = it follows none. */
export function followedMode(
  { id, groupId }: Device,
  modes: ReadonlyMap<string, StoredMode>,
): FollowedMode | undefined {
  const own = modes.get(formatScope("device", id))?.mode ?? "off";
  if (own !== "off") return { mode: own, via: "device" };
  const ofGroup = modes.get(formatScope("group", groupId))?.mode ?? "off";
  return ofGroup === "off" ? undefined : { mode: ofGroup, via: "group" };
}

/** The devices that follow a mode. Most households have thousands of others, or none. */
export function followingDevices(
  devices: Iterable<Device>,
  modes: ReadonlyMap<string, StoredMode>,
): { readonly device: Device; readonly followed: FollowedMode }[] {
  const own = new Set<number>();
  const groups = new Set<number>();
  for (const scope of modes.keys()) {
    const { kind, id } = parseScope(scope) ?? {};
    if (id !== undefined) (kind === "group" ? groups : own).add(id);
  }
  const following: { device: Device; followed: FollowedMode }[] = [];
  for (const device of devices) {
    if (!own.has(device.id) && !groups.has(device.groupId)) continue;
    const followed = followedMode(device, modes);
    if (followed !== undefined) following.push({ device, followed });
  }
  return following;
}

/** The view of a device; `blocked` are its rows of the last seven days. */
export function deviceView(
  { id, groupId }: Device,
  { mode, via }: FollowedMode,
  suspended: boolean,
  blocked: readonly BlockedName[],
  today: number,
): RestrictDevice {
  const rows = suspended ? [] : blocked;
  return {
    id,
    mode,
    via,
    groupId,
    suspended,
    blockedToday: hitsOf(rows.filter(({ day }) => day === today)),
    blocked: hitsOf(rows),
    outside: outsideOf(rows),
  };
}

function hitsOf(rows: readonly BlockedName[]): number {
  return rows.reduce((sum, { hits }) => sum + hits, 0);
}

/** The domains of rows, each once with its last time, the last first. */
function outsideOf(rows: readonly BlockedName[]): OutsideDomain[] {
  const found = new Map<string, OutsideDomain>();
  for (const { domain, last, hits } of rows) {
    if (domain === "") continue;
    const known = found.get(domain);
    found.set(domain, {
      domain,
      last: Math.max(last, known?.last ?? 0),
      hits: hits + (known?.hits ?? 0),
    });
  }
  return [...found.values()].sort((a, b) => b.last - a.last);
}
