/** The result of an upstream test, shown once above the typed values. */
import type { TestedUpstreams } from "../../../api/features/network/upstreams/test_route.ts";
import { type Child, html } from "../../html.ts";
import { badge, card, type Column, note, table, type Tone } from "../../parts/card.ts";
import type { Ui } from "../../shown.ts";

type Tested = TestedUpstreams["upstreams"][number];

const TONES: Readonly<Record<Tested["state"], Tone>> = {
  answers: "good",
  refuses: "attention",
  fails: "danger",
};

/** The card of the test; nothing if no test was made. */
export function testedCard(ui: Ui): Child {
  const found = ui.shown.result as TestedUpstreams | undefined;
  if (found === undefined || !Array.isArray(found.upstreams)) return null;
  const { upstreams } = found;
  const ill = upstreams.filter(({ state }) => state !== "answers").length;
  const columns: Column<Tested>[] = [
    { head: ui.say("words.server"), cell: serverCell, main: true },
    { head: ui.say("words.state"), cell: (row) => stateCell(ui, row) },
    {
      head: ui.say("upstreams.first_time"),
      cell: (row) => took(ui, row.connect_latency),
      number: true,
    },
    { head: ui.say("upstreams.latency"), cell: (row) => took(ui, row.latency), number: true },
    {
      head: ui.say("upstreams.dnssec"),
      cell: ({ dnssec }) => ui.say(`upstreams.dnssec_${dnssec}`),
    },
  ];
  const said = ill === 0
    ? ui.say("upstreams.tested_all")
    : ui.say("upstreams.tested_some", { count: ill });
  const heading = ui.say("upstreams.tested");
  return card(
    heading,
    html`${note(ill === 0 ? "good" : "attention", said)}${table(heading, columns, upstreams)}`,
    {
      id: "tested",
      said: true,
    },
  );
}

function serverCell({ upstream, domain, error }: Tested): Child {
  return html`
    <div>
      <bdi class="mono" translate="no">${upstream}</bdi>
      ${domain !== "" && html`<span class="small muted"><bdi translate="no">${domain}</bdi></span>`}
      ${error !== "" && html`<p class="small" lang="en">${error}</p>`}
    </div>
  `;
}

function stateCell(ui: Ui, { state }: Tested): Child {
  return badge(TONES[state], ui.say(`upstreams.state_${state}`));
}

function took(ui: Ui, milliseconds: number): string {
  return milliseconds > 0 ? ui.took(milliseconds * 1000) : "–";
}
