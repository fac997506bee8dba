/**
 * Checks whether a certificate chains to an authority that the system trusts, as browsers do (RFC
 * 5280 6; A 7.8).
 */
import { createHash, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";

/** A validity period in Unix milliseconds. */
export interface Validity {
  readonly from: number;
  readonly until: number;
}

/** The content of a file of authorities. */
export interface AuthorityFile {
  readonly text: string;
  /** Changes with the file. */
  readonly stamp: string;
}

/** Where Debian, Fedora and Alpine store the system's authorities. */
const FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];
/** Maximum bytes of a file, and maximum certificates of a chain. */
const MOST_BYTES = 8 * 1024 * 1024;
const DEEPEST = 8;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g;

/**
 * Checks chains. Authorities are read only when the chain or their file changed, and are not kept
 * in memory between two checks.
 */
export class SystemTrust {
  readonly #files: readonly string[];
  #known: { readonly key: string; readonly validity: Validity | undefined } | undefined = undefined;

  /** `file` is the value of SSL_CERT_FILE; "" = the system's default files. */
  constructor(file: string) {
    this.#files = file === "" ? FILES : [file];
  }

  /**
   * The validity of the path from a chain (PEM, the leaf first) to an authority of the system;
   * undefined = no path.
   */
  async validityOf(chain: string): Promise<Validity | undefined> {
    const stamp = await this.#stamp();
    const key = `${createHash("sha256").update(chain).digest("hex")} ${stamp}`;
    if (this.#known?.key !== key) {
      this.#known = { key, validity: pathOf(chain, await this.#authorities()) };
    }
    return this.#known.validity;
  }

  async #stamp(): Promise<string> {
    for (const path of this.#files) {
      const found = await Deno.stat(path).catch(() => undefined);
      if (found?.isFile) {
        return `${path} ${found.size} ${found.mtime?.getTime() ?? 0} ${found.ino ?? 0}`;
      }
    }
    return "";
  }

  /** The authorities as PEM; the runtime's own when the system has none. */
  async #authorities(): Promise<readonly string[]> {
    for (const path of this.#files) {
      const { size = 0 } = await Deno.stat(path).catch(() => ({ size: 0 }));
      if (size === 0 || size > MOST_BYTES) continue;
      const text = await Deno.readTextFile(path).catch(() => "");
      return text.match(CERTIFICATE) ?? [];
    }
    return rootCertificates;
  }
}

/** The validity of the path from the leaf of a chain to one of the authorities. */
function pathOf(chain: string, authorities: readonly string[]): Validity | undefined {
  const [leaf, ...others] = (chain.match(CERTIFICATE) ?? []).slice(0, DEEPEST).flatMap(read);
  if (leaf === undefined || leaf.ca) return undefined;
  const roots = authorities.flatMap(read);
  const path = [leaf];
  const left = new Set(others);
  while (path.length <= DEEPEST) {
    const last = path.at(-1)!;
    const root = roots.find((each) => hasSigned(each, last));
    if (root !== undefined) return common([...path, root]);
    const issuer = [...left].find((each) => hasSigned(each, last));
    if (issuer === undefined) return undefined;
    left.delete(issuer);
    path.push(issuer);
  }
  return undefined;
}

function read(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)];
  } catch {
    return [];
  }
}

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // The runtime does not know this kind of key.
    return false;
  }
}

/** The period in which all certificates of a path are valid. */
function common(path: readonly X509Certificate[]): Validity {
  return {
    from: Math.max(...path.map(({ validFrom }) => Date.parse(validFrom))),
    until: Math.min(...path.map(({ validTo }) => Date.parse(validTo))),
  };
}
