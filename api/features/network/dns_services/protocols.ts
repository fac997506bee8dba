/** The protocols of encrypted DNS: which are on, where they are listened for, and what clients are told of them (A 7.9). */
import type { EncryptedDns as EncryptedSettings } from "../../../../policy/snapshot/settings.ts";
import type { BoxSettings } from "../../../box_settings.ts";
import type { FrontListen } from "../../../front/protocol.ts";
import { listenAddresses } from "../../../settings/listen.ts";
import { isFixed } from "../../../settings/resolve.ts";

/** The protocols and the settings that turn them on. */
export const PROTOCOL_SETTINGS = { tls: "dns_over_tls", https: "dns_over_https", quic: "dns_over_quic" } as const;
/** A protocol of encrypted DNS. */
export type EncryptedProtocol = keyof typeof PROTOCOL_SETTINGS;

/** What is read of the settings, and how the protocols are turned on. */
export type ProtocolSettings = Pick<BoxSettings, "values" | "started" | "resolved" | "change">;

/** What the front listens on for encrypted DNS. */
export type EncryptedListen = Pick<FrontListen, "tls" | "quic" | "dnsOverHttps">;

/** Without a certificate. */
export const NOTHING_LISTENS: EncryptedListen = { tls: [], quic: [], dnsOverHttps: false };

/** What the settings say should be listened on. */
export function encryptedListen({ values, started }: Pick<ProtocolSettings, "values" | "started">): EncryptedListen {
  const { dot_listen, doq_listen } = started;
  return {
    tls: values.dns_over_tls ? listenAddresses(dot_listen) : [],
    quic: values.dns_over_quic ? listenAddresses(doq_listen) : [],
    dnsOverHttps: values.dns_over_https,
  };
}

/** What clients are told, with the port of each protocol. */
export function encryptedSettings(
  name: string,
  { tls, quic, dnsOverHttps }: EncryptedListen,
  { started }: Pick<ProtocolSettings, "started">,
): EncryptedSettings {
  const [https] = listenAddresses(started.https_listen);
  return {
    name,
    tls: tls[0]?.port ?? 0,
    https: dnsOverHttps ? https?.port ?? 0 : 0,
    quic: quic[0]?.port ?? 0,
  };
}

/** Turns the three protocols on for the first certificate; what somebody chose or fixed stays (A 7.9.4). `now` in Unix milliseconds. */
export async function turnOn(settings: ProtocolSettings, by: string, now: number): Promise<void> {
  const { sources } = settings.resolved(), keys = Object.values(PROTOCOL_SETTINGS);
  if (keys.some((key) => sources[key] === "database")) return;
  const values = Object.fromEntries(keys.filter((key) => !isFixed(sources[key])).map((key) => [key, true]));
  await settings.change({ values, by, now: Math.floor(now / 1000) });
}
