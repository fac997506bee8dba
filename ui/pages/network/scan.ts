/**
 * Scans on the page of the network: the progress of a running one, or the result of the last one.
 */
import type { NetworkPage } from "../../../api/features/network/machines/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { card, note } from "../../parts/card.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";
import { actionButton, linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

type Scan = NetworkPage["scan"];

/** The button that starts a scan or stops the running one. */
export function scanButton(ui: Ui, { scan, networks }: NetworkPage): Child {
  if (!ui.may("devices.write") || networks.length === 0) return null;
  const path = "/api/v1/network/scan";
  return scan.running
    ? actionButton(
      ui,
      { method: "delete", path, done: "network.scan_ended" },
      ui.t("network.stop"),
      {
        icon: "x",
        id: "scan",
      },
    )
    : actionButton(
      ui,
      { method: "post", path, body: {}, done: "network.scan_begun" },
      ui.t("network.scan"),
      {
        icon: "radar",
        style: "main",
        id: "scan",
      },
    );
}

/** The progress of a running scan. */
export function scanProgress(ui: Ui, { running, percent, stage, found }: Scan): Child {
  if (!running) return null;
  const text = ui.t(`network.stage_${stage === "" ? "addresses" : stage}`);
  return html`
    <div class="card scan-progress">
      <p class="strong" id="scan-stage">${text}</p>
      <progress value=${percent} max="100" aria-labelledby="scan-stage">
        ${ui.percent(percent / 100)}
      </progress>
      <p class="small muted">
        ${ui.percent(percent / 100)} · ${ui.t("network.scan_found", {
          count: found,
        })}
      </p>
    </div>
  `;
}

/** The networks of the box, and the result of the last scan. */
export function networksCard(ui: Ui, { networks, scan }: NetworkPage): Markup {
  const body = html`
    ${networks.length === 0 ? html`<p>${ui.t("network.networks_none")}</p>` : html`
      <ul class="networks">
        ${networks.map(({ network, address, interface: link }) =>
          html`
            <li>
              ${ui.tRich("network.network_row", {
                network: html`<bdi class="client" translate="no">${network}</bdi>`,
                address: html`<bdi class="client" translate="no">${address}</bdi>`,
                interface: html`<bdi translate="no">${link}</bdi>`,
              })}
            </li>
          `
        )}
      </ul>
    `}
    <p class="muted">${lastScan(ui, scan)}</p>
    ${scan.error !== "" && note("attention", ui.t("network.scan_failed", { why: scan.error }))}
    ${scan.skipped.map((sentence) =>
      html`<p class="small muted">${refusalOrEnglish(ui, sentence)}</p>`
    )}
  `;
  const way = linkButton("/dns-services", ui.t("dns.title"), { style: "quiet", icon: "lock" });
  return card(ui.t("network.networks"), body, ui.may("system.read") ? { action: way } : {});
}

function lastScan(ui: Ui, { running, started, ended, found }: Scan): Child {
  if (running || started === 0) return running ? null : ui.t("network.no_scan");
  return html`
    ${ui.tRich("network.last_scan", { time: ui.relativeTime(ended) })} ${ui.t(
      "network.scan_found",
      {
        count: found,
      },
    )}
  `;
}
