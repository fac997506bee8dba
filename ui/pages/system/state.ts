/** The state of the box in numbers and facts, updated while the page is open. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, definitionList, note, stat, stats } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import { warningNotes } from "../../parts/warnings.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

/** Problems, as reported by the box. */
export function warnings(ui: Ui, { warnings, databases }: BoxStatus): Child {
  const broken = Object.entries(databases).filter(([, state]) => state !== "ok");
  return html`
    ${broken.map(([name, state]) =>
      note("danger", html`<strong>${name}</strong> ${refusalOrEnglish(ui, state)}`)
    )}
    ${warningNotes(ui, warnings)}
  `;
}

/** The card of the state; reloaded every ten seconds. */
export function stateCard(ui: Ui, status: BoxStatus): Markup {
  const { memory } = status.machine;
  const free = ui.t("system.memory_of", {
    free: ui.bytes(memory.available),
    all: ui.bytes(memory.total),
  });
  return html`
    <div class="stack" id="state" data-refresh="10">
      ${stats(
        stat(
          ui.t("words.names"),
          word(ui.t(status.dns ? "system.answered" : "system.not_answered")),
          {
            tone: status.dns ? "good" : "danger",
          },
        ),
        stat(ui.t("system.uptime"), word(ui.duration(status.uptime))),
        stat(ui.t("system.queries"), ui.compactNumber(status.queries)),
        stat(ui.t("system.memory"), ui.bytes(memory.resident), { help: free }),
      )}
      ${card(ui.t("system.state"), definitionList(...factsOf(ui, status)), { class: "wide-facts" })}
    </div>
  `;
}

function factsOf(ui: Ui, status: BoxStatus): (readonly [Child, Child] | false)[] {
  const { machine, policy, databases, fingerprint } = status;
  const { arch, processors, load } = machine;
  const broken = Object.entries(databases).filter(([, state]) => state !== "ok").map(([name]) =>
    name
  );
  const known = ["docker", "pi", "deb", "archive"].includes(status.install);
  const values = {
    arch,
    count: processors,
    load: load.map((value) => ui.number(value, 1)).join(" · "),
  };
  return [
    [
      ui.t("words.version"),
      html`
        <a class="fact-link" href="/updates">
          ${status.version}
          ${status.update !== "" &&
            badge("attention", ui.t("updates.home_available", { version: status.update }))}
        </a>
      `,
    ],
    [
      ui.t("system.installed"),
      known ? ui.t(`system.install_${status.install}` as TextKey) : status.install,
    ],
    [
      ui.t("system.listens"),
      html`
        <ul class="listeners">
          ${status.listeners.map((text) => html`<li><code>${text}</code></li>`)}
        </ul>
      `,
    ],
    [
      ui.t("dns.title"),
      html`
        <a class="fact-link" href="/dns-services">
          <bdi translate="no">${status.encrypted_dns || ui.t("dns.off")}</bdi>
        </a>
      `,
    ],
    [ui.t("system.data"), html`<code>${status.data_dir}</code>`],
    [
      ui.t("system.databases"),
      broken.length === 0
        ? badge("good", ui.t("system.databases_well"))
        : broken.map((name) => badge("danger", name)),
    ],
    [
      ui.t("system.lists"),
      ui.t("system.lists_hold", { count: policy.lists, names: policy.names }),
    ],
    [ui.t("system.machine"), ui.t("system.machine_is", values)],
    fingerprint !== "" && [
      ui.t("system.fingerprint"),
      html`
        ${copyField(ui, fingerprint)}
        <p class="help">${ui.t("system.fingerprint_help")}</p>
      `,
    ],
  ];
}

/** A word where other cards have a number: smaller, so that long ones fit a phone. */
function word(text: string): Markup {
  return html`<span class="word">${text}</span>`;
}
