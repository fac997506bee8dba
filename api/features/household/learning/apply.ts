/** Proposals that somebody chose, carried out as if done by hand: each act is told to the administration log. */
import type { Profile } from "../../../../policy/model/household.ts";
import type { AuditAction, AuditDetail } from "../../../events/audit_actions.ts";
import { ApiError } from "../../../http/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import type { Services } from "../../../http/services.ts";
import { changeSettings } from "../../box/settings/service.ts";
import { ListError } from "../../protection/lists/service.ts";
import { kindOfGroup, type Proposal } from "./service.ts";

/** What was chosen. */
export interface Chosen {
  readonly ids: readonly string[];
  /** Names in the place of those proposed, by proposal. */
  readonly names: Readonly<Record<string, string>>;
  /** What protects the people, by proposal; absent = adult. */
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** What carries proposals out. */
export type ApplyServices = Pick<Services, "people" | "groups" | "devices" | "settings" | "lists">;
/** Tells the administration log. */
export type Note = <A extends AuditAction>(action: A, detail: AuditDetail<A>) => void;

/** Carries out what was chosen of the proposals; how many. Refuses before anything is done what the account may not do. */
export async function applyProposals(
  proposals: readonly Proposal[],
  chosen: Chosen,
  services: ApplyServices,
  by: Principal,
  note: Note,
): Promise<number> {
  const ids = new Set(chosen.ids), wanted = proposals.filter(({ id }) => ids.has(id));
  const sets = wanted.some(({ id }) => id === "setting-quarantine"),
    lists = wanted.some(({ id }) => id.startsWith("list-"));
  if (sets && !by.rights.has("system.write")) {
    throw new ApiError("no_right", "This account may not change settings");
  }
  if (lists && !by.rights.has("rules.write")) {
    throw new ApiError("no_right", "This account may not add lists");
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
  readonly note: Note;
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
      await changeSettings({ quarantine_new_devices: true }, by, services);
      note("settings.change", { settings: ["quarantine_new_devices"] });
    } else {
      const list = await services.lists.add({ url: proposal.name }).catch((error) => {
        throw error instanceof ListError ? new ApiError("list_refused", error.message) : error;
      });
      note("list.add", { list: list.name, url: list.url });
    }
  },
};
