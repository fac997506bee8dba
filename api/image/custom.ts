/**
 * `custom.toml` on the boot partition of the image for the Raspberry Pi, in the format of Raspberry
 * Pi Imager (config_version 1): strictly read, and turned into files of the system.
 */
import { pbkdf2Sync } from "node:crypto";
import { parse } from "smol-toml";

/** A file that the configuration makes. */
export interface SystemFile {
  /** Full path. */
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

/** What a configuration asks for. */
export interface CustomImage {
  readonly files: readonly SystemFile[];
  /** Full paths of files that are deleted if they exist. */
  readonly removed: readonly string[];
  /** The target of /etc/localtime; absent = unchanged. */
  readonly zone?: string;
  /** The account for SSH: its name and the hash of its password, "" = none. */
  readonly user?: { readonly name: string; readonly hash: string };
  /** The keys that were given, without their values. */
  readonly keys: readonly string[];
}

/** Maximum size of the file in bytes. */
export const MOST_CUSTOM = 64 * 1024;
/** Where the configuration of Wi-Fi lies, for root only. */
export const WIFI_FILE = "/etc/wpa_supplicant/wpa_supplicant-wlan0.conf";
/** The file that lets SSH start. */
const SSH_FILE = "/etc/box-image/ssh";
const MOST_KEYS = 20;

type Check = (value: unknown) => boolean;

const isText = (form: RegExp): Check => (value) => typeof value === "string" && form.test(value);
const isFlag: Check = (value) => typeof value === "boolean";
/** Up to 32 bytes without control characters. */
const isSsid: Check = (value) =>
  typeof value === "string" && /^\P{Cc}+$/u.test(value) && bytesOf(value) <= 32;
const isKey = isText(
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com) [A-Za-z0-9+/=]{40,}( [\x20-\x7e]{0,200})?$/,
);

/** The keys that are understood, with the form of their values. */
const FORMS: Readonly<Record<string, Check>> = {
  "config_version": (value) => value === 1,
  "system.hostname": isText(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i),
  "user.name": isText(/^[a-z_][a-z0-9_-]{0,30}$/),
  // A hash of crypt(5); a password in clear stays on the card, so it is refused.
  "user.password": isText(/^\$(y|gy|7|6|5)\$[A-Za-z0-9./$=,]{20,200}$/),
  "user.password_encrypted": (value) => value === true,
  "ssh.enabled": isFlag,
  "ssh.password_authentication": isFlag,
  "ssh.authorized_keys": (value) =>
    Array.isArray(value) && value.length <= MOST_KEYS && value.every(isKey),
  "wlan.ssid": isSsid,
  "wlan.password": isText(/^([\x20-\x7e]{8,63}|[0-9a-fA-F]{64})$/),
  "wlan.password_encrypted": isFlag,
  "wlan.hidden": isFlag,
  "wlan.country": isText(/^[A-Z]{2}$/),
  "locale.timezone": isText(/^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/),
  // Imager always writes it; the console of a box has no keyboard.
  "locale.keymap": isText(/^[a-z-]{2,20}$/),
};

/** The first and last id of people's accounts (login.defs(5)). */
const FIRST_PERSON = 1000;
const LAST_PERSON = 60_000;
/** Account names that belong to the system. */
const TAKEN = new Set(["root", "box", "daemon", "nobody", "messagebus", "sshd"]);

/** Reads the text of the file. Throws an Error that names the key, never a value. */
export function readCustom(text: string): CustomImage {
  const given = flatten(text);
  for (const [key, value] of given) {
    const isValid = FORMS[key];
    if (isValid === undefined) throw new Error(`${key} is not understood`);
    if (!isValid(value)) throw new Error(`${key} has a value of another form`);
  }
  if (!given.has("config_version")) throw new Error("config_version is missing");
  const text_ = (key: string) => given.get(key) as string | undefined;
  const user = readUser(given);
  const zone = text_("locale.timezone");
  const files = [
    ...hostFiles(text_("system.hostname")),
    ...wifiFiles(given),
    ...sshFiles(given, user?.name),
  ];
  return {
    files,
    removed: given.get("ssh.enabled") === false ? [SSH_FILE] : [],
    ...(zone !== undefined && { zone: `/usr/share/zoneinfo/${zone}` }),
    ...(user !== undefined && { user }),
    keys: [...given.keys()],
  };
}

