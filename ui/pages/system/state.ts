/** The state of the box in numbers and facts, updated while the page is open. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, facts, note, stat, stats } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";

/** Problems, as reported by the box. */
export function warnings(ui: Ui, { warnings, databases }: BoxStatus): Child {
  const broken = Object.entries(databases).filter(([, state]) => state !== "ok");
  return html`
    ${broken.map(([name, state]) =>
      note("danger", html`<strong>${name}</strong> <span lang="en">${state}</span>`)
    )}
    ${warnings.map((text) =>
      note(
        "attention",
        html`<span lang=${ui.shown.language === "en" ? undefined : "en"}>${text}</span>`,
      )
    )}
  `;
}

/** The card of the state; reloaded every ten seconds. */
export function stateCard(ui: Ui, status: BoxStatus): Markup {
  const { memory } = status.machine;
  const free = ui.say("system.memory_of", {
    free: ui.bytes(memory.available),
    all: ui.bytes(memory.total),
  });
  return html`
    <div class="stack" id="state" data-refresh="10">
      ${stats(
        stat(
          ui.say("words.names"),
          word(ui.say(status.dns ? "system.answered" : "system.not_answered")),
          {
            tone: status.dns ? "good" : "danger",
          },
        ),
        stat(ui.say("system.uptime"), word(ui.duration(status.uptime))),
        stat(ui.say("system.queries"), ui.short(status.queries)),
        stat(ui.say("system.memory"), ui.bytes(memory.resident), { help: free }),
      )}
      ${card(ui.say("system.state"), facts(...factsOf(ui, status)), { class: "wide-facts" })}
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
    [ui.say("words.version"), status.version],
    [
      ui.say("system.installed"),
      known ? ui.say(`system.install_${status.install}` as TextKey) : status.install,
    ],
    [
      ui.say("system.listens"),
      html`
        <ul class="listeners">
          ${status.listeners.map((text) => html`<li><code>${text}</code></li>`)}
        </ul>
      `,
    ],
    [
      ui.say("dns.title"),
      html`
        <a class="fact-link" href="/dns-services">
          <bdi translate="no">${status.encrypted_dns || ui.say("dns.off")}</bdi>
        </a>
      `,
    ],
    [ui.say("system.data"), html`<code>${status.data_dir}</code>`],
    [
      ui.say("system.databases"),
      broken.length === 0
        ? badge("good", ui.say("system.databases_well"))
        : broken.map((name) => badge("danger", name)),
    ],
    [
      ui.say("system.lists"),
      ui.say("system.lists_hold", { count: policy.lists, names: policy.names }),
    ],
    [ui.say("system.machine"), ui.say("system.machine_is", values)],
    fingerprint !== "" && [
      ui.say("system.fingerprint"),
      html`
        ${copyField(ui, fingerprint)}
        <p class="help">${ui.say("system.fingerprint_help")}</p>
      `,
    ],
  ];
}

/** A word where other cards have a number: smaller, so that long ones fit a phone. */
function word(text: string): Markup {
  return html`<span class="word">${text}</span>`;
}
