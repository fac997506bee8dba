/**
 * The three protocols: the devices that use each, the value to enter, a switch, and the number of
 * queries.
 */
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import { switchForm } from "../../parts/switch.ts";
import type { Ui } from "../../ui.ts";
import type { DnsServicesData } from "./data.ts";

const PROTOCOLS = ["tls", "https", "quic"] as const;
/** A protocol of encrypted DNS. */
export type Protocol = (typeof PROTOCOLS)[number];

/** The default port of DNS over TLS and over QUIC (RFC 7858, RFC 9250), which can be omitted. */
export const DEFAULT_PORT = 853;

/** The value to enter in a device for a protocol; "" = it is off. */
export function serverAddress(
  { services: { protocols, encrypted: { name } } }: DnsServicesData,
  protocol: Protocol,
): string {
  const { port } = protocols[protocol];
  if (port === 0) return "";
  if (protocol === "https") return protocols.https.url;
  if (protocol === "quic") {
    return port === DEFAULT_PORT ? `quic://${name}` : `quic://${name}:${port}`;
  }
  return port === DEFAULT_PORT ? name : `${name}:${port}`;
}

/** The card of the protocols. */
export function protocolsCard(ui: Ui, data: DnsServicesData): Markup {
  const rows = PROTOCOLS.map((protocol) => protocolRow(ui, data, protocol));
  return card(ui.t("dns.protocols"), html`<ul class="protocols">${rows}</ul>`, {
    id: "protocols",
  });
}

function stateBadge(ui: Ui, enabled: boolean, open: boolean): Markup {
  if (!enabled) return badge("neutral", ui.t("dns.off"));
  return open ? badge("good", ui.t("words.answers")) : badge("danger", ui.t("dns.closed"));
}

function protocolRow(ui: Ui, data: DnsServicesData, protocol: Protocol): Markup {
  const { enabled, listening } = data.services.protocols[protocol];
  const title = nameOf(ui, protocol);
  const address = serverAddress(data, protocol);
  const open = listening.length > 0;
  const hasName = data.services.encrypted.name !== "";
  return html`
    <li id=${`protocol-${protocol}`}>
      <div class="protocol-head">
        <div>
          <h3>${title}</h3>
          ${stateBadge(ui, enabled, open)}
          ${queryCount(ui, data, protocol)}
        </div>
        ${ui.may("system.write") && protocolSwitch(ui, protocol, enabled)}
      </div>
      <p class="muted">${ui.t(`dns.${protocol}_for`)}</p>
      ${address !== "" && open && copyField(ui, address, title)}
      ${enabled && hasName && !open && html`<p class="small">${ui.t("dns.closed_help")}</p>`}
    </li>
  `;
}

/** Its name, as in the settings. */
function nameOf(ui: Ui, protocol: Protocol): string {
  return ui.t(`settings.name_dns_over_${protocol}`);
}

function queryCount(ui: Ui, { asked }: DnsServicesData, protocol: Protocol): Child {
  const count = asked?.[protocol] ?? 0;
  return asked !== undefined && count > 0 &&
    html`<span class="small muted">${ui.t("dns.asked", { count })}</span>`;
}

function protocolSwitch(ui: Ui, protocol: Protocol, on: boolean): Markup {
  const name = nameOf(ui, protocol);
  const path = "/api/v1/dns-services/protocols";
  const method = "put" as const;
  const act = {
    method,
    path,
    body: { [protocol]: !on },
    args: { protocol: name },
    done: on ? "dns.silent_over" : "dns.answers_over",
    undo: { method, path, body: { [protocol]: on } },
  } as const;
  return switchForm(ui, act, {
    id: `switch-${protocol}`,
    label: ui.t("dns.answer_over", { protocol: name }),
    on,
    button: ui.t(on ? "words.turn_off" : "words.turn_on"),
  });
}