/** The values by their full key. */
function flatten(text: string): Map<string, unknown> {
  let document: Record<string, unknown>;
  try {
    document = parse(text);
  } catch {
    // The message of the parser quotes the line, which may hold a password.
    throw new Error("it is not valid TOML");
  }
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(document)) {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value) &&
      !(value instanceof Date);
    if (!isTable) flat.set(name, value);
    else for (const [key, inner] of Object.entries(value)) flat.set(`${name}.${key}`, inner);
  }
  return flat;
}

function readUser(given: ReadonlyMap<string, unknown>): CustomImage["user"] {
  const name = given.get("user.name") as string | undefined;
  const hash = given.get("user.password") as string | undefined;
  if (name === undefined && hash === undefined) return undefined;
  if (name === undefined) throw new Error("user.name is missing");
  if (TAKEN.has(name)) throw new Error("user.name belongs to the system");
  return { name, hash: hash ?? "" };
}

/**
 * Whether a name is an account or a group of the system, from the texts of /etc/passwd and
 * /etc/group. An account that an earlier file made is none.
 */
export function isSystemName(name: string, passwd: string, group: string): boolean {
  const idIn = (text: string) =>
    text.split("\n").map((line) => line.split(":")).find(([first]) => first === name)?.[2];
  const user = idIn(passwd);
  if (user === undefined) return idIn(group) !== undefined;
  return Number(user) < FIRST_PERSON || Number(user) > LAST_PERSON;
}

function hostFiles(name: string | undefined): SystemFile[] {
  if (name === undefined) return [];
  return [
    { path: "/etc/hostname", mode: 0o644, text: `${name}\n` },
    {
      path: "/etc/hosts",
      mode: 0o644,
      text: `127.0.0.1 localhost\n127.0.1.1 ${name}\n::1 localhost ip6-localhost\n`,
    },
  ];
}

/** The configuration of wpa_supplicant: the name of the network in hexadecimal, a derived key. */
function wifiFiles(given: ReadonlyMap<string, unknown>): SystemFile[] {
  const ssid = given.get("wlan.ssid") as string | undefined;
  const password = given.get("wlan.password") as string | undefined;
  const country = given.get("wlan.country") as string | undefined;
  if (ssid === undefined && password === undefined && country === undefined) return [];
  if (ssid === undefined) throw new Error("wlan.ssid is missing");
  // Without it the radio may use no channel of some bands.
  if (country === undefined) throw new Error("wlan.country is missing");
  const isKey = password !== undefined && /^[0-9a-f]{64}$/i.test(password);
  if (given.get("wlan.password_encrypted") === true && !isKey) {
    throw new Error("wlan.password has a value of another form");
  }
  const security = password === undefined ? "key_mgmt=NONE" : [
    `psk=${isKey ? password : pbkdf2Sync(password, ssid, 4096, 32, "sha1").toString("hex")}`,
    "key_mgmt=WPA-PSK WPA-PSK-SHA256",
    "ieee80211w=1",
  ].join("\n  ");
  const text = [
    "# Written from custom.toml on the boot partition.",
    `country=${country}`,
    "update_config=0",
    "network={",
    `  ssid=${new TextEncoder().encode(ssid).toHex()}`,
    `  scan_ssid=${given.get("wlan.hidden") === true ? 1 : 0}`,
    `  ${security}`,
    "}",
    "",
  ].join("\n");
  return [{ path: WIFI_FILE, mode: 0o600, text }];
}

function sshFiles(given: ReadonlyMap<string, unknown>, user: string | undefined): SystemFile[] {
  if (given.get("ssh.enabled") !== true) return [];
  if (user === undefined) throw new Error("user.name is missing");
  const keys = (given.get("ssh.authorized_keys") ?? []) as string[];
  const byPassword = given.get("ssh.password_authentication") === true;
  if (keys.length === 0 && !byPassword) throw new Error("ssh.authorized_keys is missing");
  return [
    { path: SSH_FILE, mode: 0o644, text: "SSH is on.\n" },
    {
      path: "/etc/ssh/sshd_config.d/box.conf",
      mode: 0o644,
      text: `PermitRootLogin no\nPasswordAuthentication ${byPassword ? "yes" : "no"}\n` +
        "AuthorizedKeysFile /etc/box-image/authorized_keys/%u\n",
    },
    {
      path: `/etc/box-image/authorized_keys/${user}`,
      mode: 0o644,
      text: keys.map((key) => `${key}\n`).join(""),
    },
  ];
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
