/** What is said of a list: its category, and why it could not be fetched, in the language of who looks. */
import type { ShownList } from "../../../api/features/protection/lists/routes.ts";
import { type Child, html } from "../../html.ts";
import type { Ui } from "../../shown.ts";
import { type TextKey, TEXTS } from "../../text/list.ts";

/** What a list is about; a word of the household's own as it is written, "" where nothing is told. */
export function categoryText(ui: Ui, category: string): Child {
  if (category === "") return "";
  if (Object.hasOwn(TEXTS.categories, category)) return ui.say(`categories.${category}` as TextKey);
  return html`<bdi>${category}</bdi>`;
}

/** The name of a list; the one that comes with the box has it in every language. */
export function listName(ui: Ui, { name, source }: Pick<ShownList, "name" | "source">): string {
  return source === "embedded" ? ui.say("lists.starter") : name;
}

/** Sentences of the API by what they begin with or hold; what they name goes into the text. */
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
    [/^the box understands no line/, "lists.why_not_understood"],
    [/^the disk is nearly full|could not be written/, "lists.why_disk"],
    [/^the list is larger|^the list has more than|^the list unpacks/, "lists.why_large"],
  ];

/** Why something went wrong with a list: in words of this language where they are known, else as the box says it. */
export function whyText(ui: Ui, why: string): Child {
  if (why === "") return "";
  for (const [pattern, text, place] of WHYS) {
    const found = pattern.exec(why);
    if (found !== null) {
      return ui.say(text, place === undefined ? {} : { [place]: found[1].slice(0, 120) });
    }
  }
  const sentence = why.slice(0, 1).toUpperCase() + why.slice(1);
  return html`<span lang="en">${sentence}${/[.!?]$/.test(sentence) ? "" : "."}</span>`;
}

/** Why lines were left out or refused. */
export function reasonText(ui: Ui, kind: "ignored" | "refused", reason: string): Child {
  const word = reason.replaceAll("-", "_");
  if (!Object.hasOwn(TEXTS.lists, `${kind}_${word}`)) return reason;
  return ui.say(
    (kind === "ignored" ? `lists.ignored_${word}` : `lists.refused_${word}`) as TextKey,
  );
}
