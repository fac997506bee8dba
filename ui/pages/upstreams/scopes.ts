/** The servers of groups, ages, people and devices that do not use those of everyone. */
import type { ScopeResponse } from "../../../api/features/protection/choices/routes.ts";
import type { ScopeUpstreamsResponse } from "../../../api/features/network/upstreams/scope_routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card } from "../../parts/card.ts";
import { textArea } from "../../parts/field.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import { scopeName, scopeOptions } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";

const PATH = "/api/v1/upstreams/scopes";

/** What the card shows. */
export interface ScopesShown {
  readonly own: readonly ScopeUpstreamsResponse[];
  /** Whom servers can be for. */
  readonly scopes: readonly ScopeResponse[];
  /** The scope that is being changed; "" = none. */
  readonly edited: string;
}

/** The card of the scopes with their own servers. */
export function scopesCard(ui: Ui, { own, scopes, edited }: ScopesShown): Child {
  const may = ui.may("system.write");
  if (own.length === 0 && !may) return null;
  return card(
    ui.t("upstreams.own"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("upstreams.own_help")}</p>
        ${own.length > 0 &&
          html`<ul class="presets">${own.map((row) => scopeRow(ui, row, may))}</ul>`}
        ${may && ownForm(ui, { own, scopes, edited })}
      </div>
    `,
    { id: "own" },
  );
}

function scopeRow(ui: Ui, row: ScopeUpstreamsResponse, may: boolean): Markup {
  const { scope, upstreams } = row;
  const name = scopeName(ui, row);
  const remove = {
    method: "delete",
    path: `${PATH}/${scope}`,
    done: "upstreams.own_removed",
    args: { name },
    undo: { method: "put", path: PATH, body: { scope, upstreams } },
  } as const;
  return html`
    <li>
      <div>
        <p class="strong"><bdi>${name}</bdi></p>
        ${upstreams.map((line) =>
          html`<p class="small"><bdi class="mono" translate="no">${line}</bdi></p>`
        )}
      </div>
      ${may &&
        html`
          <div class="buttons">
            ${linkButton(`/upstreams?scope=${scope}#own`, ui.t("words.change"))}
            ${actionButton(ui, remove, ui.t("words.remove"), {
              style: "quiet",
              label: `${ui.t("words.remove")}: ${name}`,
            })}
          </div>
        `}
    </li>
  `;
}

function ownForm(ui: Ui, { own, scopes, edited }: ScopesShown): Markup {
  const row = own.find(({ scope }) => scope === edited);
  const open = row !== undefined || ui.context.failed?.values["scope"] !== undefined;
  const save = {
    method: "put",
    path: PATH,
    done: "upstreams.own_saved",
    back: "/upstreams",
  } as const;
  const wanted = ui.fieldValue("scope", edited);
  const choices = scopes.filter(({ kind }) => kind !== "all");
  const chosen = [...own, ...choices].find(({ scope }) => scope === wanted);
  return html`
    <details class="reveals" open=${open}>
      <summary>${ui.t("upstreams.own_add")}</summary>
      ${form(
        ui,
        save,
        html`
          <div class="field">
            <label for="own-scope">${ui.t("scopes.for_whom")}</label>
            <select id="own-scope" name="scope" autocomplete="off" required>
              ${scopeOptions(ui, choices, chosen)}
            </select>
          </div>
          ${textArea(ui, {
            name: "upstreams:lines",
            id: "own-upstreams",
            label: ui.t("upstreams.own_lines"),
            help: ui.t("upstreams.own_lines_help"),
            value: row?.upstreams.join("\n") ?? "",
            required: true,
          })}
          <p class="buttons">${submit(ui.t("words.save"), { style: "main" })}</p>
        `,
      )}
    </details>
  `;
}
