/** Checking a name: what the box would do with it now, why, and step by step which protection said what (DESIGN 4). */
import type { ShownQuery } from "../../api/features/insight/journal/routes.ts";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import { type Child, html } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type View } from "../page.ts";
import { card } from "../parts/card.ts";
import { domain } from "../parts/domain.ts";
import { input, select } from "../parts/field.ts";
import { form, submit } from "../parts/form.ts";
import type { ListsById } from "../parts/outcome.ts";
import { decision, whatToDo } from "../parts/why.ts";
import type { Ui } from "../shown.ts";
import { listsOf, rulesAbout } from "./queries/explained.ts";
import { TYPES } from "./queries/filter.ts";

interface CheckShown {
  readonly name: string;
  readonly as: string;
  readonly type: string;
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
    const [lists, rules] = await Promise.all([listsOf(ask), rulesAbout(ask, "")]);
    return { name, as, type: type.toUpperCase(), lists, rules };
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

function checkForm(ui: Ui, { name, as, type }: CheckShown): Child {
  const types = (TYPES as readonly string[]).includes(type) ? TYPES : [...TYPES, type];
  return form(
    ui,
    { method: "post", path: "/api/v1/query", body: { explain: true }, back: "/check", result: true },
    html`
      ${input(ui, {
        ...{ name: "name", label: ui.say("words.name"), help: ui.say("check.name_help"), value: name },
        ...{ required: true, maxlength: 1000, inputmode: "url", autocomplete: "off" },
      })}<details class="unfolds" open=${as !== "" || type !== "A"}>
        <summary>${ui.say("words.more")}${icon("chevron-down")}</summary>
        <div class="field-grid">${input(ui, {
          ...{ name: "as:text?", label: ui.say("check.as"), help: ui.say("check.as_help"), value: as },
          ...{ maxlength: 64, autocomplete: "off" },
        })}${select(ui, {
          ...{ name: "type", label: ui.say("words.record_type"), value: type },
          options: types.map((value) => ({ value, text: value })),
        })}</div>
      </details><p class="buttons">${submit(ui.say("check.go"), { style: "main", icon: "search" })}</p>
    `,
    { id: "check-form" },
  );
}

function leadOf(ui: Ui, name: string, { status }: QueryAnswer): Child {
  const key = status === "blocked" ? "blocked" : status === "failed" ? "failed" : "answered";
  return ui.rich(`check.lead_${key}`, { name: domain(name) });
}

/** The answer as the journal would tell it. */
function asQuery({ name, as, type }: CheckShown, answer: QueryAnswer): ShownQuery {
  const { status, reason, rcode, upstream, size, by, duration } = answer;
  const plain = name.toLowerCase().replace(/\.$/, "");
  return {
    ...{ id: 0, time: 0, duration, client: as, client_name: "", transport: "ask", name: plain, hidden: false },
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
  const todo = whatToDo(ui, { query, lists, rules, back: again });
  return html`
    ${card(
      domain(name),
      html`<p class="said" data-said="">${decision(ui, query, lists)}</p>${
        todo && html`<div class="todo gap">${todo}</div>`
      }`,
    )}
    ${card(ui.say("check.steps"), html`<ol class="check-steps">${answer.steps.map((step) => stepLine(ui, step))}</ol>`)}
    <details class="card folded">
      <summary>
        <h2>${ui.say("check.message")}</h2>${icon("chevron-down")}
      </summary>
      <pre tabindex="0">${answer.text}</pre>
    </details>
  `;
}

/** What protections are called on the page, by their name in `--explain`. */
export const STEPS = {
  "local names": "check.step_local",
  rules: "check.step_rules",
  lists: "words.lists",
} as const;

function stepLine(ui: Ui, { protection, verdict, text }: QueryAnswer["steps"][number]): Child {
  const [name, part] = protection.split(", "), known = STEPS[name as keyof typeof STEPS];
  const silent = text === "Nothing to say", allows = verdict === "next" && !silent;
  const said = verdict === "settle" ? "settled" : verdict === "skipped" ? "skipped" : silent ? "nothing" : "allowed";
  return html`<li class=${said}>${
    icon(allows ? "check" : verdict === "settle" ? "chevron-right" : "circle-help")
  }<span><strong>${known === undefined ? name : ui.say(known)}</strong>${
    part !== undefined && ` (${ui.say("check.in_answer")})`
  }: ${ui.say(`check.said_${said}`)}${
    (said === "settled" || said === "allowed") && html`<code lang="en">${text}</code>`
  }</span></li>`;
}
