/**
 * Applies the proposals that the user chose, as if made by hand. Each action is recorded in the
 * administration log.
 */
import type { Profile } from "../../../../policy/model/household.ts";
import type { AuditAction, AuditDetail } from "../../../schema/audit_actions.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../../box/settings/service.ts";
import type { ListService } from "../../protection/lists/service.ts";
import type { DeviceService } from "../devices/service.ts";
import type { GroupService } from "../groups/service.ts";
import type { PeopleService } from "../people/service.ts";
import { kindOfGroup, type Proposal } from "./service.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The selection of the user. */
export interface ProposalChoice {
  readonly ids: readonly string[];
  /** Names that replace the proposed ones, by proposal. */
  readonly names: Readonly<Record<string, string>>;
  /** The profile of the people, by proposal; absent = adult. */
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** The services that apply proposals. */
export interface ApplyServices {
  readonly lists: Pick<ListService, "add">;
  readonly people: Pick<PeopleService, "add" | "byId">;
  readonly groups: Pick<GroupService, "add">;
  readonly devices: Pick<DeviceService, "change" | "setPeople" | "setGroup">;
  readonly settings: SettingsService;
}

/** Writes an entry to the administration log. */
export type WriteAudit = <A extends AuditAction>(action: A, detail: AuditDetail<A>) => void;

/**
 * Applies the chosen proposals and returns their number. Refuses actions that the account may not
 * do before anything is changed.
 */
export async function applyProposals(
  proposals: readonly Proposal[],
  chosen: ProposalChoice,
  services: ApplyServices,
  by: Principal,
  note: WriteAudit,
): Promise<number> {
  const ids = new Set(chosen.ids);
  const wanted = proposals.filter(({ id }) => ids.has(id));
  const sets = wanted.some(({ id }) => id === "setting-quarantine");
  const lists = wanted.some(({ id }) => id.startsWith("list-"));
  if (sets && !by.rights.has("system.write")) {
    throw new DomainError("no_right", sentence`This account may not change settings`);
  }
  if (lists && !by.rights.has("rules.write")) {
    throw new DomainError("no_right", sentence`This account may not add lists`);
  }
  for (const proposal of wanted) {
    const { id, name: proposed } = proposal;
    const name = (Object.hasOwn(chosen.names, id) ? chosen.names[id].trim() : "") || proposed;
    const profile = Object.hasOwn(chosen.profiles, id) ? chosen.profiles[id] : "adult";
    await apply[proposal.kind]({ proposal, name, profile, services, by, note });
  }
  return wanted.length;
}

interface Act {
  readonly proposal: Proposal;
  readonly name: string;
  readonly profile: Profile;
  readonly services: ApplyServices;
  readonly by: Principal;
  readonly note: WriteAudit;
}

const apply: Readonly<Record<Proposal["kind"], (act: Act) => Promise<void>>> = {
  async name({ proposal: { devices: [id] }, name, services, note }) {
    const device = await services.devices.change(id, { name });
    note("device.update", { device: device.label, changed: ["name"] });
  },
  async person({ proposal: { to, devices }, name, profile, services, note }) {
    let id = to;
    if (id === 0) {
      const person = await services.people.add({ name, profile });
      note("person.create", { person: person.name, profile });
      id = person.id;
    }
    for (const device of devices) {
      const { label } = await services.devices.setPeople(device, { person_id: id });
      note("device.people", { device: label, people: [services.people.byId(id)?.name ?? name] });
    }
  },
  async group({ proposal, name, services, note }) {
    let id = proposal.to;
    if (id === 0) {
      const group = await services.groups.add({ name, kind: kindOfGroup(proposal) });
      note("group.create", { group: group.name });
      id = group.id;
    }
    for (const device of proposal.devices) {
      const { label } = await services.devices.setGroup(device, id);
      note("device.group", { device: label, group: name });
    }
  },
  async protection({ proposal, services, by, note }) {
    if (proposal.id === "setting-quarantine") {
      await changeSettings({ new_devices: "held" }, by, services);
      note("settings.change", { settings: ["new_devices"] });
    } else {
      const list = await services.lists.add({ url: proposal.name });
      note("list.add", { list: list.name, url: list.url });
    }
  },
};
