/** The plan of an import: changes to select, and the report after they are written. */
import type {
  ImportItemResponse,
  ImportResponse,
} from "../../../api/features/box/import/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge, card, note } from "../../parts/card.ts";
import { form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import { settingName, settingText } from "../../parts/setting.ts";
import { refusalOrEnglish, refusalText } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";
import { type TextKey, TEXTS } from "../../text/list.ts";

/**
 * Items of a kind that can be selected one by one. If there are more, the first ones are shown and
 * all or none are imported.
 */
const ONE_BY_ONE = 100;
/** Maximum number of rows of items that are not written. */
const MOST_SHOWN = 100;

type Item = ImportItemResponse;
type What = Item["what"];
type Choice = Pick<ImportResponse, "id" | "items">;

/** The state in one sentence. */
export function planLead(ui: Ui, plan: ImportResponse): string {
  const { state, done, total } = plan;
  const count = isOpen(plan).length;
  switch (state) {
    case "ready":
      return count === 0 ? ui.t("imports.lead_nothing") : ui.t("imports.lead_plan", { count });
    case "running":
      return ui.t("imports.lead_running", { done, total });
    case "broken":
      return ui.t("imports.lead_broken");
    case "done":
      return ui.t("imports.lead_done", { count: withOutcome(plan, "done").length });
  }
}

/** The body of the page. */
export function planBody(ui: Ui, plan: ImportResponse): Markup {
  const { state, items } = plan;
  const of = (status: Item["status"]) => items.filter((item) => item.status === status);
  const unneeded = of("cannot").filter((item) => !item.lost);
  const lost = of("cannot").filter((item) => item.lost);
  const live = state === "running" ? "5" : undefined;
  return html`
    <div class="stack import" id="import-plan" data-refresh=${live}>
      ${fileLine(ui, plan)}
      ${state === "ready" ? choices(ui, plan) : report(ui, plan)}
      ${folded(ui, ui.t("imports.cannot", { count: lost.length }), lost)}
      ${folded(ui, ui.t("imports.not_needed", { count: unneeded.length }), unneeded)}
      ${folded(ui, ui.t("imports.same", { count: of("same").length }), of("same"))}
      ${warnings(ui, plan)}
    </div>
  `;
}

function isOpen({ items }: Pick<ImportResponse, "items">): readonly Item[] {
  return items.filter(({ status }) => status === "add" || status === "change");
}

function withOutcome({ items }: ImportResponse, outcome: Item["outcome"]): readonly Item[] {
  return items.filter((item) => item.outcome === outcome);
}

function fileLine(ui: Ui, { name, source }: ImportResponse): Markup {
  const file = html`<bdi class="strong">${name === "" ? ui.t("imports.file") : name}</bdi>`;
  return html`
    <p class="muted">
      ${ui.tRich("imports.read_as", { file, source: ui.t(`imports.source_${source}`) })}
    </p>
  `;
}

/** The items by kind, with the proposed selection. */
function choices(ui: Ui, plan: Choice): Child {
  const open = isOpen(plan);
  const kinds = [...new Set(open.map(({ what }) => what))];
  if (open.length === 0) return null;
  const act: PageAction = {
    method: "post",
    path: `/api/v1/import/${plan.id}/apply`,
    body: { confirm: true, items: [], kinds: [] },
    back: `/import/${plan.id}`,
    done: "imports.finished",
  };
  const fields = html`
    ${kinds.map((what) => kindCard(ui, what, open.filter((item) => item.what === what)))}
    <div class="card import-take">
      <p class="buttons">${submit(ui.t("imports.take"), { style: "main", icon: "check" })}</p>
      <p class="help">${ui.t("imports.take_help")}</p>
    </div>
  `;
  return form(ui, act, fields, { class: "stack", id: "import-choice" });
}

function kindCard(ui: Ui, what: What, items: readonly Item[]): Markup {
  const head = html`${ui.t(`imports.what_${what}`)} <span class="muted">${
    ui.number(items.length)
  }</span>`;
  if (items.length <= ONE_BY_ONE) {
    return card(
      head,
      html`<ul class="import-items">${items.map((item) => tickRow(ui, item))}</ul>`,
    );
  }
  const proposed = items.filter(({ chosen }) => chosen);
  return card(
    head,
    html`
      <label class="import-row">
        <input type="checkbox" name="kinds:array" value=${what} checked />
        <span class="strong">
          ${ui.t("imports.whole_kind", {
            count: proposed.length,
          })}
        </span>
      </label>
      ${rows(ui, proposed.slice(0, MOST_SHOWN))}
    `,
  );
}

function tickRow(ui: Ui, item: Item): Markup {
  const id = `import-${item.id}`;
  return html`
    <li>
      <label class="import-row" for=${id}>
        <input
          type="checkbox"
          id=${id}
          name="items:array"
          value=${String(item.id)}
          checked=${item.chosen}
        />
        ${about(ui, item)}
      </label>
    </li>
  `;
}

/** The result of an item, its scope, and notes about it. */
function about(ui: Ui, item: Item): Markup {
  const { status } = item;
  const isNew = status === "add";
  const tone = isNew ? "good" : "attention";
  return html`
    <span class="import-thing">
      <span class="import-name">
        <span class="import-word">${itemText(ui, item)}</span>
        ${(isNew || status === "change") &&
          badge(
            tone,
            ui.t(`imports.status_${status}`),
            isNew ? "plus" : "pencil",
          )}
      </span>
      ${whomSaid(ui, item)}
      ${beforeSaid(ui, item).map((text) => html`<span class="import-more">${text}</span>`)}
      ${reasonText(ui, item)}
    </span>
  `;
}

/**
 * A choice in the words of the page; other values as the box writes them. Values that cannot be
 * converted are shown as in the source.
 */
function itemText(ui: Ui, item: Item): Child {
  const { what, key, value, becomes, from } = item;
  const profile = PROFILES.find((each) => each === value);
  if (what === "person" && profile !== undefined) {
    return html`
      <bdi>${becomes.replace(/ \(\w+\)$/, "")}</bdi> (${ui.t(`imports.profile_${profile}`)})
    `;
  }
  if (becomes === "" || key === "") {
    return html`<bdi translate="no">${becomes === "" ? from : becomes}</bdi>`;
  }
  return html`
    ${nameSaid(ui, what, key) ?? becomes.replace(/:.*$/s, "")}: <bdi translate="no">
      ${valueSaid(ui, item, value)}
    </bdi>
  `;
}

/** The name of a setting or a category, as on other pages. */
function nameSaid(ui: Ui, what: What, key: string): string | undefined {
  if (what === "setting" || what === "upstream") return settingName(ui, key);
  return what === "category" && Object.hasOwn(TEXTS.categories, key)
    ? ui.t(`categories.${key}` as TextKey)
    : undefined;
}

const PROFILES = ["child", "teen", "adult"] as const;
const VALUES = ["on", "off", "block", "allow", "strict", "moderate"] as const;

function valueSaid(ui: Ui, { what, key }: Item, value: string): string {
  if (what === "setting") {
    const isSwitch = value === "on" || value === "off";
    if (isSwitch && key !== "anonymize_clients") {
      return settingText(ui, { key, type: "switch" }, value === "on");
    }
    if (/^\d+$/.test(value)) return settingText(ui, { key, type: "number" }, Number(value));
    return settingText(ui, { key, type: "text" }, value);
  }
  const word = VALUES.find((each) => each === value);
  return word === undefined ? value : ui.t(`imports.value_${word}`);
}

/** What the box has now: for a list, whom it is for. */
function beforeSaid(ui: Ui, item: Item): readonly Child[] {
  const { what, before, before_scopes: scopes, before_except: except } = item;
  if (before === "") return [];
  if (what !== "list") {
    const said = html`<bdi translate="no">${valueSaid(ui, item, before)}</bdi>`;
    return [ui.tRich("imports.now", { before: said })];
  }
  const others = except.map((scope) => scopeParts(ui, scope).name);
  return [
    listWhomSaid(ui, scopes),
    others.length > 0 &&
    ui.tRich("imports.now_not_for", { whom: html`<bdi>${ui.list(others)}</bdi>` }),
  ].filter((text) => text !== false);
}

function listWhomSaid(ui: Ui, scopes: readonly string[]): Child {
  if (scopes.includes("all")) return ui.t("imports.now_for_everyone");
  if (scopes.length === 0) return ui.t("imports.now_for_no_one");
  const names = scopes.map((scope) => scopeParts(ui, scope).name);
  return ui.tRich("imports.now_for", { whom: html`<bdi>${ui.list(names)}</bdi>` });
}

/** Whom an item is for, and whom a list is not for, with scopes such as `group: Kids`. */
function whomSaid(ui: Ui, { scopes, except }: Item): Child {
  const others = except.map((scope) => scopeParts(ui, scope).name);
  return html`
    ${scopes.map((scope) => {
      const { kind, name } = scopeParts(ui, scope);
      const text = ui.tRich(`imports.for_${kind}`, { name: html`<bdi>${name}</bdi>` });
      return html`<span class="import-more">${text}</span>`;
    })}
    ${others.length > 0 &&
      html`
        <span class="import-more">
          ${ui.tRich("listScopes.not_for", { whom: html`<bdi>${ui.list(others)}</bdi>` })}
        </span>
      `}
  `;
}

/** The kind and the name of a scope; an age is named as a person is. */
function scopeParts(
  ui: Ui,
  scope: string,
): { kind: "group" | "person" | "device"; name: string } {
  const [, kind, name] = /^(group|person|device|profile): (.*)$/s.exec(scope) ?? [];
  const profile = PROFILES.find((each) => each === name);
  if (kind === "profile" && profile !== undefined) {
    return { kind: "person", name: ui.t(`scopes.profile_${profile}`) };
  }
  return { kind: kind as "group", name };
}

/** Reasons whose detail is a sentence of the box; other details are values. */
const EXPLAINED: ReadonlySet<Item["why"]> = new Set(["bad_value", "fixed", "refused", "regex"]);

/** The detail of a reason; a sentence without a translation is shown on English pages alone. */
function detailText(ui: Ui, why: Item["why"], detail: string): Child {
  const known = EXPLAINED.has(why) ? refusalText(ui, detail) : undefined;
  if (known !== undefined) return known;
  if (EXPLAINED.has(why) && ui.context.language !== "en") return null;
  return html`<bdi translate="no">${detail}</bdi>`;
}

/** The reason for a state. */
function reasonText(ui: Ui, { why, detail, error }: Item): Child {
  if (why === "" && error === "") return null;
  return html`
    <span class="import-more">
      ${why !== "" && ui.t(`imports.why_${why}`)} ${detail !== "" &&
        detailText(ui, why, detail)}
      ${error !== "" && html`<span class="bad">${refusalOrEnglish(ui, error)}</span>`}
    </span>
  `;
}

function rows(ui: Ui, items: readonly Item[]): Markup {
  const hidden = items.length - MOST_SHOWN;
  return html`
    <ul class="import-items">
      ${items.slice(0, MOST_SHOWN).map((item) =>
        html`<li class="import-row">${about(ui, item)}</li>`
      )}
      ${hidden > 0 && html`<li class="muted">${ui.t("imports.and_more", { count: hidden })}</li>`}
    </ul>
  `;
}

/** The result: what was written, by kind, then what was not, with the reason. */
function report(ui: Ui, plan: ImportResponse): Child {
  const done = withOutcome(plan, "done");
  const failed = withOutcome(plan, "failed");
  const left = withOutcome(plan, "left");
  const kinds = [...new Set(done.map(({ what }) => what))];
  return html`
    ${failed.length > 0 &&
      card(
        html`${icon("triangle-alert")} ${ui.t("imports.failed", { count: failed.length })}`,
        rows(ui, failed),
      )}
    ${done.length > 0 &&
      card(
        ui.t("imports.taken"),
        html`
          <div class="stack">
            <dl class="facts">
              ${kinds.map((what) =>
                html`
                  <div>
                    <dt>${ui.t(`imports.what_${what}`)}</dt>
                    <dd>${ui.number(done.filter((item) => item.what === what).length)}</dd>
                  </div>
                `
              )}
            </dl>
            ${kinds.includes("list") &&
              note(
                "neutral",
                ui.t("imports.lists_come"),
                linkButton("/lists", ui.t("words.lists")),
              )}
          </div>
        `,
      )}
    ${folded(ui, ui.t("imports.left", { count: left.length }), left)}
  `;
}

function folded(ui: Ui, head: string, items: readonly Item[]): Child {
  if (items.length === 0) return null;
  return html`
    <details class="card folded">
      <summary>
        <h2>${head}</h2>
        ${icon("chevron-down")}
      </summary>
      ${rows(ui, items)}
    </details>
  `;
}

function warnings(ui: Ui, { warnings }: ImportResponse): Child {
  if (warnings.length === 0) return null;
  return html`
    <details class="card folded">
      <summary>
        <h2>${ui.t("imports.warnings")}</h2>
        ${icon("chevron-down")}
      </summary>
      <ul class="import-items">
        ${warnings.map((text) =>
          html`<li class="import-row"><span>${refusalOrEnglish(ui, text)}</span></li>`
        )}
      </ul>
    </details>
  `;
}
