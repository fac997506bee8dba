/**
 * Inviting a person to an account. The inviting user never learns the password and sees the link
 * only once (A 5.2).
 */
import type { MadeInvitation } from "../../../api/accounts/invitation_routes.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { page } from "../../page.ts";
import { card } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import { qrCode } from "../../parts/qr.ts";
import type { Ui } from "../../ui.ts";
import { contactFields, personField } from "./fields.ts";
import { roleFields } from "./roles.ts";

/** The page at `/accounts/invite`. */
export const invitePage = page<PeopleResponse>({
  doc: "A 5.2",
  path: "/accounts/invite",
  name: "accounts.invite",
  access: ["accounts.write", "household.write", "reports.read"],
  area: "box",
  aside: true,
  database: "box",
  load: ({ read }) => read<PeopleResponse>("/api/v1/people"),
  view(ui, { people }) {
    return {
      lead: ui.t("accounts.invite_lead"),
      action: linkButton("/accounts", ui.t("accounts.all"), { icon: "chevron-left" }),
      body: html`
        <div class="stack">${madeInvitation(ui, nameOf(people))}${inviteForm(ui, people)}</div>
      `,
    };
  },
});

function nameOf(people: readonly PersonResponse[]): (id: number) => string {
  return (id) => people.find((person) => person.id === id)?.name ?? "";
}

function inviteForm(ui: Ui, people: readonly PersonResponse[]): Markup {
  if (people.length === 0) {
    return card(
      ui.t("accounts.invite"),
      html`
        <p>${ui.t("accounts.invite_nobody")}</p>
        <p class="buttons">${linkButton("/people", ui.t("frame.people"), { style: "main" })}</p>
      `,
    );
  }
  const act = {
    method: "post",
    path: "/api/v1/people/{id}/accounts",
    back: "/accounts/invite",
    result: true,
  } as const;
  const whose = personField(ui, { people, chosen: people[0].id, required: true, inPath: true });
  const fields = html`
    ${whose}
    ${contactFields(ui, { name: "", language: "", email: "" })}
    ${roleFields(ui, { kind: "member", role: "everyday", rights: [] })}
    <div class="buttons">
      ${submit(ui.t("accounts.invite"), { style: "main", icon: "user-plus" })}
    </div>
  `;
  return html`<div class="card narrow">${form(ui, act, fields)}</div>`;
}

/** The link of the invitation that was just created, shown once; nothing if there is none. */
export function madeInvitation(ui: Ui, nameOf: (id: number) => string): Child {
  const made = ui.context.result as Partial<MadeInvitation> | undefined;
  if (made?.secret === undefined) return null;
  const link = made.url || made.secret;
  const title = ui.t("accounts.invited_title", { name: made.name ?? "" });
  const said = ui.tRich("accounts.invited", {
    person: html`<bdi>${nameOf(made.person_id ?? 0)}</bdi>`,
    until: expiryText(ui, made.invitation?.expires ?? 0),
  });
  const code = html`
    <figure class="code-to-scan">
      ${qrCode(link, ui.t("dns.qr_alt", { text: title }))}
      <figcaption class="small">${ui.t("accounts.invited_scan")}</figcaption>
    </figure>
  `;
  const body = html`
    <div class="stack" role="status">
      <p>${said}</p>
      ${copyField(ui, link, title)}
      ${code}
    </div>
  `;
  return card(title, body, { id: "invited" });
}

/** The time at which an invitation expires. */
export function expiryText(ui: Ui, expires: number): string {
  return ui.date(expires, { dateStyle: "medium", timeStyle: "short" });
}
