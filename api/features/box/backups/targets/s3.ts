/** Backups in a bucket of an S3-compatible store, with signed requests (Signature Version 4). */
import { AwsV4Signer } from "aws4fetch";
import { createHash } from "node:crypto";
import type { S3Config } from "./config.ts";
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

/** Maximum pages of a listing; a page of a store has up to 1000 entries. */
const MOST_PAGES = 100;
const NOTHING = createHash("sha256").digest("hex");

/** A bucket, or a path in it. A request over a file is one PUT, which stores keep whole. */
export class S3Store implements BackupStore {
  readonly #config: S3Config;
  readonly #secret: string;

  constructor(config: S3Config, secret: string) {
    this.#config = config;
    this.#secret = secret;
  }

  async put(name: string, file: BackupFile, context: TransferContext): Promise<void> {
    const body = { path: file.path, bytes: file.bytes };
    await this.#ask({ method: "PUT", url: this.#url(name), body }, [200], context, file.sha256);
  }

  async list(context: TransferContext): Promise<readonly KeptBackup[]> {
    const found: KeptBackup[] = [];
    const tokens = new Set<string>();
    for (let token: string | undefined = ""; token !== undefined;) {
      if (tokens.has(token) || tokens.size === MOST_PAGES) {
        throw placeFault("too_many_files", this.#config.bucket, "the listing does not end");
      }
      tokens.add(token);
      const url = this.#bucket();
      url.searchParams.set("list-type", "2");
      url.searchParams.set("prefix", this.#prefix());
      if (token !== "") url.searchParams.set("continuation-token", token);
      const { body } = await this.#ask({ method: "GET", url }, [200], context);
      const page = listedObjects(new TextDecoder().decode(body), this.#prefix());
      found.push(...page.files);
      if (found.length > MOST_ENTRIES) {
        throw placeFault("too_many_files", this.#config.bucket);
      }
      token = page.next;
    }
    return backupsAmong(found);
  }

  async get(
    name: string,
    take: (part: Uint8Array) => Promise<void>,
    context: TransferContext,
  ): Promise<void> {
    await this.#ask({ method: "GET", url: this.#url(name), take }, [200], context);
  }

  async remove(name: string, context: TransferContext): Promise<void> {
    await this.#ask({ method: "DELETE", url: this.#url(name) }, [200, 204, 404], context);
  }

  #prefix(): string {
    const { folder } = this.#config;
    return folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  }

  #bucket(): URL {
    const { url, bucket } = this.#config;
    return new URL(bucket, `${url.replace(/\/*$/, "")}/`);
  }

  #url(name: string): URL {
    return new URL(`${this.#bucket().href}/${this.#prefix()}${name}`);
  }

  async #ask(
    request: Omit<PlaceRequest, "ca" | "expected" | "destination">,
    expected: readonly number[],
    context: TransferContext,
    sha256 = NOTHING,
  ) {
    const { region, access_key, ca } = this.#config;
    const signer = new AwsV4Signer({
      method: request.method,
      url: request.url.href,
      headers: { "x-amz-content-sha256": sha256 },
      accessKeyId: access_key,
      secretAccessKey: this.#secret,
      service: "s3",
      region,
      datetime: new Date(context.runtime.now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    const headers = Object.fromEntries(
      [...signed.headers].filter(([name]) => name !== "host"),
    );
    return await askPlace(
      {
        ...request,
        destination: "backup_s3",
        url: signed.url,
        headers,
        ca,
        expected,
      },
      context,
    );
  }
}

/** The objects of a listing below a prefix, and the token of the next page. */
export function listedObjects(
  xml: string,
  prefix: string,
): { readonly files: readonly KeptBackup[]; readonly next: string | undefined } {
  const files: KeptBackup[] = [];
  for (const object of elementsOf(xml, /<(\/?)Contents>/g)) {
    const key = plainText(/<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? "");
    const size = /<Size>(\d{1,15})<\/Size>/.exec(object)?.[1];
    if (size === undefined || !key.startsWith(prefix)) continue;
    files.push({ name: key.slice(prefix.length), bytes: Number(size) });
  }
  const isCut = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const token = /<NextContinuationToken>([^<]{1,4096})<\/NextContinuationToken>/.exec(xml)?.[1];
  return { files, next: isCut && token !== undefined ? plainText(token) : undefined };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function plainText(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole);
}
