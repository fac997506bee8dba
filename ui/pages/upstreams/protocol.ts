/** The protocol of an upstream, in plain words. */
import type { PresetsResponse } from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Ui } from "../../ui.ts";

/** The protocols: those of presets, DNS over QUIC and over HTTP/3, and DNSCrypt. */
export type UpstreamProtocol =
  | PresetsResponse["presets"][number]["protocols"][number]
  | "doq"
  | "h3"
  | "dnscrypt";

const SCHEMES: readonly (readonly [string, UpstreamProtocol])[] = [
  ...[["https://", "doh"], ["tls://", "dot"], ["quic://", "doq"], ["h3://", "h3"]] as const,
];
/** Protocols of stamps, by their first byte. */
const STAMPED: readonly UpstreamProtocol[] = ["plain", "dnscrypt", "doh", "dot", "doq"];
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The protocol of an upstream as written in the settings. */
export function protocolOf(
  upstream: string,
  presets: PresetsResponse["presets"],
): UpstreamProtocol {
  const written = upstream.toLowerCase();
  const scheme = SCHEMES.find(([each]) => written.startsWith(each));
  if (scheme !== undefined) return scheme[1];
  if (written.startsWith("sdns://")) {
    const [high, low] = [...upstream.slice("sdns://".length)].map((each) => BASE64.indexOf(each));
    return STAMPED[high << 2 | low >> 4] ?? "plain";
  }
  const [id, protocol] = upstream.split("/");
  const preset = presets.find((row) => row.id === id);
  if (preset === undefined) return "plain";
  return preset.protocols.find((way) => way === protocol) ?? preset.protocols[0];
}

/** The protocol in words, with a lock if it is encrypted. */
export function protocolText(ui: Ui, way: UpstreamProtocol): Child {
  return html`
    <span class="way">${way !== "plain" && icon("lock")}${ui.t(`upstreams.way_${way}`)}</span>
  `;
}
