/**
 * Checks a choice of the certificate before anything is changed, and makes a certificate that needs
 * no authority.
 */
import { refuseDoubtful } from "./import_doubts.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { publicNameFault } from "../../../certificate/acme/public_name.ts";
import { readImportedCertificate } from "../../../certificate/imported_certificate.ts";
import type { CertificatePair } from "../../../certificate/make.ts";
import type { InstalledCertificate } from "../../../certificate/tls_directory.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type Seal, SealError } from "../../../system/seal.ts";
import { RELEASED } from "../../../system/version.ts";
import { accountFields, type AccountInput, splitFields } from "./external_account.ts";
import { hostName } from "./host_name.ts";
import type { CertificateSource, DnsProvider } from "../../../certificate/source.ts";
import { CREDENTIALS_FIELD, type StoredChoice } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** A choice of the certificate (A 2.7). */
export type CertificateChoice =
  | { readonly mode: "none" }
  | {
    readonly mode: "box";
    /** Whether the box takes another name than it had: it has another key now. */
    readonly takesNewName?: boolean;
  }
  | { readonly mode: "self"; readonly name?: string | undefined }
  | {
    readonly mode: "import";
    readonly certificate: string;
    readonly key: string;
    /** Whether one is taken that may sign others, or is for a site of others. */
    readonly confirm?: boolean | undefined;
  }
  | {
    readonly mode: "domain";
    readonly name: string;
    readonly provider: string;
    /** Absent or empty fields keep the previous values of the same provider. */
    readonly credentials?: Readonly<Record<string, string>> | undefined;
    readonly email?: string | undefined;
    readonly external_account?: AccountInput | undefined;
  };

/** The dependencies of a choice. */
export interface ChoosingOptions {
  readonly seal: Seal;
  /** Makes a certificate with its constrained authority. */
  readonly make: (name: string, notBefore: number, notAfter: number) => Promise<CertificatePair>;
  /** The default name of the box. */
  readonly ownName: () => string;
  readonly sources: Readonly<Partial<Record<"domain" | "box", CertificateSource>>>;
  readonly providers: readonly DnsProvider[];
  readonly runtime: Runtime;
  readonly timeKnown: () => boolean;
}

/** A certificate that is available immediately, without the choice that it belongs to. */
export type ImmediateCertificate = Omit<InstalledCertificate, "chosen">;

/** A checked choice. */
export interface CheckedCertificateChoice {
  readonly chosen: Pick<StoredChoice, "mode" | "name" | "provider" | "credentials" | "email">;
  /** Absent = it is obtained in the background, or no certificate is wanted. */
  readonly made?: ImmediateCertificate;
  readonly warnings: readonly string[];
}

/**
 * The version of the format of certificates of mode self: older ones are made again at start (A
 * 7.9.2).
 */
export const SELF_RECIPE = 1;

const DAY = 86_400_000;
/** Below the limit of 825 days that systems accept from a private authority. */
const SELF_DAYS = LIMITS.encryptedDns.selfSignedYears * 365;
/** Both modes that obtain certificates need an authority. */
const NO_AUTHORITY = sentence`No authority is set: give its address as acme_directory first`;
const NOTHING = { name: "", provider: "", credentials: "", email: "" };

/** Checks a choice; `before` is the current one. Rejects with DomainError. */
export async function checkChoice(
  choice: CertificateChoice,
  before: StoredChoice,
  options: ChoosingOptions,
): Promise<CheckedCertificateChoice> {
  switch (choice.mode) {
    case "none":
      return { chosen: { ...NOTHING, mode: "" }, warnings: [] };
    case "self": {
      const given = choice.name?.trim() ?? "";
      const usual = before.mode === "self" ? before.name : options.ownName();
      const name = given === "" ? usual : hostName(given);
      return {
        chosen: { ...NOTHING, mode: "self", name },
        made: await makeOwnCertificate(name, options),
        warnings: [],
      };
    }
    case "import":
      return imported(choice, options);
    case "box":
      if (options.sources.domain === undefined) {
        throw new DomainError("conflict", NO_AUTHORITY);
      }
      if (options.sources.box === undefined) {
        throw new DomainError(
          "conflict",
          sentence`No online service is set: give its address as cloud_url first`,
        );
      }
      return {
        chosen: {
          ...NOTHING,
          mode: "box",
          name: before.mode === "box" && choice.takesNewName !== true ? before.name : "",
        },
        warnings: [],
      };
    case "domain":
      return { chosen: { mode: "domain", ...domainOf(choice, before, options) }, warnings: [] };
  }
}

