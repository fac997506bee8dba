/**
 * Proposals after the learning days: people, names, groups and protections, selected one by one.
 */
import type {
  AdviceResponse,
  LearningResponse,
  ProposalResponse,
} from "../../api/features/household/learning/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { card, emptyState } from "../parts/card.ts";
import { deviceRows } from "../parts/device_row.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../parts/form.ts";
import type { Ui } from "../ui.ts";
import { type TextKey, TEXTS } from "../text/list.ts";

interface LearningData {
  readonly learning: LearningResponse;
  /** Its devices, by number. */
  readonly devices: ReadonlyMap<number, LearningResponse["devices"][number]>;
  /** Names of the lists of the catalogue, by their identifiers. */
  readonly lists: ReadonlyMap<string, string>;
}

/** The page at `/learning`. */
export const learningPage = page<LearningData>({
  doc: "docs/requirements.md#learning-days",
  path: "/learning",
  name: "learning.title",
  access: ["household.read", "devices.read"],
  area: "people",
  aside: true,
  database: "box",
  async load({ read, principal }) {
    const may = principal.kind === "socket" || principal.rights.has("rules.read");
    const [learning, { lists }] = await Promise.all([
      read<LearningResponse>("/api/v1/learning", { query: { newest: 0 } }),
      may
        ? read<{ lists: readonly { id: string; name: string }[] }>("/api/v1/lists/catalogue")
        : { lists: [] as readonly { id: string; name: string }[] },
    ]);
    return {
      learning,
      devices: new Map(learning.devices.map((device) => [device.id, device])),
      lists: new Map(lists.map(({ id, name }) => [id, name])),
    };
  },
  view,
});

/** Names of devices in a sentence. */
const MOST_NAMED = 6;

const KINDS = [
  ["person", "learning.people"],
  ["name", "learning.names_title"],
  ["group", "learning.groups"],
  ["protection", "learning.protection"],
] as const;

function view(ui: Ui, data: LearningData): PageView {
  const { learning } = data;
  const { active, until, gathered, done, started } = learning;
  const devices = ui.t("people.count_devices", { count: gathered });
  const may = ui.may("household.write") && ui.may("devices.write");
  const proposals = learning.proposals.filter((proposal) => mayApply(ui, proposal));
  const ends: PageAction = { method: "post", path: "/api/v1/learning/end", done: "learning.ended" };
  return {
    lead: active
      ? ui.t("learning.lead_on", { date: ui.date(until, { dateStyle: "long" }), devices })
      : ui.t(
        proposals.length + learning.advice.length > 0 ? "learning.lead_over" : "learning.lead_none",
      ),
    action: may && started > 0 && !done
      ? actionButton(
        ui,
        { ...ends, ...(active ? {} : { back: "/people" }) },
        ui.t(active ? "learning.end_now" : "learning.put_away"),
      )
      : linkButton("/people", ui.t("frame.people"), { icon: "chevron-left" }),
    body: proposals.length === 0 && learning.advice.length === 0
      ? html`
        <div class="card">
          ${emptyState("circle-check", ui.t("learning.none"), ui.t("learning.none_help"))}
        </div>
      `
      : html`
        <div class="stack">
          ${proposals.length > 0 && proposalsForm(ui, data, proposals, may)}
          ${learning.advice.length > 0 && adviceCard(ui, learning.advice)}
        </div>
      `,
  };
}

