/** Whose second factors a route is about. */
import { DomainError } from "../../schema/errors.ts";
import type { Principal } from "../../http/principal.ts";
import type { Account } from "../account.ts";
import { signedInAccount } from "../routes.ts";
import type { AccountService } from "../service.ts";

/** The account that is signed in; the default account, which ends with the setup, has no second factors. */
export async function factorOwner(
  by: Principal,
  services: { readonly accounts: AccountService },
): Promise<Account> {
  const account = await signedInAccount(by, services);
  if (by.kind === "session" && by.setup) throw new DomainError("setup_needed");
  return account;
}
