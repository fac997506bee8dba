/** Whose activity is asked for: the devices of a scope, who shares them, and whose names are kept to themselves (A 4.4, 7.1.5). */
import {
  type Askers,
  type AskerScope,
  devicesOf,
  isPrivate,
  isReserved,
  isThere,
  sharedDevicesOf,
} from "../askers.ts";

/** A scope with all that its activity is read by. */
export interface Whose {
  readonly scope: AskerScope;
  /** What the device, the person or the group is called, "" = it has no name yet. */
  readonly name: string;
  /** Its devices; those that a person shares are apart. */
  readonly devices: readonly number[];
  readonly shared: readonly number[];
  /** Whether names are shown to nobody but who asked them. */
  readonly private: boolean;
  /** The devices whose names are shown. */
  readonly open: readonly number[];
}

/** Whose a scope is now, as everybody agreed at this moment; undefined = there is none. */
export function whose(askers: Askers, scope: AskerScope): Whose | undefined {
  if (!isThere(askers, scope)) return undefined;
  const { kind, id } = scope, devices = devicesOf(askers, scope);
  const open = devices.filter((device) => !isPrivate(askers, askers.device(device)!));
  return {
    scope,
    name: nameOf(askers, scope),
    devices,
    shared: kind === "person" ? sharedDevicesOf(askers, id) : [],
    private: kind === "person"
      ? isReserved(askers.person(id))
      : devices.length > 0 && open.length === 0,
    open,
  };
}

function nameOf(askers: Askers, { kind, id }: AskerScope): string {
  if (kind === "device") return askers.device(id)!.label;
  return kind === "person" ? askers.person(id)!.name : askers.groupName(id)!;
}
