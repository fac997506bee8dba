/** The result of an upstream test, shown once above the typed values. */
import type { TestedUpstreams } from "../../../api/features/network/upstreams/test_route.ts";
import { type Child, html } from "../../html.ts";
import { badge, card, type Column, note, table, type Tone } from "../../parts/card.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import type { Ui } from "../../ui.ts";

type Tested = TestedUpstreams["upstreams"][number];

const TONES: Readonly<Record<Tested["state"], Tone>> = {
  answers: "good",
  refuses: "attention",
  fails: "danger",
};

/** The card of the test; nothing if no test was made. */
export function testResultCard(ui: Ui): Child {
  const found = ui.context.result as TestedUpstreams | undefined;
  if (found === undefined || !Array.isArray(found.upstreams)) return null;
  const { upstreams } = found;
  const ill = upstreams.filter(({ state }) => state !== "answers").length;
  const columns: Column<Tested>[] = [
    { head: ui.t("words.server"), cell: (row) => serverCell(ui, row), main: true },
    { head: ui.t("words.state"), cell: (row) => stateCell(ui, row) },
    {
      head: ui.t("upstreams.first_time"),
      cell: (row) => took(ui, row.connect_latency),
      number: true,
    },
    { head: ui.t("upstreams.latency"), cell: (row) => took(ui, row.latency), number: true },
    {
      head: ui.t("upstreams.dnssec"),
      cell: ({ dnssec }) => ui.t(`upstreams.dnssec_${dnssec}`),
    },
  ];
  const said = ill === 0
    ? ui.t("upstreams.tested_all")
    : ui.t("upstreams.tested_some", { count: ill });
  const heading = ui.t("upstreams.tested");
  return card(
    heading,
    html`${note(ill === 0 ? "good" : "attention", said)}${table(heading, columns, upstreams)}`,
    {
      id: "tested",
      said: true,
    },
  );
}

function serverCell(ui: Ui, { upstream, domain, error }: Tested): Child {
  return html`
    <div>
      <bdi class="mono" translate="no">${upstream}</bdi>
      ${domain !== "" && html`<span class="small muted"><bdi translate="no">${domain}</bdi></span>`}
      ${error !== "" && html`<p class="small">${refusalOrEnglish(ui, error)}</p>`}
    </div>
  `;
}

function stateCell(ui: Ui, { state }: Tested): Child {
  return badge(TONES[state], ui.t(`upstreams.state_${state}`));
}

function took(ui: Ui, milliseconds: number): string {
  return milliseconds > 0 ? ui.latency(milliseconds * 1000) : "–";
}
