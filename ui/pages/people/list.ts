/** All people with their devices, devices without an owner, and the groups (A 2.4, 4.4). */
import type { DevicePage, DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type {
  GroupResponse,
  GroupsResponse,
} from "../../../api/features/household/groups/routes.ts";
import type { LearningResponse } from "../../../api/features/household/learning/routes.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { page, type PageView } from "../../page.ts";
import { card, note } from "../../parts/card.ts";
import { kindPicture } from "../../parts/device_kind.ts";
import { deviceRows } from "../../parts/device_row.ts";
import { avatar } from "../../parts/avatar.ts";
import { form, linkButton, type PageAction } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { findPerson, PEOPLE_AT_ONCE } from "../../parts/find_person.ts";
import { pageLinks } from "../../parts/page_links.ts";
import { addGroupForm, addPersonForm } from "./forms.ts";

/** Devices on the card of a person, and fewer where there are many people. */
const SHOWN = 8;
const SHOWN_OF_MANY = 3;
/** Number of people from which on cards show fewer devices. */
const MANY = 20;
/** Maximum number of unassigned devices shown. */
const UNASSIGNED_SHOWN = 30;
/** Maximum number of them counted. */
const UNASSIGNED_COUNTED = 1000;

interface PeopleData {
  readonly people: readonly PersonResponse[];
  /** The people of this page. */
  readonly shown: readonly PersonResponse[];
  readonly q: string;
  readonly paged: boolean;
  /** Cursor of the next page, "" = none. */
  readonly next: string;
  readonly groups: readonly GroupResponse[];
  readonly devices: ReadonlyMap<number, DeviceResponse>;
  readonly nobodys: readonly DeviceResponse[];
  /** Cursor of further devices without an owner, "" = none. */
  readonly moreNobodys: string;
  readonly learning: LearningResponse;
}

/** The page at `/people`. */
export const peoplePage = page<PeopleData>({
  doc: "A 2.4, 4.4",
  path: "/people",
  name: "frame.people",
  access: ["household.read", "devices.read"],
  area: "people",
  database: "box",
  islands: ["people"],
  query: ["q", "cursor"],
  async load({ read, query }) {
    const q = query.q?.trim() ?? "";
    const [{ people }, { groups }, nobodys, learning] = await Promise.all([
      read<PeopleResponse>("/api/v1/people"),
      read<GroupsResponse>("/api/v1/groups"),
      read<DevicePage>("/api/v1/devices", {
        query: { person: 0, group: 0, limit: UNASSIGNED_COUNTED },
      }),
      read<LearningResponse>("/api/v1/learning", { query: { brief: "true" } }),
    ]);
    const after = Number(query.cursor ?? 0);
    const found = people.filter(({ id, name }) =>
      id > after && name.toLowerCase().includes(q.toLowerCase())
    );
    const shown = found.slice(0, PEOPLE_AT_ONCE);
    const perCard = people.length > MANY ? SHOWN_OF_MANY : SHOWN;
    const ids = shown.flatMap(({ devices, shared_devices }) =>
      [...devices, ...shared_devices].slice(0, perCard)
    );
    const { devices } = ids.length === 0
      ? { devices: [] }
      : await read<DevicePage>("/api/v1/devices", {
        query: { ids: [...new Set(ids)].join(), limit: PEOPLE_AT_ONCE * SHOWN },
      });
    return {
      people,
      shown,
      q,
      paged: after > 0,
      next: found.length > shown.length ? String(shown.at(-1)!.id) : "",
      groups,
      devices: new Map(devices.map((device) => [device.id, device])),
      nobodys: nobodys.devices,
      moreNobodys: nobodys.next,
      learning,
    };
  },
  view,
});

function view(ui: Ui, data: PeopleData): PageView {
  const { people, shown, nobodys, q, paged, next } = data;
  const may = ui.may("household.write");
  return {
    lead: leadOf(ui, data),
    action: linkButton("/devices", ui.t("people.all_devices"), { icon: "smartphone" }),
    body: html`
      <div class="stack">
        ${learningNote(ui, data)}
        ${(people.length > PEOPLE_AT_ONCE || q !== "") && findPerson(ui, "/people", q)}
        ${people.length > 0 && shown.length === 0 &&
          html`<p class="muted">${ui.t("people.found_none")}</p>`}
        ${shown.length > 0 &&
          html`
            <div class="people-grid">${shown.map((person) => personCard(ui, data, person))}</div>
          `}
        ${pageLinks(ui, { path: "/people", query: { q }, paged, next })}
        ${may && addPersonForm(ui, people.length === 0)}
        ${nobodys.length > 0 && nobodysCard(ui, data)}
        ${groupsCard(ui, data)}
        ${ui.may("devices.write") && groupDrop(ui)}
      </div>
    `,
  };
}

function leadOf(ui: Ui, { people, groups, nobodys, moreNobodys }: PeopleData): string {
  if (people.length === 0) return ui.t("people.lead_none");
  const owned = [
    ...people.flatMap(({ devices, shared_devices }) => [...devices, ...shared_devices]),
    ...groups.flatMap(({ devices }) => devices),
    ...nobodys.map(({ id }) => id),
  ];
  const count = new Set(owned).size;
  const all = ui.t("people.lead", {
    people: ui.t("people.count_people", { count: people.length }),
    devices: `${ui.t("people.count_devices", { count })}${moreNobodys === "" ? "" : "+"}`,
  });
  return nobodys.length === 0 || moreNobodys !== ""
    ? all
    : `${all} ${ui.t("people.lead_nobodys", { count: nobodys.length })}`;
}

function learningNote(ui: Ui, { learning }: PeopleData): Child {
  const { active, done, until, gathered, proposals } = learning;
  const count = proposals.length;
  if (active) {
    const text = ui.t("people.learning_on", {
      date: ui.date(until, { dateStyle: "medium" }),
      devices: ui.t("people.count_devices", { count: gathered }),
    });
    return note("neutral", text, linkButton("/learning", ui.t("people.see_proposals")));
  }
  if (done || count === 0) return null;
  return note(
    "neutral",
    ui.t("people.learning_over", { count }),
    linkButton("/learning", ui.t("people.see_proposals"), { style: "main" }),
  );
}

function personCard(ui: Ui, { people, devices }: PeopleData, person: PersonResponse): Markup {
  const { id, name, profile } = person;
  const ids = [...person.devices, ...person.shared_devices];
  const found = ids.map((one) => devices.get(one)).filter((device) => device !== undefined)
    .slice(0, people.length > MANY ? SHOWN_OF_MANY : SHOWN);
  const more = ids.length - found.length;
  return html`
    <section class="card person-card" data-person=${id}>
      <header>
        ${avatar(name)}
        <div>
          <h2><a href=${`/people/${id}`}><bdi>${name}</bdi></a></h2>
          <p class="muted">
            ${ui.t(
              `people.${profile}`,
            )}
          </p>
        </div>
      </header>
      ${found.length === 0
        ? html`<p class="muted">${ui.t("people.no_devices")}</p>`
        : deviceRows(ui, found, { people, of: id, gives: true, signed: true })}
      ${more > 0 &&
        html`<p><a href=${`/people/${id}`}>${ui.t("people.more", { count: more })}</a></p>`}
    </section>
  `;
}

function nobodysCard(ui: Ui, { people, nobodys }: PeopleData): Markup {
  const more = nobodys.length - UNASSIGNED_SHOWN;
  return html`
    <section class="card" id="nobodys" data-person="0">
      <header><h2>${ui.t("people.nobodys")}</h2></header>
      ${people.length > 0 &&
        ui.may("devices.write") &&
        html`<p class="help">${ui.t("people.nobodys_help")}</p>`}
      ${deviceRows(ui, nobodys.slice(0, UNASSIGNED_SHOWN), { people, gives: true })}
      ${more > 0 &&
        html`<p><a href="/devices?person=0">${ui.t("people.more", { count: more })}</a></p>`}
    </section>
  `;
}

function groupsCard(ui: Ui, { groups }: PeopleData): Markup {
  const rows = groups.map(({ id, name, kind, devices }) =>
    html`
      <li data-group=${id}>
        <a href=${`/groups/${id}`}>
          ${kindPicture(kind)}
          <span class="device-what">
            <bdi class="strong">${name}</bdi>
            <span class="muted">${ui.t("people.count_devices", { count: devices.length })}</span>
          </span>
          ${icon("chevron-right")}
        </a>
      </li>
    `
  );
  return card(
    ui.t("people.groups"),
    html`
      <p class="help">${ui.t("people.groups_help")}</p>
      ${rows.length > 0 && html`<ul class="group-rows">${rows}</ul>`}
      ${ui.may("devices.write") && addGroupForm(ui)}
    `,
    { id: "groups" },
  );
}

/** The form used when a device is dropped on a group; the script fills it in. */
function groupDrop(ui: Ui): Markup {
  const act: PageAction = {
    method: "put",
    path: "/api/v1/devices/{id}/group",
    done: "people.was_put",
  };
  const fields = html`
    <input name="id:path" />
    <input name="group_id:number" />
  `;
  return html`
    <div hidden>
      <template id="to-group">${form(ui, act, fields)}</template>
    </div>
  `;
}
