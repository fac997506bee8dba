/** The anonymous statistics: exactly what is sent, and turning them on and off (A 4.9, 7.12.3). */
import type { TelemetryResponse } from "../../../api/features/box/telemetry/routes.ts";
import { html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

function stateKey({ sends, enabled, url }: TelemetryResponse): TextKey {
  if (sends) return "system.telemetry_on";
  if (!enabled) return "system.telemetry_off";
  return url === "" ? "system.telemetry_nowhere" : "system.telemetry_terms";
}

/** The card of the statistics. */
export function telemetryCard(ui: Ui, telemetry: TelemetryResponse): Markup {
  const { enabled, sends, method, url, headers, body, last_sent, next } = telemetry;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const signal = [
    `${method} ${url === "" ? "–" : url}`,
    ...lines,
    "",
    JSON.stringify(body, null, 2),
  ].join("\n");
  return card(
    ui.t("system.telemetry"),
    html`
      <p>${ui.t(stateKey(telemetry))}</p>
      ${sends &&
        html`
          <p class="help">
            ${ui.tRich("system.telemetry_times", {
              last: ui.relativeTime(last_sent),
              next: ui.relativeTime(next),
            })}
          </p>
        `}
      <details>
        <summary>${ui.t("system.telemetry_shown")}</summary>
        <pre tabindex="0" translate="no"><code>${signal}</code></pre>
      </details>
      ${ui.may("system.write") &&
        html`<div class="buttons">${turnButton(ui, enabled)}</div>`}
    `,
    {
      class: "spaced",
      id: "telemetry",
      action: badge(
        sends ? "good" : "neutral",
        ui.t(enabled ? "settings.value_on" : "settings.value_off"),
      ),
    },
  );
}

function turnButton(ui: Ui, enabled: boolean): Markup {
  const put = (on: boolean) =>
    ({ method: "put", path: "/api/v1/telemetry", body: { enabled: on } }) as const;
  return actionButton(
    ui,
    {
      ...put(!enabled),
      done: enabled ? "system.telemetry_is_off" : "system.telemetry_is_on",
      undo: put(enabled),
    },
    ui.t(enabled ? "words.turn_off" : "words.turn_on"),
  );
}
