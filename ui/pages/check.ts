/** "Why was this blocked?": what the box would do with a name now for anybody, why, and what each protection says (DESIGN 4). */
import type { ShownQuery } from "../../api/features/insight/journal/routes.ts";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import type { ShownScope, ShownScopes } from "../../api/features/protection/choices/routes.ts";
import { page, type View } from "../page.ts";
import { card } from "../parts/card.ts";
import { domain } from "../parts/domain.ts";
import { input, select } from "../parts/field.ts";
import { form, submit } from "../parts/form.ts";
import type { ListsById } from "../parts/outcome.ts";
import { scopeName, scopeNames, scopeOptions } from "../parts/scope.ts";
import { stepList } from "../parts/steps.ts";
import { decision, whatToDo } from "../parts/why.ts";
import type { Ui } from "../shown.ts";
import { listsOf, rulesAbout } from "./queries/explained.ts";
import { TYPES } from "./queries/filter.ts";

interface CheckShown {
  readonly name: string;
  readonly as: string;
  readonly type: string;
  /** Whom a name can be checked for. */
  readonly scopes: readonly ShownScope[];
  readonly lists: ListsById;
  readonly rules: Awaited<ReturnType<typeof rulesAbout>>;
}

/** The page at `/check?name=www.shop.example`. */
export const checkPage = page<CheckShown>({
  doc: "DESIGN 4; UI, Principles 3",
  path: "/check",
  name: "check.title",
  access: "rules.read",
  area: "protection",
  query: ["name", "type", "as"],
  async load(ask) {
    const { name = "", as = "", type = "A" } = ask.query;
    // What is checked is known once the form was sent: its name may be another one, so that all rules are looked at.
    const [lists, rules, { scopes }] = await Promise.all([
      listsOf(ask),
      rulesAbout(ask, ""),
      ask.read<ShownScopes>("/api/v1/scopes", { query: { limit: 1000 } }).catch(() => ({ scopes: [] })),
    ]);
    // Nobody is a profile: it says what holds for people.
    const whom = scopes.filter(({ kind }) => kind !== "profile");
    return { name, as, type: type.toUpperCase(), scopes: whom, lists, rules };
  },
  view(ui, shown): View {
    const answer = ui.shown.result as QueryAnswer | undefined, values = ui.shown.values ?? {};
    const name = (values.name ?? shown.name).trim(), as = values.as ?? shown.as, type = values.type ?? shown.type;
    const asked = { ...shown, name, as, type };
    return {
      lead: answer === undefined ? ui.say("check.lead") : leadOf(ui, name, answer),
      body: html`<div class="stack"><div class="card">${checkForm(ui, asked)}</div>${
        answer !== undefined && answerCards(ui, asked, answer)
      }</div>`,
    };
  },
});

function checkForm(ui: Ui, { name, as, type, scopes }: CheckShown): Child {
  const types = (TYPES as readonly string[]).includes(type) ? TYPES : [...TYPES, type];
  return form(
    ui,
    { method: "post", path: "/api/v1/query", body: { explain: true }, back: "/check", result: true },
    html`
      ${input(ui, {
        ...{ name: "name", label: ui.say("words.name"), help: ui.say("check.name_help"), value: name },
        ...{ required: true, maxlength: 1000, inputmode: "url", autocomplete: "off" },
      })}<div
        class="field"><label for="check-as">${ui.say("check.as")}</label><select id="check-as" name="as">${whomOptions(
          ui,
          scopes,
          as,
        )}</select></div><details
        class="unfolds" open=${type !== "A"}>
        <summary>${ui.say("words.more")}${icon("chevron-down")}</summary>
        <div class="field-grid">${select(ui, {
          ...{ name: "type", label: ui.say("words.record_type"), value: type },
          options: types.map((value) => ({ value, text: value })),
        })}</div>
      </details><p class="buttons">${submit(ui.say("check.go"), { style: "main", icon: "search" })}</p>
    `,
    { id: "check-form" },
  );
}

/** Everyone, the groups, people and devices; an address that came with the page is one more. */
function whomOptions(ui: Ui, scopes: readonly ShownScope[], as: string): Child {
  const chosen = as === "" ? "all" : as, isScope = chosen === "all" || /^(device|person|group):/.test(chosen);
  return html`${!isScope && html`<option value=${chosen} selected>${chosen}</option>`}${
    scopeOptions(ui, scopes, { scope: isScope ? chosen : "", name: "" })
  }`;
}

function leadOf(ui: Ui, name: string, { status }: QueryAnswer): Child {
  const key = status === "blocked" ? "blocked" : status === "failed" ? "failed" : "answered";
  return ui.rich(`check.lead_${key}`, { name: domain(name) });
}

/** The scopes whose rules are about what was checked, as far as the page knows. */
function scopesOf(as: string): readonly string[] {
  return /^(device|person|group):/.test(as) ? ["all", as] : ["all"];
}

/** The answer as the journal would tell it. */
function asQuery({ name, as, type }: CheckShown, answer: QueryAnswer): ShownQuery {
  const { status, reason, rcode, upstream, size, by, duration } = answer;
  const plain = name.toLowerCase().replace(/\.$/, "");
  return {
    ...{ id: 0, time: 0, duration, client: as, client_name: "", transport: "ask", name: plain, hidden: false },
    private: false,
    ...{ type, rcode, status },
    ...{ reason, upstream, size, origin: by?.origin ?? "", list: by?.list ?? -1, rule: by?.rule ?? "" },
    answer: answer.records.join("\n"),
  };
}

function answerCards(ui: Ui, shown: CheckShown, answer: QueryAnswer): Child {
  const { lists, rules } = shown, query = asQuery(shown, answer), { name } = query;
  const again = `/check?${new URLSearchParams({
    name,
    type: shown.type,
    ...(shown.as === "" ? {} : { as: shown.as }),
  })}`;
  const todo = whatToDo(ui, { query, lists, rules, scopes: scopesOf(shown.as), back: again });
  const whom = shown.scopes.find(({ scope }) => scope === shown.as);
  return html`
    ${card(
      domain(name),
      html`<p class="said" data-said="">${
        whom !== undefined && whom.kind !== "all" &&
        ui.rich("check.for", { whom: html`<b><bdi>${scopeName(ui, whom)}</bdi></b>` })
      } ${decision(ui, query, lists)}</p>${todo && html`<div class="todo gap">${todo}</div>`}`,
    )}
    ${card(ui.say("check.steps"), stepList(ui, answer.steps, scopeNames(ui, shown.scopes)))}
    <details class="card folded">
      <summary>
        <h2>${ui.say("check.message")}</h2>${icon("chevron-down")}
      </summary>
      <pre tabindex="0">${answer.text}</pre>
    </details>
  `;
}