/**
 * Makes a certificate for two years. While the time is unknown, it starts at the release date of
 * this version or later.
 */
export async function makeOwnCertificate(
  name: string,
  { make, runtime, timeKnown }: Pick<ChoosingOptions, "make" | "runtime" | "timeKnown">,
): Promise<ImmediateCertificate> {
  const from = timeKnown() ? runtime.now() : Math.max(runtime.now(), RELEASED);
  // It starts a day early, for devices whose clock is slow.
  const { cert, key } = await make(name, from - DAY, from + (SELF_DAYS - 1) * DAY);
  const authority = cert.slice(cert.lastIndexOf("-----BEGIN CERTIFICATE-----"));
  return { mode: "self", name, recipe: SELF_RECIPE, cert, key, authority };
}

function imported(
  { certificate, key, confirm }: Extract<CertificateChoice, { mode: "import" }>,
  { runtime, timeKnown }: ChoosingOptions,
): CheckedCertificateChoice {
  const clock = { now: runtime.now(), known: timeKnown() };
  const read = readImportedCertificate(certificate, key, clock);
  // The name must be a valid host name, because the box answers it itself.
  hostName(read.name);
  if (confirm !== true) refuseDoubtful(read);
  const { warnings, names: _, isAuthority: __, ...given } = read;
  return {
    chosen: { ...NOTHING, mode: "import", name: given.name },
    made: { ...given, mode: "import", recipe: 0, authority: "" },
    warnings,
  };
}

function domainOf(
  choice: Extract<CertificateChoice, { mode: "domain" }>,
  before: StoredChoice,
  { seal, providers, sources }: ChoosingOptions,
): Pick<StoredChoice, "name" | "provider" | "credentials" | "email"> {
  const name = hostName(choice.name);
  const provider = providers.find(({ id }) => id === choice.provider);
  const notPublic = publicNameFault(name);
  if (notPublic !== "") throw new DomainError("bad_value", notPublic);
  if (sources.domain === undefined) {
    throw new DomainError("conflict", NO_AUTHORITY);
  }
  if (provider === undefined) {
    const known = providers.map(({ id }) => id).join(", ");
    throw new DomainError(
      "bad_value",
      programSentence`This provider is not known, allowed are ${known}: ${choice.provider}`,
    );
  }
  const email = choice.email?.trim() ?? "";
  if (email !== "" && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email)) {
    throw new DomainError("bad_value", sentence`This is not an e-mail address: ${email}`);
  }
  const given = Object.entries(choice.credentials ?? {}).filter(([, value]) => value !== "");
  const isSame = before.provider === provider.id;
  const kept = isSame ? before.credentials : "";
  if (given.length === 0 && kept !== "" && choice.external_account === undefined) {
    return { name, provider: provider.id, credentials: kept, email };
  }
  const unknown = given.find(([field]) => !provider.fields.some((each) => each.name === field));
  if (unknown !== undefined) {
    throw new DomainError(
      "bad_value",
      programSentence`${provider.name} has no such field: ${unknown[0]}`,
    );
  }
  // Absent fields keep the previous values: secrets are not shown on pages, so pages cannot send
  // them again.
  const opened = splitFields(openedCredentials(before.credentials, seal));
  const credentials = { ...isSame ? opened.credentials : {}, ...Object.fromEntries(given) };
  const fault = provider.fault(credentials);
  if (fault !== "") throw new DomainError("bad_value", fault);
  // The account belongs to the certificate authority, regardless of the DNS provider.
  const fields = { ...credentials, ...accountFields(choice.external_account, opened.account) };
  const text = new TextEncoder().encode(JSON.stringify(fields));
  return { name, provider: provider.id, credentials: seal.seal(text, CREDENTIALS_FIELD), email };
}

/** Returns the opened credentials; none when another box sealed them. */
function openedCredentials(sealed: string, seal: Seal): Record<string, string> {
  if (sealed === "") return {};
  try {
    return JSON.parse(new TextDecoder().decode(seal.open(sealed, CREDENTIALS_FIELD)));
  } catch (error) {
    if (error instanceof SealError) return {};
    throw error;
  }
}
