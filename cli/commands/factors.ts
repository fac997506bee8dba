/** `box account factors`. */
import type { FactorsResponse } from "../../api/accounts/factors/routes.ts";
import type { AccountResponse } from "../../api/accounts/routes.ts";
import type { Call } from "../command.ts";
import { EXIT } from "../command_error.ts";
import { ageText, clean, printJson, printTable } from "../terminal.ts";

/** Shows the second factors of an account, or removes them with `--remove`. */
export async function accountFactors(
  { service, terminal, json, switches }: Call,
  account: AccountResponse,
) {
  const path = `/api/v1/accounts/${account.id}/factors`;
  const name = clean(account.name);
  if (switches.has("remove")) {
    await service.call("DELETE", path);
    if (json) printJson(terminal, { removed: account.name });
    else terminal.out(`The account ${name} signs in by its password alone now.\n`);
    return EXIT.ok;
  }
  const factors = await service.call<FactorsResponse>("GET", path);
  if (json) printJson(terminal, factors);
  else {
    printTable(terminal, ["Second factor", "State"], [
      [
        "Authenticator",
        factors.totp_since === 0 ? "none" : `set up ${ageText(factors.totp_since, terminal)}`,
      ],
      ["Passkeys", String(factors.passkeys)],
      ["Recovery codes left", String(factors.recovery_codes)],
    ]);
    if (!factors.required) terminal.out("The password alone signs in.\n");
  }
  return EXIT.ok;
}
