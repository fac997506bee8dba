/** Texts about a list: its category, and why fetching failed, in the language of the user. */
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

/** Messages of the API by prefix or content; the names they contain go into the text. */
const WHYS:
  readonly (readonly [pattern: RegExp, text: TextKey, place?: "host" | "status" | "name"])[] = [
    [/^This list is subscribed already, as: (.+)$/, "lists.why_already", "name"],
    [/^This is no address of a list|^Lists are fetched by https or http only/, "lists.why_address"],
    [/holds no user name or password/, "lists.why_password"],
    [/^the server answered (404|410)$/, "lists.why_gone", "status"],
    [/^the server answered (\d+)$/, "lists.why_status", "status"],
    [/^the name (\S+) was not found/, "lists.why_name", "host"],
    [
      /^the server (\S+) (?:refused|cut|did not answer|cannot be reached)/,
      "lists.why_silent",
      "host",
    ],
    [/^the certificate of (\S+) is not accepted/, "lists.why_certificate", "host"],
    [/^(\S+) is inside this network/, "lists.why_inside", "host"],
    [/^the download was cut|^the packed list is damaged/, "lists.why_cut"],
    [/web page|sign-in page|portal/, "lists.why_page"],
    [/^the download took longer|^the server sent nothing for/, "lists.why_slow"],
    [/^the server sent on/, "lists.why_redirect"],
    [/^the list is written in UTF-16|^this is a binary file/, "lists.why_no_list"],
    [/^the list that came is empty/, "lists.why_empty"],
    [/^no line of the list is a name/, "lists.why_not_understood"],
    [/^the disk is nearly full|could not be written/, "lists.why_disk"],
    [/^the list is larger|^the list has more than|^the list unpacks/, "lists.why_large"],
  ];

/**
 * Why an operation on a list failed: translated if the message is known, otherwise as the box
 * reports it.
 */
export function listErrorText(ui: Ui, why: string): Child {
  if (why === "") return "";
  for (const [pattern, text, place] of WHYS) {
    const found = pattern.exec(why);
    if (found !== null) {
      return ui.t(text, place === undefined ? {} : { [place]: found[1].slice(0, 120) });
    }
  }
  const sentence = why.slice(0, 1).toUpperCase() + why.slice(1);
  return html`<span lang="en">${sentence}${/[.!?]$/.test(sentence) ? "" : "."}</span>`;
}

/** Why lines were skipped or rejected. */
export function reasonText(ui: Ui, kind: "ignored" | "refused", reason: string): Child {
  const word = reason.replaceAll("-", "_");
  if (!Object.hasOwn(TEXTS.lists, `${kind}_${word}`)) return reason;
  return ui.t(
    (kind === "ignored" ? `lists.ignored_${word}` : `lists.refused_${word}`) as TextKey,
  );
}
