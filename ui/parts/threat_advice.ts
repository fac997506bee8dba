/** What to do about things that the box noticed, once for each kind (A 7.4). */
import { type Child, html } from "../html.ts";
import type { TextKey } from "../text/list.ts";
import type { Ui } from "../ui.ts";
import { card } from "./card.ts";

/** Kinds of alerts with something to do, the most urgent first: their names, and what to do. */
const ADVICE: readonly (readonly [kind: string, name: TextKey, advice: TextKey])[] = [
  ["spyware", "behaviour.sign_spyware", "threats.do_spyware"],
  ["remote", "behaviour.sign_remote", "threats.do_remote"],
  ["random_names", "behaviour.sign_random_names", "threats.do_random_names"],
  ["beacon", "behaviour.sign_beacon", "threats.do_beacon"],
  ["malicious", "behaviour.sign_malicious", "threats.do_malicious"],
  ["rebinding", "behaviour.sign_rebinding", "threats.do_rebinding"],
  ["lookalike", "behaviour.sign_lookalike", "lookalikes.advice"],
];

/** The card for kinds of open alerts; nothing if none of them has anything to do. */
export function threatAdvice(ui: Ui, kinds: readonly string[]): Child {
  const rows = ADVICE.filter(([kind]) => kinds.includes(kind)).map(([, name, advice]) =>
    html`
      <li class="list-row">
        <div class="list-main">
          <p class="list-name"><span class="strong">${ui.t(name)}</span></p>
          <p class="small">${ui.t(advice)}</p>
        </div>
      </li>
    `
  );
  if (rows.length === 0) return null;
  return card(ui.t("threats.advice"), html`<ul class="list-rows">${rows}</ul>`, { id: "advice" });
}
