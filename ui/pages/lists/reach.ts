/** Whom a list is for and when, in words and as a form. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import type { ScopeResponse } from "../../../api/features/protection/choices/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { form, type PageAction, submit } from "../../parts/form.ts";
import { optionRow } from "../../parts/option_group.ts";
import { type NamedScope, scopeName } from "../../parts/scope.ts";
import { weekGrid, weekText } from "../../parts/week_grid.ts";
import type { Ui } from "../../ui.ts";
import { listName } from "./texts.ts";

/** What a list says about it. */
export type Reach = Pick<ListResponse, "scopes" | "except" | "scope_names" | "hours" | "schedule">;

/** For everyone, always. */
export const FOR_EVERYONE: Reach = {
  scopes: ["all"],
  except: [],
  scope_names: {},
  hours: [],
  schedule: "",
};

const KINDS = ["profile", "group", "person", "device"] as const;

/** Whether a list is for everyone at all times. */
export function isForEveryone({ scopes, except, hours }: Reach): boolean {
  return scopes.includes("all") && except.length + hours.length === 0;
}

/** Whom it is for, as parts of a line: `For: Children`, `Not for: Emma`, `Mon–Fri 18:00–21:00`. */
export function reachParts(ui: Ui, reach: Reach): string[] {
  const { scopes, except, hours } = reach;
  const names = (of: readonly string[]) =>
    ui.list(of.map((scope) => scopeName(ui, { scope, name: reach.scope_names[scope] ?? "" })));
  return [
    whomText(ui, scopes, names),
    ...(except.length > 0 ? [ui.t("listScopes.not_for", { whom: names(except) })] : []),
    ...(hours.length > 0 ? [weekText(ui, hours)] : []),
  ];
}

function whomText(
  ui: Ui,
  scopes: readonly string[],
  names: (of: readonly string[]) => string,
): string {
  if (scopes.length === 0) return ui.t("listScopes.no_one");
  if (scopes.includes("all")) return ui.t("listScopes.everyone");
  return ui.t("listScopes.whom", { whom: names(scopes) });
}

/** The form that changes it. */
export function reachForm(ui: Ui, list: ListResponse, scopes: readonly ScopeResponse[]): Markup {
  const { id } = list;
  const name = listName(ui, list);
  const path = `/api/v1/lists/${id}`;
  const before = { scopes: list.scopes, except: list.except, hours: list.schedule };
  // A list for no one cannot be asked for, so that state has no undo.
  const undo: Pick<PageAction, "undo"> = list.scopes.length === 0
    ? {}
    : { undo: { method: "put", path, body: before } };
  const act: PageAction = {
    method: "put",
    path,
    done: "listScopes.saved",
    args: { name },
    ...undo,
  };
  return form(
    ui,
    act,
    html`
      ${reachFields(ui, list, scopes)}
      <p class="buttons">
        ${submit(ui.t("words.save"), { style: "main" })}
        <span class="muted" data-unsaved="true" hidden>${ui.t("hours.unsaved")}</span>
      </p>
    `,
  );
}

/** The fields of a form about it. */
export function reachFields(ui: Ui, reach: Reach, scopes: readonly ScopeResponse[]): Child {
  const isAll = reach.scopes.includes("all");
  const all = withChosen(reach, scopes);
  const excepted = new Set(reach.except);
  return html`
    <fieldset class="choices reach">
      <legend>${ui.t("scopes.for_whom")}</legend>
      <div class="choice-rows">
        ${optionRow("radio", "scopes:array", {
          value: "all",
          text: ui.t("scopes.everyone"),
          on: isAll,
        })}
        ${optionRow("radio", "scopes:array", {
          value: "",
          text: ui.t("listScopes.only_some"),
          on: !isAll,
        })}
      </div>
      <div class="reach-some">
        ${scopeBoxes(ui, "scopes:array", all, new Set(reach.scopes))}
      </div>
    </fieldset>
    <details class="reveals" open=${excepted.size > 0}>
      <summary>${ui.t("listScopes.exceptions")}</summary>
      <fieldset class="choices reach">
        <legend class="visually-hidden">${ui.t("listScopes.exceptions")}</legend>
        <p class="help">${ui.t("listScopes.exceptions_help")}</p>
        <input type="hidden" name="except:array" value="" />
        <div>${scopeBoxes(ui, "except:array", all, excepted)}</div>
      </fieldset>
    </details>
    <details class="reveals" open=${reach.hours.length > 0 || ui.context.failed !== undefined}>
      <summary>${ui.t("listScopes.hours")}</summary>
      <p class="help">${ui.t("listScopes.hours_help")}</p>
      ${weekGrid(ui, {
        id: "list-hours",
        name: "hours",
        grid: reach.schedule,
        label: ui.t("listScopes.hours"),
        on: ui.t("listScopes.on"),
        off: ui.t("listScopes.off"),
      })}
    </details>
  `;
}

/** All scopes but everyone; chosen ones are included even if they are missing from the list. */
function withChosen(reach: Reach, scopes: readonly ScopeResponse[]): ScopeResponse[] {
  const known = new Set(scopes.map(({ scope }) => scope));
  const missing = [...reach.scopes, ...reach.except].filter((scope) => !known.has(scope));
  return [
    ...scopes,
    ...missing.map((scope) => ({
      scope,
      kind: scope.replace(/:.*/, "") as ScopeResponse["kind"],
      name: reach.scope_names[scope] ?? "",
    })),
  ].filter(({ kind }) => kind !== "all");
}

function scopeBoxes(
  ui: Ui,
  name: string,
  scopes: readonly ScopeResponse[],
  chosen: ReadonlySet<string>,
): Child {
  return KINDS.map((kind) => {
    const inside = scopes.filter((scope) => scope.kind === kind);
    if (inside.length === 0) return null;
    const boxes = html`
      <div class="scope-boxes">
        ${inside.map((scope) => scopeBox(ui, name, scope, chosen.has(scope.scope)))}
      </div>
    `;
    const title = ui.t(`scopes.of_${kind}`);
    if (kind !== "device") return html`<p class="scope-kind">${title}</p>${boxes}`;
    return html`
      <details class="reveals" open=${inside.some(({ scope }) => chosen.has(scope))}>
        <summary>${title}</summary>
        ${boxes}
      </details>
    `;
  });
}

function scopeBox(ui: Ui, name: string, scope: NamedScope, on: boolean): Markup {
  return html`
    <label class="scope-box">
      <input type="checkbox" name=${name} value=${scope.scope} checked=${on} />
      <bdi>${scopeName(ui, scope)}</bdi>
    </label>
  `;
}
