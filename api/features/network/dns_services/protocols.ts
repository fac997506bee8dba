/**
 * The protocols of encrypted DNS: which are on, where they listen, and what is advertised to
 * clients (A 7.9).
 */
import type { EncryptedDns as EncryptedSettings } from "../../../../policy/snapshot/settings.ts";
import type { BoxSettings } from "../../../settings/box_settings.ts";
import { listenAddresses } from "../../../settings/listen.ts";
import { isFixed } from "../../../settings/resolve.ts";

/** The protocols and the settings that turn them on. */
export const PROTOCOL_SETTINGS = {
  tls: "dns_over_tls",
  https: "dns_over_https",
  quic: "dns_over_quic",
} as const;
/** A protocol of encrypted DNS. */
export type EncryptedProtocol = keyof typeof PROTOCOL_SETTINGS;

/** The part of the settings that reads the protocols and turns them on. */
export type ProtocolSettings = Pick<BoxSettings, "values" | "started" | "resolved" | "change">;

/** The protocols that are advertised to clients. */
export class OfferedProtocols {
  readonly #settings: Pick<ProtocolSettings, "values" | "started">;
  readonly #name: () => string;
  readonly #changed: () => void | Promise<void>;
  /** Returns the open listeners; undefined = none was opened yet. */
  #listeners: () => readonly string[] | undefined = () => undefined;
  #announced: string;

  /** `name` = the name in use, "" = none; `changed` updates what is advertised to clients. */
  constructor(
    settings: Pick<ProtocolSettings, "values" | "started">,
    name: () => string,
    changed: () => void | Promise<void>,
  ) {
    this.#settings = settings;
    this.#name = name;
    this.#changed = changed;
    this.#announced = JSON.stringify(this.now());
  }

  /**
   * Returns the name and the port of each protocol. A port that is not open is not advertised,
   * because another program may use it.
   */
  now(): EncryptedSettings {
    const { values, started } = this.#settings;
    const name = this.#name();
    const listeners = this.#listeners();
    const isOpen = (protocol: EncryptedProtocol, port: number) =>
      listeners?.some((text) => text.startsWith(`${protocol} `) && text.endsWith(`:${port}`)) ??
        true;
    const open = (protocol: EncryptedProtocol, listen: string) => {
      if (name === "" || !values[PROTOCOL_SETTINGS[protocol]]) return 0;
      return listenAddresses(listen).find(({ port }) => isOpen(protocol, port))?.port ?? 0;
    };
    const { dot_listen, https_listen, doq_listen } = started;
    return {
      name,
      tls: open("tls", dot_listen),
      https: open("https", https_listen),
      quic: open("quic", doq_listen),
    };
  }

  /** Advertises only open listeners from now on, such as `tls [::]:853`. */
  openedBy(listeners: () => readonly string[]): Promise<void> {
    this.#listeners = listeners;
    return this.look();
  }

  /** Updates what is advertised to clients when it differs from what is open. */
  async look(): Promise<void> {
    if (JSON.stringify(this.now()) !== this.#announced) await this.tell();
  }

  /** Advertises the current state. */
  async tell(): Promise<void> {
    this.#announced = JSON.stringify(this.now());
    await this.#changed();
  }
}

/**
 * Turns the three protocols on for the first certificate; settings that a person chose or fixed
 * stay (A 7.9.4). `now` in Unix milliseconds.
 */
export async function enableProtocols(
  settings: ProtocolSettings,
  by: string,
  now: number,
): Promise<void> {
  const { sources } = settings.resolved();
  const keys = Object.values(PROTOCOL_SETTINGS);
  if (keys.some((key) => sources[key] === "database")) return;
  const values = Object.fromEntries(
    keys.filter((key) => !isFixed(sources[key])).map((key) => [key, true]),
  );
  await settings.change({ values, by, now: Math.floor(now / 1000) });
}
