/**
 * The scope of an activity request: its devices, the people who share them, and whose names are
 * private (A 4.4, 7.1.5).
 */
import {
  type ClientDirectory,
  type ClientScope,
  devicesOf,
  isReserved,
  scopeExists,
  sharedDevicesOf,
} from "../client_directory.ts";
import { NamePrivacy } from "../name_privacy.ts";

/** A scope with everything needed to read its activity. */
export interface ActivityScope {
  readonly scope: ClientScope;
  /** The name of the device, the person or the group, "" = none yet. */
  readonly name: string;
  /** Its devices; devices shared by a person are listed separately. */
  readonly devices: readonly number[];
  readonly shared: readonly number[];
  /** Whether names are shown only to the person whose queries they are. */
  readonly private: boolean;
  /** The devices whose names are shown. */
  readonly open: readonly number[];
  /** The devices whose names belong only to their present users. */
  readonly own: readonly number[];
}

/**
 * Resolves a scope under the present consents; undefined = it does not exist. Queries of its
 * devices since then, in Unix seconds, may be private because of previous users. `viewer` = the
 * person who reads, 0 = none.
 */
export function readActivityScope(
  askers: ClientDirectory,
  scope: ClientScope,
  since: number,
  viewer = 0,
): ActivityScope | undefined {
  if (!scopeExists(askers, scope)) return undefined;
  const { kind, id } = scope;
  const devices = devicesOf(askers, scope);
  const own = devices.filter((device) => askers.privateUntil(device).reports <= since);
  const privacy = new NamePrivacy(askers, viewer);
  const open = devices.filter((device) => !privacy.hides(device, since * 1000));
  return {
    scope,
    name: nameOf(askers, scope),
    devices,
    shared: kind === "person" ? sharedDevicesOf(askers, id) : [],
    private: kind === "person"
      ? id !== viewer && isReserved(askers.person(id))
      : devices.length > 0 && open.length === 0,
    open,
    own,
  };
}

function nameOf(askers: ClientDirectory, { kind, id }: ClientScope): string {
  if (kind === "device") return askers.device(id)!.label;
  return kind === "person" ? askers.person(id)!.name : askers.groupName(id)!;
}
