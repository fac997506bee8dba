/** Setting up devices: codes to scan, files to download, and values to enter, for each system. */
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, note } from "../../parts/card.ts";
import { breakable, copyField } from "../../parts/copy.ts";
import { linkButton } from "../../parts/form.ts";
import { qrFigure } from "../../parts/qr.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import type { DnsServicesData } from "./data.ts";
import { detectSystem } from "../certificate.ts";
import { DEFAULT_PORT, serverAddress } from "./protocols.ts";

const SYSTEMS = ["apple", "android", "windows", "chrome", "firefox", "linux", "router"] as const;
type System = (typeof SYSTEMS)[number];
/** The instructions for the operating system of a browser. */
const OWN: Readonly<Partial<Record<string, System>>> = {
  ios: "apple",
  macos: "apple",
  android: "android",
  windows: "windows",
  linux: "linux",
  chromeos: "chrome",
};

const PROFILE = "/api/v1/dns-services/profile";
const RESOLVED = "/etc/systemd/resolved.conf.d/box.conf";

/** The card of the devices. */
export function devicesCard(ui: Ui, data: DnsServicesData): Markup {
  const { services: { certificate, encrypted } } = data;
  const self = certificate.serving_mode === "self";
  const own = OWN[detectSystem(data.agent) ?? ""];
  const ordered = [...new Set([...own ? [own] : [], ...SYSTEMS])];
  return card(
    ui.t("dns.devices"),
    html`
      <div class="stack small-gaps">
        <p class="muted">${ui.t("dns.devices_help")}</p>
        ${self &&
          note(
            "neutral",
            ui.t("dns.self_caution"),
            ui.may("system.write") &&
              linkButton("/dns-services?mode=domain#choose", ui.t("dns.choose_other")),
          )}
      </div>
      <div class="beside-codes">
        <div class="systems">
          ${ordered.map((system) => systemDetails(ui, data, system, system === own))}
        </div>
        <div class="codes-to-scan">
          ${code(ui, pageAddress(data), "dns.qr_page")}
          ${code(ui, encrypted.name, "dns.qr_name")}
        </div>
      </div>
    `,
    { id: "devices" },
  );
}

/**
 * The address of this page over HTTPS for a phone: by name once browsers trust it, otherwise the
 * current one.
 */
function pageAddress(
  { host, addresses, services: { encrypted: { http_redirect } } }: DnsServicesData,
): string {
  const { active, url } = http_redirect;
  const page = "dns-services";
  if (active) return `${url}/${page}`;
  const seen = URL.parse(`http://${host}`)?.hostname ?? "";
  const [first = seen] = addresses;
  const port = URL.parse(url)?.port;
  const other = first.includes(":") ? `[${first}]` : first;
  const name = /^(localhost|127\.|\[::1\])/.test(seen) ? other : seen;
  return `https://${name}${port ? `:${port}` : ""}/${page}`;
}

function code(ui: Ui, text: string, key: TextKey): Markup {
  return qrFigure(text, ui.t("dns.qr_alt", { text }), ui.t(key));
}

/** The system of the browser is first and unfolded. */
function systemDetails(ui: Ui, data: DnsServicesData, system: System, isOwn: boolean): Markup {
  const name = ui.t(`dns.${system}`);
  const title = isOwn ? ui.t("certificate.this_system", { system: name }) : name;
  return html`
    <details class="reveals" id=${`system-${system}`} open=${isOwn}>
      <summary>${title}</summary>
      ${stepsOf(ui, data, system)}
    </details>
  `;
}

/** The values used in the instructions of a system. */
interface Facts {
  readonly ui: Ui;
  readonly data: DnsServicesData;
  readonly name: string;
  /** The most likely address of the box on the network. */
  readonly address: string;
  /** The address of DNS over HTTPS, "" = it is off. */
  readonly url: string;
  /** The note at a step for which a certificate made by the box is not sufficient. */
  readonly sign: Child;
}

const INSTRUCTIONS: Readonly<Record<System, (facts: Facts) => Markup>> = {
  apple({ ui, data: { services: { protocols: { tls, https } } } }) {
    const to = https.port > 0 ? PROFILE : `${PROFILE}?protocol=tls`;
    const button = https.port + tls.port > 0 &&
      html`
        <p class="buttons">
          ${linkButton(to, ui.t("dns.profile"), { icon: "download", style: "main" })}
        </p>
      `;
    return how(
      html`${ui.t("dns.apple_1")}${button}`,
      ui.t("dns.apple_2"),
      ui.t("dns.apple_3"),
    );
  },
  android: ({ ui, name, sign }) =>
    how(
      ui.t("dns.android_1"),
      html`
        ${ui.t("dns.android_2")}
        ${sign}
        ${copyField(ui, name)}
        <p class="help">${ui.t("dns.android_3")}</p>
      `,
    ),
  windows: ({ ui, address, url, sign }) =>
    how(
      ui.t("dns.windows_1"),
      html`${ui.t("dns.windows_2")}${copyField(ui, address)}`,
      html`${ui.t("dns.windows_3")}${sign}${url !== "" && copyField(ui, url)}`,
    ),
  chrome: ({ ui, url, sign }) =>
    html`
      <p>${ui.t("dns.chrome_1")}${sign}</p>
      ${url !== "" && copyField(ui, url)}
    `,
  firefox: ({ ui, url, sign }) =>
    html`
      <p>${ui.t("dns.firefox_1")}${sign}</p>
      ${url !== "" && copyField(ui, url)}
    `,
  linux({ ui, data, name, address, sign }) {
    const { port } = data.services.protocols.tls;
    const at = address.includes(":") && port !== DEFAULT_PORT ? `[${address}]` : address;
    const server = `${at}${port === DEFAULT_PORT || port === 0 ? "" : `:${port}`}#${name}`;
    return how(
      html`
        ${ui.tRich("dns.linux_1", {
          file: html`<code translate="no">${breakable(RESOLVED)}</code>`,
        })}
        ${sign}
        ${lines(`[Resolve]\nDNS=${server}\nDNSOverTLS=yes\nDomains=~.`)}
      `,
      html`${ui.t("dns.linux_2")}${lines("systemctl restart systemd-resolved")}`,
    );
  },
  router: ({ ui, data, name, address, sign }) =>
    html`
      <p>${ui.t("dns.router_1")}${sign}</p>
      ${copyField(ui, address)}
      ${copyField(ui, serverAddress(data, "tls") || name)}
      <p class="help">${ui.t("dns.router_2")}</p>
    `,
};

function stepsOf(ui: Ui, data: DnsServicesData, system: System): Markup {
  const { services: { certificate, encrypted: { name }, protocols }, addresses: [address = name] } =
    data;
  // Only the profile installs the authority of the box.
  const sign = certificate.serving_mode === "self" &&
    html`<span class="needs">${badge("attention", ui.t("dns.needs_trust"))}</span>`;
  return INSTRUCTIONS[system]({ ui, data, name, address, url: protocols.https.url, sign });
}

function how(...steps: readonly Child[]): Markup {
  return html`<ol class="how">${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
}

function lines(text: string): Markup {
  return html`<pre class="lines" translate="no">${text}</pre>`;
}
