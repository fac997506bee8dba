/** Error texts for scripts that call the API directly. */
import type { ErrorCode } from "../../api/schema/errors.ts";
import type { Ui } from "../ui.ts";

/** The texts by error code, as JSON for an attribute of the page. */
export function errorTexts(ui: Ui, codes: readonly ErrorCode[]): string {
  return JSON.stringify(
    Object.fromEntries(codes.map((code) => [code, ui.t(`errors.code_${code}`)])),
  );
}
