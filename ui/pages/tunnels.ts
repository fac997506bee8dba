/**
 * DNS tunnels: what was detected, on which device, how certain it is and why, and whether it is
 * allowed (A 7.2.3).
 */
import type { TunnelResponse, Tunnels } from "../../api/features/protection/tunnels/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page, type PageView } from "../page.ts";
import { deviceLink } from "../parts/query_client.ts";
import { badge, card, emptyState, note } from "../parts/card.ts";
import { client, domain } from "../parts/domain.ts";
import { actionButton, linkButton, type PageAction } from "../parts/form.ts";
import type { Ui } from "../ui.ts";

/** The page at `/tunnels`. */
export const tunnelsPage = page<Tunnels>({
  doc: "A 7.2.3",
  path: "/tunnels",
  name: "tunnels.name",
  access: "rules.read",
  area: "protection",
  database: "box",
  load: ({ read }) => read<Tunnels>("/api/v1/tunnels"),
  view,
});

function view(ui: Ui, { detection, tunnels }: Tunnels): PageView {
  const change = ui.may("system.read") &&
    linkButton("/settings?q=tunnel_detection", ui.t("words.change"));
  return {
    lead: leadOf(ui, detection, tunnels),
    body: html`
      <div class="stack">
        ${(detection === "tell" || (detection === "off" && tunnels.length > 0)) &&
          note(
            "attention",
            ui.t(detection === "off" ? "tunnels.is_off" : "tunnels.tells"),
            change,
          )}
        ${tunnels.length === 0
          ? html`
            <div class="card">
              ${emptyState("shield-check", ui.t("tunnels.empty"), ui.t("tunnels.empty_help"))}
            </div>
          `
          : html`
            <section class="card">
              <h2 class="visually-hidden">${ui.t("tunnels.name")}</h2>
              <ul class="list-rows">${tunnels.map((tunnel) => row(ui, tunnel))}</ul>
            </section>
          `}
        ${card(
          ui.t("tunnels.what_is"),
          html`
            <div class="stack">
              <p>${ui.t("tunnels.explained")}</p>
              <p>${ui.t("tunnels.advice")}</p>
            </div>
          `,
        )}
      </div>
    `,
  };
}

function leadOf(
  ui: Ui,
  detection: Tunnels["detection"],
  tunnels: readonly TunnelResponse[],
): string {
  const blocked =
    new Set(tunnels.filter(({ blocked }) => blocked).map(({ domain }) => domain)).size;
  if (blocked > 0) return ui.t("tunnels.lead_blocked", { count: blocked });
  if (tunnels.length === 0) {
    return ui.t(detection === "off" ? "tunnels.is_off" : "tunnels.lead_none");
  }
  return ui.t(
    tunnels.some(({ allowed }) => !allowed) ? "tunnels.lead_told" : "tunnels.lead_allowed",
  );
}

function row(ui: Ui, tunnel: TunnelResponse): Markup {
  const { names, length, seconds, sent, received, type } = tunnel;
  const asked = ui.t("tunnels.asked", {
    count: names,
    length,
    time: ui.duration(Math.max(1, seconds)),
  });
  const carried = { sent: ui.bytes(sent), received: ui.bytes(received), type };
  return html`
    <li class=${tunnel.allowed ? "list-row is-off" : "list-row"}>
      <div class="list-main">
        <p class="list-name">
          <span class="strong">${domain(tunnel.domain)}</span>
          ${state(ui, tunnel)}
        </p>
        <p>
          ${ui.tRich("tunnels.from", { device: deviceOf(ui, tunnel) })} ${asked} ${ui.t(
            received > 0 ? "tunnels.carried" : "tunnels.carried_out",
            carried,
          )}
        </p>
        <p class="small muted">
          ${ui.t(sureOf(tunnel), {
            percent: ui.percent(tunnel.score / 100),
          })} · ${ui.tRich("tunnels.caught", { when: ui.relativeTime(tunnel.found) })} · ${ui.tRich(
            "tunnels.last",
            { when: ui.relativeTime(tunnel.last) },
          )}
        </p>
        ${ui.may("rules.write") && html`<div class="buttons">${buttons(ui, tunnel)}</div>`}
      </div>
    </li>
  `;
}

function deviceOf(
  ui: Ui,
  { device, client: address, device_id, private: isPrivate }: TunnelResponse,
): Child {
  if (isPrivate) return ui.t("tunnels.private_device");
  if (device !== "") return deviceLink(ui, { id: device_id, label: device });
  return address !== ""
    ? client(address)
    : ui.t("tunnels.device_number", { number: String(device_id) });
}

function sureOf({ score }: TunnelResponse): "tunnels.sure" | "tunnels.likely" | "tunnels.perhaps" {
  if (score >= 90) return "tunnels.sure";
  return score >= 75 ? "tunnels.likely" : "tunnels.perhaps";
}

function state(ui: Ui, { allowed, blocked }: TunnelResponse): Child {
  if (allowed) return badge("good", ui.t("tunnels.is_allowed"), "check");
  return blocked
    ? badge("danger", ui.t("scopes.is_block"), "ban")
    : badge("attention", ui.t("tunnels.is_told"));
}

function buttons(ui: Ui, { domain: name, allowed }: TunnelResponse): Child {
  const allow: PageAction = {
    method: "post",
    path: "/api/v1/tunnels/allow",
    body: { domain: name },
  };
  const block: PageAction = {
    method: "delete",
    path: `/api/v1/tunnels/allow/${encodeURIComponent(name)}`,
  };
  const forget: PageAction = {
    method: "delete",
    path: `/api/v1/tunnels/${encodeURIComponent(name)}`,
  };
  const again = ui.t("tunnels.block");
  const may = ui.t("queries.allow");
  const drop = ui.t("upstreams.flush");
  const labelled = (text: string) => ({ label: `${text}: ${name}` });
  return html`
    ${allowed
      ? actionButton(
        ui,
        { ...block, done: "tunnels.blocked_again", args: { name }, undo: allow },
        again,
        labelled(again),
      )
      : actionButton(
        ui,
        { ...allow, done: "tunnels.allowed", args: { name }, undo: block },
        may,
        labelled(may),
      )}
    ${actionButton(ui, { ...forget, done: "tunnels.forgotten", args: { name } }, drop, {
      style: "quiet",
      ...labelled(drop),
      confirm: ui.t("tunnels.forget_sure", { name }),
    })}
  `;
}
