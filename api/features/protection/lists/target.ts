/** Checks the sources of lists before any request, and again at each redirect (SSRF). */
import { parseAddress } from "../../../../policy/model/address.ts";
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** Maximum length of a URL in characters. */
const MAX_URL = 2048;

/** Parses the URL of a list: http or https, without credentials. Throws DomainError. */
export function parseListUrl(text: string): URL {
  if (text.length > MAX_URL) {
    throw new DomainError(
      "list_refused",
      sentence`The address of a list can have at most ${MAX_URL} characters, this one has: ${text.length}`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    throw new DomainError(
      "list_refused",
      sentence`This is not the address of a list; write https://… or http://…: ${text}`,
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new DomainError(
      "list_refused",
      sentence`Lists are fetched by https or http only, not by: ${url.protocol.slice(0, -1)}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DomainError(
      "list_refused",
      sentence`The address of a list cannot have a user name or password; remove them`,
    );
  }
  url.hash = "";
  return url;
}

/** Returns the host of a URL without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Returns the addresses of a host name, best first; empty = it has none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/**
 * The addresses at which a URL may be requested. Throws DomainError when the name has none, or only
 * ones inside the network while `allowPrivate` is off.
 */
export async function allowedAddresses(
  url: URL,
  lookup: Lookup,
  allowPrivate: boolean,
): Promise<string[]> {
  const host = hostOf(url);
  const found = parseAddress(host) === undefined ? await lookup(host) : [host];
  if (found.length === 0) {
    throw new DomainError(
      "list_refused",
      sentence`the name ${host} was not found, or the box itself blocks it`,
    );
  }
  const allowed = allowPrivate ? [...found] : found.filter(isPublicAddress);
  if (allowed.length === 0) {
    throw new DomainError(
      "list_refused",
      sentence`${host} is inside this network (${
        found[0]
      }), where lists are not fetched unless the setting lists_allow_private is on`,
    );
  }
  return allowed;
}

/** Folders whose files are never lists. */
const NO_LISTS_BELOW = ["/proc", "/sys", "/dev", "/run"];

/**
 * The true path of a file to take a list from: absolute, a regular file, reached without links,
 * outside the data directory and the kernel's folders. Throws DomainError; the message never
 * contains the content of the file (AdGuard Home CVE-2024-36814).
 */
export async function parseListPath(path: string, dataDir: string): Promise<string> {
  if (!path.startsWith("/") || path.includes("\0")) {
    throw new DomainError(
      "list_refused",
      programSentence`Give the whole path of the file, from /: ${path}`,
    );
  }
  const refused = new DomainError(
    "list_refused",
    programSentence`This is no regular file that the box can read a list from: ${path}`,
  );
  const real = await Deno.realPath(path).catch(() => {
    throw refused;
  });
  // The file is checked first, because opening a FIFO or device would block.
  const facts = await Deno.lstat(path).catch(() => undefined);
  const below = [...NO_LISTS_BELOW, dataDir].some((folder) =>
    real === folder || real.startsWith(`${folder}/`)
  );
  if (facts === undefined || !facts.isFile || real !== path || below) throw refused;
  return real;
}