/** Decisions that only a person can make well, each with a link to its page. */
function adviceCard(ui: Ui, advice: readonly AdviceResponse[]): Markup {
  const textOf = ({ kind, name, category, minutes }: AdviceResponse) =>
    kind === "hours" || category === ""
      ? ui.t("learning.advise_hours", { name })
      : ui.t("learning.advise_limit", {
        name,
        category: ui.t(`categories.${category}`),
        time: ui.duration(minutes * 60),
      });
  const rows = advice.map((one) =>
    html`
      <li>
        <a href=${`/hours#hours-${one.person_id}`}>
          <span>${textOf(one)}</span>
          ${icon("chevron-right")}
        </a>
      </li>
    `
  );
  return card(
    ui.t("learning.advice"),
    html`
      <p class="help">${ui.t("learning.advice_help")}</p>
      <ul class="ways">${rows}</ul>
    `,
    { id: "advice" },
  );
}

function mayApply(ui: Ui, { id }: ProposalResponse): boolean {
  if (id.startsWith("list-")) return ui.may("rules.write");
  return id.startsWith("setting-") ? ui.may("system.write") : true;
}

function proposalsForm(
  ui: Ui,
  data: LearningData,
  proposals: readonly ProposalResponse[],
  may: boolean,
): Markup {
  const act: PageAction = {
    method: "post",
    path: "/api/v1/learning/apply",
    done: "learning.applied",
  };
  const cards = KINDS.map(([kind, title]) => {
    const rows = proposals.filter((proposal) => proposal.kind === kind);
    return rows.length > 0 && card(
      ui.t(title),
      html`
        ${kind === "person" && html`<p class="help">${ui.t("learning.people_help")}</p>`}
        <ul class="proposals">${rows.map((proposal) => row(ui, data, proposal, may))}</ul>
      `,
    );
  });
  const button = may &&
    html`
      <div class="proposals-end">
        ${submit(ui.t("learning.apply"), { style: "main", icon: "check" })}
      </div>
    `;
  return form(ui, act, html`${cards}${button}`, { class: "stack" });
}

function row(ui: Ui, data: LearningData, proposal: ProposalResponse, may: boolean): Markup {
  const { id, kind, devices } = proposal;
  const meant = devices.flatMap((device) => data.devices.get(device) ?? []);
  const names = namesOf(ui, meant.map(({ label }) => label));
  const text = sentence(ui, data, proposal, names);
  return html`
    <li>
      <label class="proposal">
        <input
          type="checkbox"
          name="ids:array"
          value=${id}
          checked=${kind !== "protection"}
          disabled=${!may}
        />
        <span>
          <span>${text}</span>
          ${helpOf(ui, proposal, names)}
        </span>
      </label>
      ${kind === "person" && deviceRows(ui, meant, { people: [] })}
      ${may && fieldsOf(ui, proposal, text)}
    </li>
  `;
}

/** The profile of a new person; the name of a device or a new group. */
function fieldsOf(ui: Ui, proposal: ProposalResponse, about: string): Child {
  const { id, kind, to } = proposal;
  if (kind === "protection" || to !== 0) return null;
  const name = html`
    <input
      type="text"
      name=${`names.${id}`}
      value=${nameOf(ui, proposal)}
      maxlength=${LIMITS.household.nameCharacters}
      aria-label=${`${ui.t("words.name")}: ${about}`}
      autocomplete="off"
      spellcheck="false"
    />
  `;
  const profile = kind === "person" && html`
    <select
      name=${`profiles.${id}`}
      aria-label=${`${ui.t("people.profile")}: ${about}`}
      autocomplete="off"
    >
      ${(["adult", "teen", "child"] as const).map((value) =>
        html`<option value=${value}>${ui.t(`people.${value}`)}</option>`
      )}
    </select>
  `;
  return html`<div class="proposal-fields">${name}${profile}</div>`;
}

/** A proposed group has a name in the language of the user. */
function nameOf(ui: Ui, { id, kind, name }: ProposalResponse): string {
  const key = id.replace("-", "_");
  return kind === "group" && Object.hasOwn(TEXTS.learning, key)
    ? ui.t(`learning.${key}` as TextKey)
    : capitalized(name);
}

function sentence(
  ui: Ui,
  { lists }: LearningData,
  proposal: ProposalResponse,
  devices: string,
): string {
  const { kind, name, to, id } = proposal;
  if (kind === "name") return ui.t("learning.name_for", { device: devices });
  if (kind === "person") {
    return ui.t(to === 0 ? "learning.new_person" : "learning.known_person", { name, devices });
  }
  if (kind === "group") {
    return ui.t(to === 0 ? "learning.new_group" : "learning.known_group", { name, devices });
  }
  return id.startsWith("list-")
    ? ui.t("learning.list", { list: lists.get(name) ?? name })
    : ui.t("learning.hold");
}

function helpOf(ui: Ui, { id }: ProposalResponse, devices: string): Child {
  return id.startsWith("list-") &&
    html`<span class="help">${ui.t("learning.list_help", { devices })}</span>`;
}

/** The names of devices; of many, the first ones and how many there are besides. */
function namesOf(ui: Ui, labels: readonly string[]): string {
  if (labels.length <= MOST_NAMED) return ui.list(labels);
  const named = labels.slice(0, MOST_NAMED - 1);
  return ui.list([...named, ui.t("learning.others", { count: labels.length - named.length })]);
}

/** Devices announce names in lower case; the displayed name begins with a capital letter. */
function capitalized(name: string): string {
  const [first = "", ...rest] = name;
  return first.toUpperCase() + rest.join("");
}
