/** Finds the account whose second factors a route manages. */
import { DomainError } from "../../schema/errors.ts";
import type { Principal } from "../../http/principal.ts";
import type { Account } from "../account.ts";
import { signedInAccount } from "../routes.ts";
import type { AccountService } from "../service.ts";

/**
 * The signed-in account. The default account is only for the setup and has no second factors:
 * throws DomainError (setup_needed).
 */
export async function factorOwner(
  by: Principal,
  services: { readonly accounts: AccountService },
): Promise<Account> {
  const account = await signedInAccount(by, services);
  if (by.kind === "session" && by.setup) throw new DomainError("setup_needed");
  return account;
}
