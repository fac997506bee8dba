/** One account: its rights, its contact data, and help for a user who cannot sign in (A 5.2). */
import type { AccountResponse, AccountsResponse } from "../../../api/accounts/routes.ts";
import type {
  PeopleResponse,
  PersonResponse,
} from "../../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { type LoadContext, NotFoundError, page } from "../../page.ts";
import { card, definitionList, note } from "../../parts/card.ts";
import { form, linkButton, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { accessCard } from "./access.ts";
import { contactFields, personField } from "./fields.ts";
import { madeInvitation } from "./invite.ts";
import { accountBadges, awaitsPerson, canInvite, factorsText, invitationText } from "./list.ts";
import { RIGHTS_IN_ORDER, rightText, roleFields, roleText } from "./roles.ts";

interface AccountData {
  readonly account: AccountResponse;
  /** Whether no other account has all rights. */
  readonly isLast: boolean;
  /** Possible owners; empty where the current user may not see the household. */
  readonly people: readonly PersonResponse[];
}

/** The page at `/accounts/3`. */
export const accountPage = page<AccountData>({
  doc: "A 5.2",
  path: "/accounts/{id}",
  name: "words.account",
  access: "accounts.read",
  area: "box",
  database: "box",
  load,
  view(ui, { account, isLast, people }) {
    const { last_sign_in: last } = account;
    const role = roleText(ui, account);
    const write = ui.may("accounts.write") && !account.setup;
    return {
      title: account.name,
      lead: html`
        ${last === 0
          ? ui.t("accounts.one_never", { role })
          : ui.tRich("accounts.one_lead", { role, when: ui.relativeTime(last) })} ${accountBadges(
            ui,
            account,
          )}
      `,
      action: linkButton("/accounts", ui.t("accounts.all"), { icon: "chevron-left" }),
      body: html`
        ${madeInvitation(ui, (id) => people.find((one) => one.id === id)?.name ?? "")}
        <div class="grid account-grid">
          <div class="stack">
            ${write ? roleCard(ui, account, isLast) : rightsCard(ui, account)}
            ${factsCard(ui, account)}
          </div>
          ${write &&
            html`
              <div class="stack">
                ${contactCard(ui, account, people)}
                ${accessCard(ui, { account, isLast, people })}
              </div>
            `}
        </div>
      `,
    };
  },
});

async function load({ read, params, principal }: LoadContext): Promise<AccountData> {
  const { accounts } = await read<AccountsResponse>("/api/v1/accounts");
  const account = accounts.find(({ id }) => String(id) === params.id);
  if (account === undefined) throw new NotFoundError();
  const isFull = (row: AccountResponse) =>
    row.kind === "administrator" && row.role === "full" && !row.disabled && !awaitsPerson(row);
  const isLast = isFull(account) &&
    !accounts.some((row) => row.id !== account.id && isFull(row) && !row.setup);
  const mayPeople = principal.kind === "socket" || principal.rights.has("household.read");
  const { people } = mayPeople ? await read<PeopleResponse>("/api/v1/people") : { people: [] };
  return { account, isLast, people };
}

function roleCard(ui: Ui, account: AccountResponse, isLast: boolean): Markup {
  const { id, name, kind, role, rights, changed } = account;
  const path = `/api/v1/accounts/${id}`;
  if (isLast) {
    return card(
      ui.t("words.what_it_may"),
      html`${note("neutral", ui.t("accounts.last_full"))}${rightList(ui, account)}`,
    );
  }
  const act = {
    method: "put",
    path,
    body: { changed },
    done: "accounts.saved",
    args: { name },
  } as const;
  const fields = html`
    ${roleFields(ui, { kind, role, rights })}
    <div class="buttons">${submit(ui.t("words.save"), { style: "main", id: "save-role" })}</div>
  `;
  return card(ui.t("words.what_it_may"), form(ui, act, fields), { id: "role" });
}

function rightsCard(ui: Ui, account: AccountResponse): Markup {
  return card(ui.t("words.what_it_may"), rightList(ui, account));
}

function rightList(ui: Ui, { rights }: AccountResponse): Child {
  return html`
    <ul class="plain-list">
      ${RIGHTS_IN_ORDER.filter((right) => rights.includes(right)).map((right) =>
        html`<li>${rightText(ui, right)}</li>`
      )}
    </ul>
  `;
}

function contactCard(ui: Ui, account: AccountResponse, people: readonly PersonResponse[]): Markup {
  const { id, name, language, email, changed } = account;
  const path = `/api/v1/accounts/${id}`;
  const act = {
    method: "put",
    path,
    body: { changed },
    done: "accounts.saved",
    args: { name },
  } as const;
  const fields = html`
    ${contactFields(ui, { name, language, email }, linkField(ui, account, people))}
    <div class="buttons">
      ${submit(ui.t("words.save"), { style: "main", id: "save-contact" })}
    </div>
  `;
  return card(ui.t("accounts.contact"), form(ui, act, fields), { id: "contact" });
}

/**
 * The own account can be linked to any person. Other accounts can only be unlinked here, since
 * linking requires an invitation.
 */
function linkField(ui: Ui, account: AccountResponse, people: readonly PersonResponse[]): Child {
  const { id, person_id: chosen } = account;
  const isOwn = "account" in ui.context.by && ui.context.by.account.id === id;
  const offered = isOwn && canInvite(ui) ? people : people.filter((one) => one.id === chosen);
  return personField(ui, { people: offered, chosen });
}

function factsCard(ui: Ui, account: AccountResponse): Markup {
  const { last_sign_in, last_address, created, changed, changed_by } = account;
  const address = html`<bdi translate="no">${last_address}</bdi>`;
  const from = html`
    ${" "}
    <span class="muted">${ui.tRich("words.from_address", { address })}</span>
  `;
  const who = html`<bdi>${changed_by}</bdi>`;
  return card(
    ui.t("accounts.facts"),
    definitionList(
      [
        ui.t("accounts.last_sign_in"),
        html`${ui.relativeTime(last_sign_in)}${last_address !== "" && from}`,
      ],
      [ui.t("words.second_factor"), factorsText(ui, account)],
      [ui.t("accounts.sessions"), ui.number(account.sessions)],
      ...invitationFact(ui, account),
      [ui.t("accounts.created"), ui.time(created)],
      [
        ui.t("accounts.changed"),
        changed_by === ""
          ? ui.time(changed)
          : ui.tRich("accounts.changed_by", { when: ui.time(changed), name: who }),
      ],
    ),
  );
}

function invitationFact(ui: Ui, account: AccountResponse): [string, Child][] {
  const { state, created, created_by: by } = account.invitation;
  if (state === "none") return [];
  const made = by === "" ? null : html`
    ${" "}
    <span class="muted">
      ${ui.tRich("accounts.changed_by", { when: ui.time(created), name: html`<bdi>${by}</bdi>` })}
    </span>
  `;
  return [[ui.t("accounts.invitation"), html`${invitationText(ui, account)}${made}`]];
}
