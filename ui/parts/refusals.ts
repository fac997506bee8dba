/** The sentences of refusals, for scripts that ask the API themselves. */
import type { ErrorCode } from "../../api/schema/errors.ts";
import type { Ui } from "../shown.ts";

/** Texts by code, as JSON for an attribute of the page. */
export function refusalTexts(ui: Ui, codes: readonly ErrorCode[]): string {
  return JSON.stringify(
    Object.fromEntries(codes.map((code) => [code, ui.say(`errors.code_${code}`)])),
  );
}
