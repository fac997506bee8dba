/**
 * Restricted mode of devices, compiled (A 7.2): which scope a device teaches, or which domains it
 * gets. A device with a mode of its own follows it, others follow their group. Devices that an adult
 * uses are left out (A 7.2.5).
 */
import type { DeviceRow, Profile, RestrictedRow } from "../model/household.ts";
import { formatScope } from "../model/scope.ts";
import type { ClassParts } from "./snapshot_parts.ts";

/** Restricted mode of a device or a group, with a text of all that answers depend on. */
export interface Restriction {
  readonly parts: Pick<ClassParts, "learns" | "restricted">;
  readonly key: string;
}

/** The keys of lists of names, which stay the same arrays while nothing changes. */
const keys = new WeakMap<readonly string[], { readonly of: KeyOf; readonly key: string }>();

type KeyOf = (text: string) => string;

function keyOfNames(names: readonly string[], of: KeyOf): string {
  let known = keys.get(names);
  if (known?.of !== of) keys.set(names, known = { of, key: of(JSON.stringify(names)) });
  return known!.key;
}

/** The modes and names of a household. */
export class Restrictions {
  /** Whether no device learns or is restricted. */
  readonly isEmpty: boolean;
  /** The domains that classes name by their index. */
  readonly names: (readonly string[])[] = [];
  readonly #rows: ReadonlyMap<string, RestrictedRow>;
  readonly #profiles: ReadonlyMap<number, Profile>;
  readonly #keyOf: KeyOf;
  readonly #places = new Map<string, { readonly index: number; readonly key: string }>();
  readonly #known = new Map<string, Restriction>();

  constructor(
    rows: readonly RestrictedRow[],
    profiles: ReadonlyMap<number, Profile>,
    keyOf: KeyOf,
  ) {
    this.isEmpty = !rows.some(({ mode }) => mode !== "off");
    this.#rows = new Map(rows.map((row) => [row.scope, row]));
    this.#profiles = profiles;
    this.#keyOf = keyOf;
  }

  /** What holds for a device; undefined = nothing. */
  of(device: DeviceRow): Restriction | undefined {
    if (this.isEmpty || this.#isAdults(device)) return undefined;
    return this.#of(formatScope("device", device.id), formatScope("group", device.groupId));
  }

  /** What holds for the devices of a group that have no mode of their own. */
  ofGroup(group: number): Restriction | undefined {
    return this.isEmpty ? undefined : this.#of("", formatScope("group", group));
  }

  #isAdults({ personId, people }: DeviceRow): boolean {
    return [personId, ...people].some((id) => this.#profiles.get(id) === "adult");
  }

  #of(device: string, group: string): Restriction | undefined {
    const scope = this.#isOn(device) ? device : group;
    if (!this.#isOn(scope)) return undefined;
    if (this.#rows.get(scope)!.mode === "learning") return this.#learning(scope);
    const own = this.#rows.get(device)?.names.length ?? 0;
    // Devices without names of their own share what their group has.
    const scopes = [...(own > 0 ? [device] : []), group, "all"];
    return this.#restricted(scopes.filter((each) => this.#rows.has(each)));
  }

  #isOn(scope: string): boolean {
    return (this.#rows.get(scope)?.mode ?? "off") !== "off";
  }

  #learning(scope: string): Restriction {
    return this.#once(`learns ${scope}`, () => ({
      parts: { learns: scope },
      key: `learns ${scope}`,
    }));
  }

  #restricted(scopes: readonly string[]): Restriction {
    return this.#once(`gets ${scopes}`, () => {
      const places = scopes.map((scope) => this.#placeOf(scope));
      return {
        parts: { restricted: places.map(({ index }) => index) },
        key: `gets ${places.map(({ key }) => key)}`,
      };
    });
  }

  #once(key: string, make: () => Restriction): Restriction {
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, known = make());
    return known;
  }

  #placeOf(scope: string): { readonly index: number; readonly key: string } {
    let place = this.#places.get(scope);
    if (place === undefined) {
      const { names } = this.#rows.get(scope)!;
      const key = `${scope} ${keyOfNames(names, this.#keyOf)}`;
      place = { index: this.names.push(names) - 1, key };
      this.#places.set(scope, place);
    }
    return place;
  }
}
