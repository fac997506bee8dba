/** Why a certificate option was refused, in the language of the user. */
import type { Child } from "../../html.ts";
import { localeOf, type Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";

type Given = Readonly<Record<string, string>>;

/** Messages of the box by their prefix; the values they contain go into the text. */
const REFUSALS: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [/^The (?:certificate|key) is too long: \d+ characters/, "dns.import_too_long"],
  [/^The text of the (?:certificate|key) (?:begins as|is cut off)/, "dns.import_cut_off"],
  [/^At most (?<count>\d+) certificates can be given/, "dns.import_too_many"],
  [/^There is no private key/, "dns.import_no_key"],
  [/^There are several private keys/, "dns.import_keys"],
  [/^The private key cannot be read/, "dns.import_key_damaged"],
  [
    /^The key is too weak, RSA of (?<bits>\d+) bits: clients want (?<least>\d+)/,
    "dns.import_key_weak",
  ],
  [/^The key is too long, RSA of (?<bits>\d+) bits: (?<most>\d+)/, "dns.import_key_long"],
  [/^Keys of this kind are not taken, .*: (?<kind>.*)$/, "dns.import_key_kind"],
  [/^The private key is encrypted/, "dns.import_encrypted"],
  [/^There is no certificate: it begins/, "dns.import_no_certificate"],
  [/^Certificate (?<number>\d+) of (?<count>\d+) cannot be read/, "dns.import_damaged"],
  [/^The key (?:does not belong|belongs to none)/, "dns.import_other_key"],
  [
    /^The certificate is signed in a way that clients refuse \((?<algorithm>.*)\)/,
    "dns.import_signature",
  ],
  [/^The certificate is not for a server/, "dns.import_use"],
  [/^The certificate asks clients for something/, "dns.import_critical"],
  [/^The certificate is never valid/, "dns.import_never"],
  [/^The certificate ended on (?<date>.+?): /, "dns.import_ended"],
  [/^The certificate begins on (?<date>.+?), it is (?<today>.+?) for the box/, "dns.import_begins"],
  [/^The certificate has no name of a host/, "dns.import_no_name"],
  [/^The certificate has no name but a wildcard.*: (?<name>.*)$/, "dns.import_wildcard"],
  [/^(?:A name such as|Others register names below).*?: (?<name>.*)$/, "dns.import_host"],
  [/^The (?:certificate|key) is a binary file/, "dns.import_binary"],
  [/^The (?:certificate|key) is a PKCS #7 file/, "dns.import_pkcs7"],
  [/^The certificate may sign others/, "dns.import_authority"],
  [/^The certificate is for a site of others.*: (?<name>.*)$/, "dns.import_foreign"],
  [/^The certificate cannot be kept: /, "dns.import_not_kept"],
  [
    /^The (?:account at the authority needs|identifier of the account|key of the account)/,
    "dns.why_account",
  ],
];
/** The note for an unverified clock. */
const CLOCK = / The clock of the box shows (?<today>\S+), and nobody vouches/;

/** Whether the refused certificate is taken once its owner confirms it. */
export function mayBeConfirmed(ui: Ui): boolean {
  return /^The certificate (?:may sign others|is for a site of others)/.test(
    ui.context.failed?.error ?? "",
  );
}

/** Why the submitted form is refused; undefined = only the message of the box is available. */
export function choiceRefusal(ui: Ui): Child {
  const { error = "" } = ui.context.failed ?? {};
  for (const [pattern, text] of REFUSALS) {
    const found = pattern.exec(error);
    if (found === null) continue;
    const clock = CLOCK.exec(error);
    const why = ui.t(text, formatDays(ui, found.groups));
    return clock === null
      ? why
      : `${why} ${ui.t("dns.import_clock", formatDays(ui, clock.groups))}`;
  }
  return undefined;
}

/** Formats days in this language; all other values stay unchanged. */
function formatDays(ui: Ui, groups: Given = {}): Given {
  // The days are in UTC.
  const days = new Intl.DateTimeFormat(localeOf(ui.context.language), {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => {
      const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
      return [name, Number.isNaN(at) ? text : days.format(at)];
    }),
  );
}
