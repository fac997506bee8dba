/** The breach watch: addresses with their breaches, and the state of checks (A 2.1, 3.3, 7.3). */
import type {
  BreachesResponse,
  CheckedBreachAddress,
} from "../../api/features/household/breaches/routes.ts";
import type { PeopleResponse } from "../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { breachAdvice, breachCard, breachLead, breachState } from "../parts/breach.ts";
import { card, emptyState, note } from "../parts/card.ts";
import { input, select } from "../parts/field.ts";
import { form, submit } from "../parts/form.ts";
import { tryRead } from "../try_read.ts";
import type { Ui } from "../ui.ts";

interface Data {
  readonly watch: BreachesResponse;
  readonly people: PeopleResponse["people"];
}

/** The page at `/breaches`. */
export const breachesPage = page<Data>({
  doc: "A 7.3",
  path: "/breaches",
  name: "breaches.name",
  access: "household.read",
  own: "/me/breaches",
  area: "protection",
  database: "box",
  async load(ask) {
    const [watch, people] = await Promise.all([
      ask.read<BreachesResponse>("/api/v1/breaches"),
      tryRead<PeopleResponse>(ask, "household.read", "/api/v1/people"),
    ]);
    return { watch, people: people.data?.people ?? [] };
  },
  view,
});

function view(ui: Ui, { watch, people }: Data): PageView {
  return {
    lead: breachLead(ui, watch),
    body: html`
      <div class="stack">
        ${outcome(ui)} ${breachState(ui, watch)}
        ${watch.addresses.length === 0
          ? html`
            <div class="card">
              ${emptyState("mail", ui.t("breaches.lead_none"), ui.t("breaches.empty_help"))}
            </div>
          `
          : breachCard(ui, watch)}
        ${ui.may("household.write") && addCard(ui, watch, people)} ${breachAdvice(ui)}
      </div>
    `,
  };
}

/** The outcome of the check by hand that was just made. */
function outcome(ui: Ui): Child {
  const checked = ui.context.result as CheckedBreachAddress | undefined;
  if (checked?.state === undefined) return null;
  const { address, breaches, state } = checked;
  const shown = html`<bdi class="strong">${address}</bdi>`;
  if (state.status !== "ok") {
    return note("attention", ui.tRich("breaches.not_checked", { address: shown }));
  }
  if (breaches.length === 0) {
    return note("good", ui.tRich("breaches.checked_clear", { address: shown }));
  }
  const count = ui.t("breaches.breaches", { count: breaches.length });
  return note("danger", ui.tRich("breaches.checked_found", { address: shown, count }));
}

function addCard(
  ui: Ui,
  { addresses, max }: BreachesResponse,
  people: PeopleResponse["people"],
): Markup {
  if (addresses.length >= max) {
    return card(ui.t("breaches.add"), html`<p>${ui.t("breaches.full", { count: max })}</p>`);
  }
  const act = { method: "post", path: "/api/v1/breaches", done: "breaches.added" } as const;
  const options = [
    { value: "0", text: ui.t("breaches.nobody") },
    ...people.map(({ id, name }) => ({ value: String(id), text: name })),
  ];
  return card(
    ui.t("breaches.add"),
    form(
      ui,
      act,
      html`
        ${input(ui, {
          name: "address",
          label: ui.t("breaches.address"),
          inputmode: "email",
          autocomplete: "off",
          maxlength: 254,
          required: true,
        })} ${people.length > 0 &&
          select(ui, { name: "person_id:number", label: ui.t("breaches.person"), options })}
        <p class="buttons">${submit(ui.t("breaches.add_button"), { icon: "plus" })}</p>
      `,
    ),
    { id: "add" },
  );
}
