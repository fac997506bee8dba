/** Obtains the certificate of a choice from its source, and validates it before it is used. */
import { damagedPart } from "../../../certificate/files.ts";
import { describeCertificate } from "../../../certificate/certificate_description.ts";
import type { Seal } from "../../../system/seal.ts";
import type { ImmediateCertificate } from "./certificate_choice.ts";
import type {
  CertificateOrder,
  CertificateSource,
  DnsProvider,
  ObtainedCertificate,
} from "../../../certificate/source.ts";
import { splitFields } from "./external_account.ts";
import { CREDENTIALS_FIELD, type StoredChoice } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies for obtaining a certificate. */
export interface ObtainingOptions {
  readonly seal: Seal;
  readonly sources: Readonly<Partial<Record<"domain" | "box", CertificateSource>>>;
  readonly providers: readonly DnsProvider[];
  readonly runtime: Runtime;
  readonly tell: (step: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Minimum length of a secret; a shorter value is a port, a region or similar, and appears in many
 * sentences.
 */
const SHORTEST_SECRET = 8;

/**
 * Obtains the certificate of a choice. Rejects with a sentence for its owner, or when the signal
 * aborts.
 */
export async function obtainForChoice(
  choice: StoredChoice,
  options: ObtainingOptions,
): Promise<ImmediateCertificate> {
  const { sources, providers, tell, signal } = options;
  const { mode } = choice;
  const isObtained = mode === "domain" || mode === "box";
  const source = isObtained ? sources[mode] : undefined;
  if (!isObtained || source === undefined) {
    throw new Error("What such certificates are obtained from is not set any more");
  }
  signal.throwIfAborted();
  const order = orderOf(choice, options.seal);
  const secrets = secretsOf(order, providers);
  const obtaining = source.obtain(order, tell, signal).catch((error) =>
    Promise.reject(withoutSecrets(error, secrets))
  );
  // The caller does not wait for a source that continues after it was aborted.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener("abort", end);
  const got = await Promise.race([obtaining, ended]).finally(() =>
    signal.removeEventListener("abort", end)
  );
  check(got, options.runtime.now());
  return { mode, name: got.names[0], recipe: 0, cert: got.cert, key: got.key, authority: "" };
}

function orderOf(
  { name, provider, credentials, email }: StoredChoice,
  seal: Seal,
): CertificateOrder {
  const opened = credentials === ""
    ? "{}"
    : new TextDecoder().decode(seal.open(credentials, CREDENTIALS_FIELD));
  return { name, provider, email, ...splitFields(JSON.parse(opened)) };
}

/**
 * Returns the values that messages must not contain; the name of a server or a key is not secret.
 */
function secretsOf(
  { provider, credentials, account }: CertificateOrder,
  providers: readonly DnsProvider[],
): string[] {
  const fields = providers.find(({ id }) => id === provider)?.fields ?? [];
  const isPlain = (name: string) => fields.some((field) => field.name === name && !field.secret);
  const secrets = Object.entries(credentials).filter(([name]) => !isPlain(name)).map(([, value]) =>
    value
  );
  return [...secrets, account?.hmacKey ?? ""].filter((value) => value.length >= SHORTEST_SECRET);
}

/**
 * A provider may repeat its credentials in an error, and error messages appear in logs, alerts and
 * pages.
 */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.reduce(
    (message, secret) => message.replaceAll(secret, "***"),
    error.message,
  );
  return error;
}

/** Checks that the certificate is for the requested names and this key, and is valid now. */
function check({ names, cert, key }: ObtainedCertificate, now: number): void {
  const described = describeCertificate(cert);
  if (described === undefined || damagedPart({ cert, key }) !== undefined) {
    throw new Error("The authority gave something else than a certificate of the key");
  }
  const lacking = names.length === 0
    ? "its name"
    : names.find((name) => !described.names.includes(name.toLowerCase()));
  if (lacking !== undefined) {
    throw new Error(`The authority gave a certificate that lacks ${lacking}`);
  }
  if (described.until * 1000 <= now) {
    throw new Error("The authority gave a certificate that ended already");
  }
}
