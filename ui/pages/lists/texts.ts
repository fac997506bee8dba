/** Texts about a list: its category, and why its lines were left out, in the language of the user. */
import type { ListResponse } from "../../../api/features/protection/lists/routes.ts";
import { type Child, html } from "../../html.ts";
import type { Ui } from "../../ui.ts";
import { type TextKey, TEXTS } from "../../text/list.ts";

/** The category of a list; a custom one as written, "" if none is given. */
export function categoryText(ui: Ui, category: string): Child {
  if (category === "") return "";
  if (Object.hasOwn(TEXTS.categories, category)) return ui.t(`categories.${category}` as TextKey);
  return html`<bdi>${category}</bdi>`;
}

/** The name of a list; the one that comes with the box has it in every language. */
export function listName(ui: Ui, { name, source }: Pick<ListResponse, "name" | "source">): string {
  return source === "embedded" ? ui.t("lists.starter") : name;
}

/** Why lines were skipped or rejected. */
export function reasonText(ui: Ui, kind: "ignored" | "refused", reason: string): Child {
  const word = reason.replaceAll("-", "_");
  if (!Object.hasOwn(TEXTS.lists, `${kind}_${word}`)) return reason;
  return ui.t(
    (kind === "ignored" ? `lists.ignored_${word}` : `lists.refused_${word}`) as TextKey,
  );
}
