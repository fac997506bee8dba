/** One person: profile, devices, shared devices and protection (A 2.4, 4.4, 7.1.5). */
import type { DevicePage, DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, NotFoundError, page, type PageView } from "../../page.ts";
import {
  type ActivityData,
  activitySection,
  parseActivityPeriod,
  readActivity,
} from "../../parts/activity.ts";
import { card } from "../../parts/card.ts";
import { deviceRows } from "../../parts/device_row.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import { protectionCard } from "../../parts/protection_links.ts";
import { readScopedLists, type ScopedLists } from "../../parts/scoped_lists.ts";
import type { Ui } from "../../ui.ts";
import { timeCard } from "../hours/person_time.ts";
import { assignForm, foldedCard, personFields } from "./forms.ts";

/** Maximum number of devices read, and of unowned devices to choose from. */
const READ = 500;
const TO_GIVE = 100;

interface PersonData {
  readonly activity: ActivityData;
  readonly schedules: Schedules;
  readonly person: PersonResponse;
  readonly people: readonly PersonResponse[];
  readonly own: readonly DeviceResponse[];
  readonly shared: readonly DeviceResponse[];
  readonly nobodys: readonly DeviceResponse[];
  readonly lists: ScopedLists;
}

/** The page at `/people/3`. */
export const personPage = page<PersonData>({
  doc: "A 2.4, 7.1.5",
  path: "/people/{id}",
  query: ["period"],
  islands: ["chart"],
  name: "words.who",
  access: ["household.read", "devices.read"],
  area: "people",
  database: "box",
  load,
  view,
});

async function load(ask: LoadContext): Promise<PersonData> {
  const { read, params } = ask;
  const { people } = await read<PeopleResponse>("/api/v1/people");
  const person = people.find(({ id }) => String(id) === params.id);
  if (person === undefined) throw new NotFoundError();
  const devices = (query: Record<string, number>) => read<DevicePage>("/api/v1/devices", { query });
  const [schedules, { devices: theirs }, { devices: nobodys }] = await Promise.all([
    read<Schedules>("/api/v1/schedules", { query: { person: person.id } }),
    devices({ person: person.id, limit: READ }),
    devices({ person: 0, group: 0, limit: TO_GIVE }),
  ]);
  const shared = theirs.filter((device) => device.people !== undefined);
  const lists = await readScopedLists(ask, `person:${person.id}`);
  const activity = await readActivity(
    ask,
    `person:${person.id}`,
    parseActivityPeriod(ask.query.period),
  );
  return {
    activity,
    schedules,
    person,
    people,
    own: theirs.filter((device) => device.people === undefined),
    shared,
    nobodys,
    lists,
  };
}

function view(ui: Ui, data: PersonData): PageView {
  const { person, shared, people } = data;
  const { id, name, profile } = person;
  const count = person.devices.length + person.shared_devices.length;
  return {
    title: name,
    lead: ui.t(`people.lead_${profile}`, { devices: ui.t("people.count_devices", { count }) }),
    action: html`
      ${profile === "adult" && ui.may("reports.read") &&
        linkButton(`/people/${id}/time`, ui.t("spent.title"), { icon: "clock" })}
      ${linkButton("/people", ui.t("frame.people"), { icon: "chevron-left" })}
    `,
    body: html`
      <div class="stack">
        <div class="grid columns">
          <div class="stack">${timeCard(ui, data.schedules, id)}${ownCard(ui, data)}</div>
          <div class="stack">
            ${shared.length > 0 && card(
              ui.t("people.shared_devices"),
              html`
                <p class="help">${ui.t("people.shared_help")}</p>
                ${deviceRows(ui, shared, { people, of: id })}
              `,
              { id: "shared" },
            )}
            ${protectionCard(ui, `person:${id}`, name, `/queries?who=person:${id}`, data.lists)}
            ${aboutCard(ui, person)}
            ${accountsCard(ui, person)}
          </div>
        </div>
        ${activitySection(ui, data.activity, `/people/${id}`)}
        ${ui.may("household.write") && removeCard(ui, person)}
      </div>
    `,
  };
}

function ownCard(ui: Ui, { person, people, own, nobodys }: PersonData): Markup {
  const act: PageAction = {
    method: "put",
    path: "/api/v1/devices/{id}/person",
    body: { person_id: person.id },
    done: "people.device_given",
    undo: { method: "put", path: "/api/v1/devices/{id}/person", body: { person_id: 0 } },
  };
  return card(
    ui.t("people.own_devices"),
    html`
      ${own.length === 0
        ? html`<p class="muted">${ui.t("people.no_devices")}</p>`
        : deviceRows(ui, own, { people, of: person.id, gives: true })}
      ${ui.may("devices.write") &&
        assignForm(ui, nobodys, act, { title: ui.t("people.give"), id: "give-device" })}
    `,
    { id: "devices" },
  );
}

function aboutCard(ui: Ui, person: PersonResponse): Child {
  const { id, name, profile } = person;
  if (!ui.may("household.write")) return null;
  const act: PageAction = {
    method: "put",
    path: `/api/v1/people/${id}`,
    done: "people.saved",
    undo: { method: "put", path: `/api/v1/people/${id}`, body: { name, profile } },
  };
  const fields = html`
    ${personFields(ui, person)}
    <div>${submit(ui.t("words.save"), { style: "main" })}</div>
  `;
  return card(ui.t("people.about"), form(ui, act, fields), { id: "about" });
}

function accountsCard(ui: Ui, { accounts, profile, detailed_reports }: PersonResponse): Child {
  const named = accounts.map(({ id, name }) =>
    html`
      <li>
        ${ui.may("accounts.read")
          ? html`<a href=${`/accounts/${id}`}><bdi>${name}</bdi></a>`
          : html`<bdi>${name}</bdi>`}
      </li>
    `
  );
  return html`
    ${named.length > 0 && card(
      ui.t("people.accounts"),
      html`
        <p class="help">${ui.t("people.accounts_help")}</p>
        <ul class="plain-list">${named}</ul>
      `,
    )}
    ${profile === "adult" && card(
      ui.t("people.reports"),
      html`<p>${ui.t(detailed_reports ? "people.reports_yes" : "people.reports_no")}</p>`,
    )}
  `;
}

/** Irreversible actions are last and folded, and state what is removed with them. */
function removeCard(ui: Ui, { id, name }: PersonResponse): Markup {
  const act: PageAction = {
    method: "delete",
    path: `/api/v1/people/${id}`,
    back: "/people",
    done: "people.removed",
    args: { name },
  };
  const sure = ui.t("people.remove_confirm", { name });
  const text = ui.t("people.remove_person");
  const button = actionButton(ui, act, text, { style: "danger", icon: "trash-2", confirm: sure });
  return foldedCard(
    text,
    "remove-person",
    html`
      <p class="help">${sure}</p>
      ${button}
    `,
  );
}
