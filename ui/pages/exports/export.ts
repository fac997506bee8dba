/** One export target: its state, a test, and its configuration (A 6). */
import type { ExportResponse } from "../../../api/features/box/exports/routes.ts";
import { html, type Markup } from "../../html.ts";
import { page } from "../../page.ts";
import { card, definitionList } from "../../parts/card.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { targetFields } from "./fields.ts";
import { isFailing, retryButton, stateBadge, targetAddress, testButton, testNote } from "./list.ts";

interface ExportData {
  readonly target: ExportResponse;
  /** Whether the kinds of alerts are chosen one by one. */
  readonly chosen: boolean;
}

/** The page at `/exports/2`. */
export const exportPage = page<ExportData>({
  doc: "A 6",
  path: "/exports/{id}",
  name: "exports.target",
  access: "system.read",
  area: "box",
  database: "box",
  query: ["alerts"],
  async load({ read, params, query }) {
    const target = await read<ExportResponse>("/api/v1/exports/{id}", { params });
    return {
      target,
      chosen: query.alerts === "chosen" || (target.kinds !== null && query.alerts !== "all"),
    };
  },
  view(ui, { target, chosen }) {
    const kind = ui.t(`exports.kind_${target.config.kind}`);
    const write = ui.may("system.write");
    return {
      title: target.name,
      lead: ui.tRich("exports.one_lead", {
        kind,
        place: html`<bdi>${targetAddress(target)}</bdi>`,
      }),
      action: linkButton("/exports", ui.t("exports.all"), { icon: "chevron-left" }),
      body: html`
        <div class="stack narrow">
          ${testNote(ui)}
          ${stateCard(ui, target, write)}
          ${write && editCard(ui, target, chosen)}
        </div>
      `,
    };
  },
});

function stateCard(ui: Ui, target: ExportResponse, write: boolean): Markup {
  return card(
    ui.t("words.state"),
    definitionList(
      [ui.t("words.state"), stateBadge(ui, target)],
      [ui.t("exports.last_ok"), ui.relativeTime(target.last_ok)],
      [ui.t("exports.waiting"), ui.number(target.waiting)],
    ),
    {
      action: write &&
        html`${isFailing(target) && retryButton(ui, target)} ${testButton(ui, target)}`,
    },
  );
}

function editCard(ui: Ui, target: ExportResponse, chosen: boolean): Markup {
  const { id, name, version, config } = target;
  const path = `/api/v1/exports/${id}`;
  const body = { version, config: { kind: config.kind }, ...(chosen ? {} : { kinds: null }) };
  const act = {
    ...{
      method: "put",
      path,
      body,
      back: `/exports/${id}`,
      done: "exports.saved",
      args: { name },
    } as const,
  };
  const fields = html`
    ${targetFields(ui, config.kind, target, chosen)}
    <div class="buttons">${submit(ui.t("words.save"), { style: "main", id: "save-target" })}</div>
  `;
  const removed = {
    method: "delete",
    path,
    back: "/exports",
    done: "exports.removed",
    args: { name },
  } as const;
  return card(
    ui.t("words.change"),
    html`
      ${form(ui, act, fields)}
      <hr />
      ${actionButton(ui, removed, ui.t("exports.remove"), {
        style: "danger",
        icon: "trash-2",
        confirm: ui.t("exports.remove_sure", { name }),
      })}
    `,
  );
}
