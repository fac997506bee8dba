/**
 * The kinds of alerts that can be exported, by group (api/events/alert_kinds.ts; a contract test
 * keeps both in sync).
 */
import { type Child, html } from "../../html.ts";
import { optionGroup } from "../../parts/option_group.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** The kinds, in the groups of the page of alerts. */
export const EXPORTED_KINDS = {
  security: [
    "restricted",
    "restricted.toomany",
    "restricted.learned",
    "breach",
    "rebinding",
    "lookalike",
    "spyware",
    "remote",
    "beacon",
    "random_names",
    "tunnel",
    "malicious",
  ],
  bypass: [
    "bypass.cut",
    "bypass.names",
  ],
  network: [
    "device.new",
    "network.conflict",
    "upstreams.down",
    "certificate.ending",
    "certificate.failed",
    "certificate.remade",
  ],
  household: ["request.new", "learning.ended", "holiday.failed"],
  system: [
    "list.failing",
    "list.held",
    "list.doubtful",
    "spyware.held",
    "policy.failed",
    "database.broken",
    "database.unavailable",
    "disk.full",
    "thread.restarted",
    "task.failing",
    "clock.unknown",
    "account.attempts",
    "account.code.used",
    "update.available",
    "update.failed",
    "backup.failed",
    "identity.copied",
    "export.failing",
    "audit.lost",
  ],
} as const;

/** Checkboxes in a fieldset for each group; the values that an alert inserts are left out. */
export function kindFields(ui: Ui, chosen: readonly string[]): Child {
  const groups = Object.keys(EXPORTED_KINDS) as (keyof typeof EXPORTED_KINDS)[];
  return html`
    <input type="hidden" name="kinds:array" value="" />
    ${groups.map((group) =>
      optionGroup({
        type: "checkbox",
        name: "kinds:array",
        legend: ui.t(`alerts.group_${group}`),
        rows: EXPORTED_KINDS[group].map((kind) => ({
          value: kind,
          on: chosen.includes(kind),
          text: kindText(ui, kind),
        })),
      })
    )}
  `;
}

function kindText(ui: Ui, kind: string): string {
  const filled = { device: ui.t("alerts.some_device") };
  return ui.tRich(`alertKinds.${kind.replaceAll(".", "_")}` as TextKey, filled).map((part) =>
    part ?? "…"
  ).join("")
    .replace(/\s?: ?…\.$/, ".").replaceAll("….", "…");
}
