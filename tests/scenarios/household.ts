/**
 * The household of a scenario: names become rows, devices get their addresses, and rows become
 * classes as in the box.
 */
import { ClassVersions, RuleDigests } from "../../api/publish/class_versions.ts";
import type {
  ChoiceRow,
  HouseholdRows,
  Profile,
  RestrictedRow,
} from "../../policy/model/household.ts";
import { computeWindows, WEEK_SLOTS } from "../../policy/model/hours.ts";
import { parseAddress } from "../../policy/model/address.ts";
import { parseMac } from "../../policy/model/mac.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import type {
  ListInfo,
  PersonalRuleParts,
  SnapshotParts,
} from "../../policy/snapshot/snapshot_parts.ts";
import type { NeighborChange } from "../../resolver/protocol.ts";
import type { HouseholdStep } from "../support/household_lines.ts";
import { ScenarioHours } from "./hours.ts";

interface Given {
  readonly name: string;
  readonly id: number;
}

interface GivenDevice extends Given {
  readonly mac: string;
  readonly of: readonly string[];
  readonly in: string;
  readonly quarantined: boolean;
}

/** People, groups, devices and choices of one scenario. */
export class ScenarioHousehold {
  readonly #people = new Map<string, Given & { profile: Profile }>();
  readonly #groups = new Map<string, Given>();
  readonly #devices = new Map<string, GivenDevice>();
  readonly #choices = new Map<string, ChoiceRow>();
  readonly #pauses = new Map<string, number>();
  readonly #services: { id: string; name: string; group: string; domains: readonly string[] }[] =
    [];
  readonly #tunnels: { who: string; domain: string }[] = [];
  readonly #restricted = new Map<string, RestrictedRow>();
  readonly #versions = new ClassVersions();
  readonly #hours = new ScenarioHours();

  /** Whether no line mentioned it. */
  get empty(): boolean {
    return this.#people.size + this.#groups.size + this.#devices.size + this.#choices.size +
        this.#pauses.size + this.#restricted.size +
        this.#tunnels.length === 0;
  }

  /** Whether the hours of a person change on their own. */
  get goesOn(): boolean {
    return this.#hours.goesOn;
  }

  /** Applies a line and returns the resulting neighbours. `now` is in Unix milliseconds. */
  take(step: HouseholdStep, now: number): NeighborChange[] {
    switch (step.do) {
      case "person":
        this.#people.set(step.name, {
          ...step,
          id: this.#people.get(step.name)?.id ?? this.#people.size + 1,
        });
        return [];
      case "group":
        this.#groups.set(step.name, {
          ...step,
          id: this.#groups.get(step.name)?.id ?? this.#groups.size + 1,
        });
        return [];
      case "device":
        return this.#device(step);
      case "choose":
        this.#choose(step);
        return [];
      case "pause":
        if (step.milliseconds === 0) this.#pauses.delete(this.scope(step.scope));
        else this.#pauses.set(this.scope(step.scope), now + step.milliseconds);
        return [];
      case "service":
        this.#services.push({
          id: step.id,
          name: step.id,
          group: step.group,
          domains: step.domains,
        });
        return [];
      case "tunnel":
        this.#tunnels.push({
          who: /[.:]/.test(step.who) ? step.who : this.scope(`device:${step.who}`),
          domain: step.domain,
        });
        return [];
      case "restrict": {
        const { mode, names } = step;
        const scope = this.scope(step.scope);
        this.#restricted.set(scope, { scope, mode, names });
        return [];
      }
      default:
        this.#hours.take(step, now, (text) => this.scope(text));
        return [];
    }
  }

  /** The scope with ids instead of names: `person:emma` -> `person:1`. */
  scope(text: string): string {
    const [kind, name] = text.split(":");
    const numbers = new Map([
      ["person", this.#people],
      ["group", this.#groups],
      ["device", this.#devices],
    ]);
    const known = numbers.get(kind);
    if (known === undefined) return text;
    const given = known.get(name);
    if (given === undefined) throw new Error(`no ${kind} of this name: ${name}`);
    return `${kind}:${given.id}`;
  }

  /**
   * The parts of a snapshot that follow from the household. `changed` tells apart the inputs that
   * all answers depend on.
   */
  parts(
    lists: readonly ListInfo[],
    personal: PersonalRuleParts,
    rules: readonly PersonalRule[],
    now: number,
    changed: string,
  ): Pick<
    SnapshotParts,
    "classes" | "devices" | "services" | "tunnels" | "permitted" | "restrictedNames"
  > {
    const rows = this.#rows();
    const { offset } = this.#hours;
    const { classes, devices, services, restrictedNames } = compileHousehold(rows, {
      lists,
      ruleScopes: personal.scopes,
      windowsOf: (grid) => computeWindows(grid, now, offset),
      now,
      offset,
    });
    const common = JSON.stringify([changed, services, this.#tunnels]);
    const stamped = this.#versions.stamp(
      classes,
      common,
      new RuleDigests().of(rules, personal.scopes),
    );
    return {
      classes: stamped,
      devices,
      services,
      tunnels: this.#tunnels,
      permitted: rows.time.permitted,
      ...(restrictedNames && { restrictedNames }),
    };
  }

  #rows(): HouseholdRows {
    const id = (known: ReadonlyMap<string, Given>, name: string) => known.get(name)?.id ?? 0;
    return {
      people: [...this.#people.values()],
      devices: [...this.#devices.values()].map((device) => {
        const people = device.of.map((name) => id(this.#people, name)).sort((a, b) => a - b);
        const shared = people.length > 1;
        return {
          id: device.id,
          name: device.name,
          macs: [device.mac],
          quarantined: device.quarantined,
          personId: shared ? 0 : people[0] ?? 0,
          people: shared ? people : [],
          groupId: shared ? 0 : id(this.#groups, device.in),
        };
      }),
      choices: [...this.#choices.values()],
      pauses: [...this.#pauses].map(([scope, until]) => ({ scope, until })),
      services: this.#services,
      tunnels: this.#tunnels,
      restricted: [...this.#restricted.values()],
      time: this.#hours.rows(),
    };
  }

  #device(
    { name, at, of, in: group, quarantined }: Extract<HouseholdStep, { do: "device" }>,
  ): NeighborChange[] {
    for (const person of of) {
      if (!this.#people.has(person)) throw new Error(`no person of this name: ${person}`);
    }
    if (group !== "" && !this.#groups.has(group)) {
      throw new Error(`no group of this name: ${group}`);
    }
    const id = this.#devices.get(name)?.id ?? this.#devices.size + 1;
    const mac = `02:00:00:00:00:${id.toString(16).padStart(2, "0")}`;
    this.#devices.set(name, { name, id, mac, of, in: group, quarantined });
    return at.map((text) => ({ address: parseAddress(text)!, mac: parseMac(mac) }));
  }

  #choose({ scope, kind, key, value, hours }: Extract<HouseholdStep, { do: "choose" }>): void {
    const whose = this.scope(scope);
    const place = `${whose} ${kind} ${key}`;
    if (value === "") this.#choices.delete(place);
    else {this.#choices.set(place, {
        scope: whose,
        kind,
        key,
        value,
        schedule: hours === undefined ? "" : daily(hours),
      });}
  }
}

/** A grid with these hours on each day. */
export function daily([from, to]: readonly [number, number]): string {
  return Array.from(
    { length: WEEK_SLOTS },
    (_, slot) => from <= slot % 96 && slot % 96 < to ? "1" : "0",
  )
    .join("");
}
