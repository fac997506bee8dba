/** Why no certificate was obtained, in the language of the user, above the original messages. */
import { type Child, html } from "../../html.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/**
 * Messages of the box by prefix or content, the more specific first; the names they contain go into
 * the text.
 */
const WHYS: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [
    /^The clock of the box|[Cc]heck (?:its clock|the clock of the box)|\(BADTIME\)/,
    "dns.why_clock",
  ],
  [
    /^(?:This authority wants an account|The authority does not take the account)/,
    "dns.why_account",
  ],
  [/^(.+?) does not take these credentials|\((?:BADSIG|BADKEY)\)/, "dns.why_credentials"],
  [/ has no zone for | holds no zone for |\(NOTAUTH\)/, "dns.why_zone"],
  [/^The operator of the online service took back/, "dns.why_released"],
  [/^The record was written, but/, "dns.why_unseen"],
  [/^A CAA record /, "dns.why_caa"],
  [/^The authority (?:issues no more certificates|certifies no such name)/, "dns.why_refused"],
  [/^No authority is set|^The authority must have an https address/, "dns.why_authority"],
  [
    /could not be asked| cannot be reached| cannot serve now|internal problems|an internal error| accepts no more calls/,
    "dns.why_silent",
  ],
];

/**
 * Why a certificate could not be obtained: translated if the message is known, otherwise as the box
 * reports it.
 */
export function certificateErrorText(ui: Ui, why: string): Child {
  const known = WHYS.find(([pattern]) => pattern.test(why));
  if (known === undefined || ui.context.language === "en") return html`<p lang="en">${why}</p>`;
  return html`
    <p>${ui.t(known[1])}</p>
    <p class="small muted" lang="en">${why}</p>
  `;
}
