/**
 * Whether a certificate leads to an authority that the system trusts, as browsers would see it (RFC
 * 5280, 6; A 7.8).
 */
import { createHash, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";

/** A stretch of time in Unix milliseconds. */
export interface Validity {
  readonly from: number;
  readonly until: number;
}

/** A file of authorities as it was found. */
export interface AuthorityFile {
  readonly text: string;
  /** Changes with the file. */
  readonly stamp: string;
}

/** Where Debian, Fedora and Alpine keep the authorities of the system. */
const FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];
/** Bytes of a file that are read, certificates of a chain that are looked at. */
const MOST_BYTES = 8 * 1024 * 1024;
const DEEPEST = 8;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g;

/**
 * Looks chains up. Authorities are read only when a chain or their file is another than before:
 * between two looks nothing of them is kept in memory.
 */
export class SystemTrust {
  readonly #files: readonly string[];
  #known: { readonly key: string; readonly validity: Validity | undefined } | undefined = undefined;

  /** `file` is that of SSL_CERT_FILE, "" = where the system has it. */
  constructor(file: string) {
    this.#files = file === "" ? FILES : [file];
  }

  /**
   * When the way from a chain (PEM, the leaf first) to an authority of the system holds; undefined
   * = there is none.
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

  /** The authorities as PEM; those of the runtime where the system has none. */
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

/** The way from the leaf of a chain to one of the authorities. */
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
    return false; // A key of a kind that the runtime does not know.
  }
}

/** When all of them hold. */
function common(path: readonly X509Certificate[]): Validity {
  return {
    from: Math.max(...path.map(({ validFrom }) => Date.parse(validFrom))),
    until: Math.min(...path.map(({ validTo }) => Date.parse(validTo))),
  };
}
