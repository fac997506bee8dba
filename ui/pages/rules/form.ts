/** The form of a rule, new or existing. */
import type { ScopeResponse } from "../../../api/features/protection/choices/routes.ts";
import type { RuleResponse } from "../../../api/features/protection/rules/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import { input, segmented, select, textArea } from "../../parts/field.ts";
import { form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import { restoreRequest, rulePath } from "../../parts/rule_button.ts";
import { scopeName, scopeOptions } from "../../parts/scope.ts";
import type { Ui } from "../../ui.ts";
import { RULE_ACTIONS, RULE_KINDS } from "../../../policy/model/personal_rule.ts";

/** Durations offered for a rule, in seconds. */
const LASTS = [3600, 4 * 3600, 86_400, 7 * 86_400] as const;

/** The initial values of the form. */
export interface RuleFormOptions {
  readonly edited?: RuleResponse;
  readonly wanted?: string;
  /** The initial scope of a new rule. */
  readonly scope?: string;
  readonly scopes: readonly ScopeResponse[];
}

/** The form; rare fields are folded under "more". */
export function ruleForm(
  ui: Ui,
  { edited, wanted = "", scope = "", scopes }: RuleFormOptions,
): Child {
  const path = edited === undefined
    ? rulePath("{domain}", "{scope}")
    : rulePath(edited.domain, edited.scope);
  const act: PageAction = {
    method: "put",
    path,
    back: "/rules",
    done: "rules.done_saved",
    ...(edited === undefined ? { undo: { method: "delete", path } } : {
      body: { until: edited.until, except: edited.except ?? [] },
      args: { domain: edited.domain },
      undo: restoreRequest(edited),
    }),
  };
  return form(
    ui,
    act,
    html`
      ${edited === undefined
        ? input(ui, {
          name: "domain:path",
          label: ui.t("words.name"),
          help: ui.t("rules.domain_help"),
          value: wanted,
          required: true,
          maxlength: 255,
          inputmode: "url",
          autocomplete: "off",
        })
        : html`
          <p class="rule-domain">
            <bdi translate="no">${edited.domain}</bdi>
            ${whomText(ui, edited)}
          </p>
        `}
      ${segmented(ui, {
        name: "action",
        label: ui.t("rules.action"),
        value: edited?.action ?? "block",
        options: RULE_ACTIONS.map((value) => ({ value, text: ui.t(`rules.action_${value}`) })),
      })}
      <div class="field-grid">
        ${edited === undefined && scopeField(ui, scope, scopes)}
        ${kindField(ui, edited)}
        ${lastsField(ui, edited)}
      </div>
      ${more(ui, edited)}
      <p class="buttons">
        ${submit(ui.t(edited === undefined ? "rules.add" : "words.save"), {
          style: "main",
        })}
        ${edited !== undefined && linkButton("/rules", ui.t("rules.cancel"))}
      </p>
    `,
  );
}

/** The field for the scope of one or more rules; it fills in `{scope}` of the path. */
export function scopeField(
  ui: Ui,
  scope: string,
  scopes: readonly ScopeResponse[],
  id = "rule-whom",
): Child {
  const wanted = ui.fieldValue("scope", scope || "all");
  const chosen = scopes.find((each) => each.scope === wanted) ?? { scope: wanted, name: wanted };
  return html`
    <div class="field">
      <label for=${id}>${ui.t("scopes.for_whom")}</label>
      <select id=${id} name="scope:path" autocomplete="off">
        ${scopeOptions(ui, scopes, chosen)}
      </select>
    </div>
  `;
}

function whomText(ui: Ui, { scope, scope_name }: RuleResponse): Child {
  return scope !== "all" &&
    html`<span class="rule-kind">${scopeName(ui, { scope, name: scope_name })}</span>`;
}

function kindField(ui: Ui, edited: RuleResponse | undefined): Child {
  const most = [...RULE_KINDS].reverse();
  const common = [most[1], most[0], ...most.slice(2)];
  return select(ui, {
    name: "kind",
    label: ui.t("rules.kind"),
    value: edited?.kind ?? "subdomains",
    options: common.map((value) => ({ value, text: ui.t(`rules.kind_${value}`) })),
  });
}

function lastsField(ui: Ui, edited: RuleResponse | undefined): Child {
  const same = edited === undefined || edited.until === 0
    ? []
    : [{ value: "", text: ui.t("rules.lasts_same") }];
  return select(ui, {
    name: "lasts:number?",
    label: ui.t("rules.lasts"),
    value: same.length > 0 ? "" : "0",
    options: [
      ...same,
      { value: "0", text: ui.t("rules.lasts_good") },
      ...LASTS.map((seconds) => ({ value: String(seconds), text: ui.duration(seconds) })),
    ],
  });
}

function more(ui: Ui, edited: RuleResponse | undefined): Child {
  const given = (edited?.types.length ?? 0) > 0 || edited?.action === "rewrite" ||
    ui.fieldValue("action") === "rewrite";
  return html`
    <details class="unfolds" open=${given}>
      <summary>${ui.t("words.more")}${icon("chevron-down")}</summary>
      <div class="field-grid">
        ${textArea(ui, {
          name: "to:lines",
          label: ui.t("rules.to"),
          help: ui.t("rules.to_help"),
          rows: 2,
          value: edited?.to.join("\n") ?? "",
        })}
        ${textArea(ui, {
          name: "types:lines",
          label: ui.t("rules.types"),
          help: ui.t("rules.types_help"),
          rows: 2,
          value: edited?.types.join("\n") ?? "",
        })}
      </div>
    </details>
  `;
}
