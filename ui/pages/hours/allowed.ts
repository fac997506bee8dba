/**
 * Names that are always answered, whatever the hours: school sites, edited as one list (A 2.2,
 * 4.2).
 */
import type { Schedules } from "../../../api/features/household/hours/schedules.ts";
import { LIMITS } from "../../../policy/limits.ts";
import { html, type Markup } from "../../html.ts";
import { page, type PageView } from "../../page.ts";
import { domain } from "../../parts/domain.ts";
import { textArea } from "../../parts/field.ts";
import { actionButton, form, linkButton, type PageAction, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

const MOST = LIMITS.hours.permittedNames;
/** Minimum and maximum rows of the field. */
const ROWS = [8, 24] as const;

/** The page at `/hours/allowed`. */
export const allowedNamesPage = page<Schedules>({
  doc: "A 2.2, 4.2",
  path: "/hours/allowed",
  name: "hours.allowed_title",
  access: "household.read",
  area: "home",
  aside: true,
  database: "box",
  load: ({ read }) => read<Schedules>("/api/v1/schedules", { query: { limit: 1 } }),
  view,
});

function view(ui: Ui, { allow, allow_default }: Schedules): PageView {
  const counted = ui.t("hours.allowed_count", { count: allow.length, most: MOST });
  return {
    lead: ui.t(leadOf(allow, allow_default)),
    action: linkButton("/hours", ui.t("hours.title"), { icon: "chevron-left" }),
    body: html`
      <section class="card narrow-card">
        <p class="muted">${counted}</p>
        ${allow_default && html`<p class="help">${ui.t("hours.allowed_source")}</p>`}
        ${ui.may("household.write")
          ? html`${editor(ui, allow)}${!allow_default && proposedAgain(ui, allow)}`
          : html`<ul class="name-list">${allow.map((name) => html`<li>${domain(name)}</li>`)}</ul>`}
      </section>
    `,
  };
}

function leadOf(allow: readonly string[], isDefault: boolean): TextKey {
  if (allow.length === 0) return "hours.allowed_lead_none";
  return isDefault ? "hours.allowed_lead_default" : "hours.allowed_lead";
}

function editor(ui: Ui, allow: readonly string[]): Markup {
  const path = "/api/v1/schedule-allow";
  const act: PageAction = {
    method: "put",
    path,
    done: "hours.allowed_saved",
    undo: { method: "put", path, body: { domains: allow } },
  };
  const [least, most] = ROWS;
  const rows = Math.max(least, Math.min(most, allow.length + 2));
  return form(
    ui,
    act,
    html`
      ${textArea(ui, {
        name: "domains:lines",
        label: ui.t("hours.allowed_names"),
        value: allow.join("\n"),
        rows,
        help: ui.t("hours.allowed_help", { most: MOST }),
      })}
      <p class="buttons">${submit(ui.t("words.save"), { style: "main" })}</p>
    `,
  );
}

/** Replaces the list with the one that comes with the box. */
function proposedAgain(ui: Ui, allow: readonly string[]): Markup {
  const path = "/api/v1/schedule-allow";
  const undo = { method: "put", path, body: { domains: allow } } as const;
  const body = { proposed: true };
  const act: PageAction = { method: "put", path, body, done: "hours.allowed_saved", undo };
  return actionButton(ui, act, ui.t("hours.allowed_again"), { icon: "rotate-ccw" });
}
