/**
 * Downloads of updates: the signed manifest, and one file whose length and hash it names. An
 * interrupted download goes on where it stopped; what was received is checked as a whole.
 */
import { createHash } from "node:crypto";
import { LIMITS } from "../../../../policy/limits.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { isPublicAddress } from "../../../../policy/model/public_address.ts";
import { DomainError, isDomainError } from "../../../schema/errors.ts";
import { removeFile, syncFolder } from "../../../system/atomic_file.ts";
import { freeBytes } from "../../../system/free_space.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { MOST_MANIFEST, type ReleaseFile } from "../../../updates/manifest.ts";
import { UpdateError } from "../../../updates/refusal.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** A response whose body has not been read yet. */
export interface DownloadResponse {
  readonly status: number;
  /** A header by its lower-case name, "" when absent. */
  header(name: string): string;
  /** Iterating rejects when the connection is cut before the end. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. */
  close(): void;
}

/** How servers are reached. */
export interface DownloadDeps {
  /**
   * Sends a request to one of the addresses only and follows no redirect; rejects with a
   * description of the failure.
   */
  readonly transport: (
    url: URL,
    addresses: readonly string[],
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<DownloadResponse>;
  /** Addresses of a host name, best first; empty = it has none. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether the server may be inside the network (setting `lists_allow_private`). */
  readonly allowPrivate: () => boolean;
}

const { manifestTimeout, idleTimeout } = LIMITS.updates;
const SECOND = 1000;
const OK = 200;
const PARTIAL = 206;

/** The URL of a file in the folder that the setting names. */
export function updateUrl(base: string, name: string): URL {
  return new URL(`${base.replace(/[/?#]+$/, "")}/${name}`);
}

/** Downloads a signed manifest. Rejects with a DomainError. */
export async function downloadManifest(
  url: URL,
  deps: DownloadDeps,
  signal: AbortSignal,
): Promise<string> {
  const late = AbortSignal.timeout(manifestTimeout * SECOND);
  const response = await send(url, deps, {}, AbortSignal.any([signal, late]), late);
  try {
    if (response.status !== OK) throw unusable(statusText(response.status));
    const text = new TextDecoder();
    let read = "";
    for await (const piece of response.body) {
      read += text.decode(piece, { stream: true });
      if (read.length > MOST_MANIFEST) throw unusable(sentence`its manifest is too long`);
    }
    return read + text.decode();
  } catch (error) {
    throw failure(error, signal, late);
  } finally {
    response.close();
  }
}

/** A download in progress. */
export interface FileDownload {
  readonly url: URL;
  readonly file: ReleaseFile;
  /** The folder that receives `name`, and while it lasts `name.part`. */
  readonly folder: string;
  readonly name: string;
  /** Called with the bytes received so far. */
  readonly received: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Downloads a file, going on with what an earlier attempt received. Rejects with an UpdateError
 * when it is not the file that was named, or when there is no room, and with a DomainError.
 */
export async function downloadFile(download: FileDownload, deps: DownloadDeps): Promise<void> {
  const { file, folder, name, url, received, signal } = download;
  const part = `${folder}/${file.sha256.slice(0, 16)}.part`;
  await removeOtherParts(folder, part);
  let begun = await sizeOf(part);
  if (begun > file.bytes) {
    await removeFile(part);
    begun = 0;
  }
  await checkRoom(folder, file.bytes - begun);
  received(begun);
  if (begun < file.bytes) {
    const bytes = { from: begun, to: file.bytes };
    await receive(url, part, bytes, { received, signal }, deps);
  }
  if (await hashOf(part) !== file.sha256) {
    await removeFile(part);
    throw new UpdateError("hash", sentence`the file is not the one that the manifest names`);
  }
  await Deno.rename(part, `${folder}/${name}`);
  await syncFolder(`${folder}/${name}`);
}

async function receive(
  url: URL,
  part: string,
  bytes: { readonly from: number; readonly to: number },
  { received, signal }: Pick<FileDownload, "received" | "signal">,
  deps: DownloadDeps,
): Promise<void> {
  const idle = new AbortController();
  let timer = idleTimer(idle);
  const both = AbortSignal.any([signal, idle.signal]);
  const headers: Record<string, string> = bytes.from === 0 ? {} : { range: `bytes=${bytes.from}-` };
  const response = await send(url, deps, headers, both, idle.signal).catch((error) => {
    clearTimeout(timer);
    throw error;
  });
  try {
    const at = beginning(response, bytes);
    using out = await Deno.open(part, { create: true, write: true, mode: 0o600 });
    await out.truncate(at);
    await out.seek(at, Deno.SeekMode.Start);
    let length = at;
    for await (const piece of response.body) {
      clearTimeout(timer);
      timer = idleTimer(idle);
      length += piece.length;
      if (length > bytes.to) {
        throw new UpdateError("length", sentence`the file is longer than ${bytes.to} bytes`);
      }
      for (let done = 0; done < piece.length;) done += await out.write(piece.subarray(done));
      received(length);
    }
    if (length < bytes.to) {
      throw unusable(sentence`it ended after ${length} of ${bytes.to} bytes`);
    }
    await out.sync();
  } catch (error) {
    if (error instanceof UpdateError) await removeFile(part);
    throw failure(error, signal, idle.signal);
  } finally {
    clearTimeout(timer);
    response.close();
  }
}

/** Where the body begins: after what is there, or anew. The length is known before it is read. */
function beginning(
  response: DownloadResponse,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const { status } = response;
  if (status !== OK && status !== PARTIAL) throw unusable(statusText(status));
  const range = /^bytes (\d{1,12})-\d{1,12}\/(\d{1,12})$/.exec(response.header("content-range"));
  if (status === PARTIAL && Number(range?.[1]) !== from) {
    throw unusable(sentence`it sent another part`);
  }
  const at = status === PARTIAL ? from : 0;
  const total = at + Number(response.header("content-length"));
  if (response.header("content-length") === "" || total !== to) {
    throw new UpdateError("length", sentence`the server has another length than ${to} bytes`);
  }
  return at;
}

function idleTimer(idle: AbortController): ReturnType<typeof setTimeout> {
  return setTimeout(() => idle.abort(), idleTimeout * SECOND);
}

async function send(
  url: URL,
  { transport, lookup, allowPrivate }: DownloadDeps,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<DownloadResponse> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = parseAddress(host) === undefined ? await lookup(host) : [host];
  if (found.length === 0) {
    throw unusable(sentence`its name was not found, or the box itself blocks it`);
  }
  const allowed = allowPrivate() ? found : found.filter(isPublicAddress);
  if (allowed.length === 0) {
    throw unusable(
      sentence`it is inside this network (${
        found[0]
      }), which needs the setting lists_allow_private`,
    );
  }
  try {
    return await transport(url, allowed, { "user-agent": USER_AGENT, ...headers }, signal);
  } catch (error) {
    throw failure(error, signal, late);
  }
}

function failure(error: unknown, signal: AbortSignal, late: AbortSignal): Error {
  if (error instanceof UpdateError || isDomainError(error)) return error;
  const { message } = error as Error;
  if (/os error 28/.test(message)) return new UpdateError("disk", sentence`the disk is full`);
  if (late.aborted) return unusable(sentence`it did not answer in time`);
  return unusable(
    signal.aborted ? sentence`the download was ended` : sentence`the connection failed: ${message}`,
  );
}

/** The server cannot be used; the message completes a sentence. */
function unusable(message: Sentence): DomainError {
  return new DomainError("update_refused", message);
}

function statusText(status: number): Sentence {
  return status >= 300 && status < 400
    ? sentence`it sends on to another address (${status})`
    : sentence`it answered with status ${status}`;
}

async function checkRoom(folder: string, bytes: number): Promise<void> {
  const needed = bytes + LIMITS.updates.spareBytes;
  if (await freeBytes(folder) < needed) {
    const megabytes = Math.ceil(needed / 1_000_000);
    throw new UpdateError("disk", sentence`the disk has less than ${megabytes} MB left`);
  }
}

/** Removes what was received of another file. */
async function removeOtherParts(folder: string, kept: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (name.endsWith(".part") && path !== kept) await removeFile(path);
  }
}

async function sizeOf(path: string): Promise<number> {
  return await Deno.stat(path).then(({ size }) => size, () => 0);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const piece of file.readable) hash.update(piece);
  return hash.digest("hex");
}
