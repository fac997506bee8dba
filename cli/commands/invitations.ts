/**
 * `box account invite`, `withdraw` and `accept`: accounts whose password is chosen by their person.
 */
import type { InvitationResponse, MadeInvitation } from "../../api/accounts/invitation_routes.ts";
import type { AccountResponse } from "../../api/accounts/routes.ts";
import type { Call } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { ageText, clean, printJson } from "../terminal.ts";

/** Creates an account for a person. */
export async function inviteNew(call: Call, choices: Record<string, unknown>): Promise<number> {
  const { person_id: person, ...body } = choices;
  if (person === undefined || person === 0) {
    throw usageError("Say whom to invite: --person PERSON");
  }
  const path = `/api/v1/people/${person}/accounts`;
  return invited(call, await call.service.call<MadeInvitation>("POST", path, { body }));
}

/** Invites a person to choose a new password; with `person_id` the account becomes theirs. */
export async function inviteAgain(
  call: Call,
  { id }: AccountResponse,
  body: Record<string, unknown>,
): Promise<number> {
  const path = `/api/v1/accounts/${id}/invitation`;
  return invited(call, await call.service.call<MadeInvitation>("POST", path, { body }));
}

/** Withdraws the invitation of an account. */
export async function withdraw(
  { service, terminal, json }: Call,
  account: AccountResponse,
): Promise<number> {
  await service.call("DELETE", `/api/v1/accounts/${account.id}/invitation`);
  if (json) printJson(terminal, { withdrawn: account.name });
  else terminal.out(`The invitation of ${clean(account.name)} is withdrawn.\n`);
  return EXIT.ok;
}

/** Sets the password of an account with the code of its invitation. */
export async function accept(
  { service, terminal, json, switches }: Call,
  code: string,
  password: () => Promise<string>,
): Promise<number> {
  const path = "/api/v1/invitation";
  if (!switches.has("stdin")) {
    const query = { secret: code };
    const { account, person } = await service.call<InvitationResponse>("GET", path, { query });
    terminal.err(`The account is ${clean(account)}, of ${clean(person)}.\n`);
  }
  const body = { secret: code, password: await password() };
  const answer = await service.call<{ account: string }>("POST", path, { body });
  if (json) printJson(terminal, answer);
  else terminal.out(`The account ${clean(answer.account)} has its password.\n`);
  return EXIT.ok;
}

function invited({ terminal, json }: Call, made: MadeInvitation): number {
  if (json) {
    printJson(terminal, made);
    return EXIT.ok;
  }
  const name = clean(made.name);
  const ends = ageText(made.invitation.expires, terminal);
  terminal.err(`Give this to the person; it is not shown again, works once and ends ${ends}.\n`);
  if (made.url !== "") terminal.out(`${made.url}\n`);
  terminal.out(`${made.secret}\n`);
  terminal.err(`Here on the box it is accepted too: box account accept CODE (${name})\n`);
  return EXIT.ok;
}
