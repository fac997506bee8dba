/** The languages of the box for command-line completion. */
import type { AccountResponse } from "../api/accounts/routes.ts";

/** The language codes; the type of the API makes the list complete. */
export const LANGUAGES: readonly string[] = Object.keys(
  { en: 0, fr: 0, es: 0, de: 0, nl: 0, it: 0, pt: 0 } satisfies Record<
    Exclude<AccountResponse["language"], "">,
    0
  >,
);
