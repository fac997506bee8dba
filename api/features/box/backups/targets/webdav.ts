/** Backups at a WebDAV server (RFC 4918). */
import type { WebdavConfig } from "./config.ts";
import { elementsOf } from "./elements.ts";
import { askPlace, type PlaceRequest } from "./http.ts";
import {
  type BackupFile,
  backupsAmong,
  type BackupStore,
  type KeptBackup,
  MOST_ENTRIES,
  placeFault,
  type TransferContext,
} from "./store.ts";

const LISTING = new TextEncoder().encode(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><getcontentlength/>' +
    "<resourcetype/></prop></propfind>",
);

/** A folder at a WebDAV server. */
export class WebdavStore implements BackupStore {
  readonly #config: WebdavConfig;
  readonly #password: string;

  constructor(config: WebdavConfig, password: string) {
    this.#config = config;
    this.#password = password;
  }

  async put(name: string, file: BackupFile, context: TransferContext): Promise<void> {
    await this.#makeFolder(context);
    const part = `${name}.part`;
    const body = { path: file.path, bytes: file.bytes };
    const headers = { "content-type": "application/octet-stream" };
    await this.#ask({ method: "PUT", url: this.#url(part), headers, body }, OK, context);
    const to = { destination: this.#url(name).href, overwrite: "T" };
    await this.#ask({ method: "MOVE", url: this.#url(part), headers: to }, OK, context);
  }

  async list(context: TransferContext): Promise<readonly KeptBackup[]> {
    await this.#makeFolder(context);
    const headers = { depth: "1", "content-type": "application/xml; charset=utf-8" };
    const { body } = await this.#ask(
      { method: "PROPFIND", url: this.#url(""), headers, body: LISTING },
      [207],
      context,
    );
    return backupsAmong(listedFiles(new TextDecoder().decode(body), this.#url("").host));
  }

  async get(
    name: string,
    take: (part: Uint8Array) => Promise<void>,
    context: TransferContext,
  ): Promise<void> {
    await this.#ask({ method: "GET", url: this.#url(name), take }, [200], context);
  }

  async remove(name: string, context: TransferContext): Promise<void> {
    await this.#ask({ method: "DELETE", url: this.#url(name) }, [...OK, 404], context);
  }

  /** Makes the folder; 405 = it is there. */
  async #makeFolder(context: TransferContext): Promise<void> {
    await this.#ask({ method: "MKCOL", url: this.#url("") }, [201, 405, 301], context);
  }

  #url(name: string): URL {
    return new URL(encodeURIComponent(name), `${this.#config.url.replace(/\/*$/, "")}/`);
  }

  #ask(
    { headers = {}, ...request }: Omit<PlaceRequest, "ca" | "expected" | "destination">,
    expected: readonly number[],
    context: TransferContext,
  ) {
    const { user, ca } = this.#config;
    const account = new TextEncoder().encode(`${user}:${this.#password}`).toBase64();
    return askPlace(
      {
        ...request,
        destination: "backup_webdav",
        headers: user === "" ? headers : { ...headers, authorization: `Basic ${account}` },
        ca,
        expected,
      },
      context,
    );
  }
}

const OK = [200, 201, 204];

/** The files of a multistatus response of a host; only names and lengths are read from it. */
export function listedFiles(xml: string, host: string): KeptBackup[] {
  const found: KeptBackup[] = [];
  for (const response of elementsOf(xml, /<(\/?)(?:\w+:)?response\b[^<>]*>/gi)) {
    const href = /<(?:\w+:)?href\b[^<>]*>([^<]*)<\//i.exec(response)?.[1] ?? "";
    const length = /<(?:\w+:)?getcontentlength\b[^<>]*>\s*(\d{1,15})\s*<\//i.exec(response)?.[1];
    if (length === undefined) continue;
    found.push({ name: lastPart(href.trim()), bytes: Number(length) });
    if (found.length > MOST_ENTRIES) {
      throw placeFault("too_many_files", host);
    }
  }
  return found;
}

function lastPart(href: string): string {
  try {
    return decodeURIComponent(href.slice(href.lastIndexOf("/") + 1));
  } catch {
    return "";
  }
}
