/**
 * One download of a list: a conditional request, redirects checked one by one, the body decoded
 * within limits into a temporary file. The good copy is not changed: the caller keeps or deletes
 * the new file.
 */
import { createHash } from "node:crypto";
import { detectContent } from "../../../../policy/lists/content.ts";
import { DomainError } from "../../../schema/errors.ts";
import { USER_AGENT } from "../../../system/version.ts";
import { AtomicFile } from "../../../system/atomic_file.ts";
import { LIST_BOUNDS, ListBody, type ListBounds } from "./decode.ts";
import { allowedAddresses, hostOf, type Lookup, parseListUrl } from "./target.ts";
import { connectionText, httpTransport, type ListResponse, type Transport } from "./transport.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** The dependencies of a download. */
export interface FetchOptions {
  /**
   * Addresses of a host name. It uses the box's own resolver: the system's resolver is often the
   * box itself, or unavailable.
   */
  readonly lookup: Lookup;
  /** Whether lists may be inside the network (setting `lists_allow_private`). */
  readonly allowPrivate: () => boolean;
  readonly transport?: Transport;
  /** Converts the downloaded list before it is written; by default it is unchanged. */
  readonly rewrite?: ListTransform;
  readonly bounds?: ListBounds;
  /** Milliseconds for the whole download, 60,000 by default. */
  readonly timeout?: number;
  /** Milliseconds without a byte, 15,000 by default. */
  readonly idleTimeout?: number;
  /** Called with the number of bytes received so far. */
  readonly received?: (bytes: number) => void;
}

/** Converts the decoded pieces of a list into its stored form. */
export type ListTransform = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** The validators of the server's copy, sent in a conditional request (RFC 9110 13.1). */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** A completely downloaded list, in a temporary file. */
export interface FetchedList extends Validators {
  readonly file: AtomicFile;
  readonly bytes: number;
  readonly lines: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

const LISTS = httpTransport("lists");
/** Maximum number of redirects. */
const MAX_REDIRECTS = 5;
/** Bytes that are read to distinguish a list from a web page. */
const HEAD_BYTES = 1024;
/** Maximum length of a stored validator, in characters. */
const MAX_VALIDATOR = 512;

/**
 * Downloads a list to a temporary file beside `path`; "unchanged" when the server reports that.
 * Throws DomainError with the reason in words for anything else; on any error, no file is left
 * behind.
 */
export async function fetchList(
  address: string,
  validators: Validators | undefined,
  path: string,
  options: FetchOptions,
): Promise<FetchedList | "unchanged"> {
  const watch = new Watch(options.timeout ?? 60_000, options.idleTimeout ?? 15_000);
  try {
    const response = await watch.race(follow(parseListUrl(address), validators, options, watch));
    try {
      if (response.status === 304 && validators !== undefined) return "unchanged";
      checkResponse(response);
      return await store(response, path, options, watch);
    } finally {
      response.close();
    }
  } catch (error) {
    const cause = watch.signal.aborted ? watch.signal.reason : error;
    if (cause instanceof DomainError) throw cause;
    throw new DomainError("list_refused", connectionText(cause, hostOf(parseListUrl(address))));
  } finally {
    watch.end();
  }
}

/** Both timeouts of a download: for the whole, and between bytes. */
class Watch {
  readonly #controller = new AbortController();
  readonly #total: ReturnType<typeof setTimeout>;
  readonly #idleTime: number;
  #idle: ReturnType<typeof setTimeout>;

  constructor(total: number, idle: number) {
    this.#idleTime = idle;
    this.#total = this.#limit(
      total,
      sentence`the download took longer than ${Math.ceil(total / 1000)} seconds`,
    );
    this.#idle = this.#limit(idle, this.#idleText());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resets the timeout between bytes. */
  progress(): void {
    clearTimeout(this.#idle);
    this.#idle = this.#limit(this.#idleTime, this.#idleText());
  }

  /**
   * Returns the promise, or a rejection at a timeout: a lookup or transport that ignores the signal
   * is not waited for.
   */
  race<T>(promise: Promise<T>): Promise<T> {
    const stopped = new Promise<never>((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
    promise.catch(() => {});
    return Promise.race([promise, stopped]);
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
  }

  #idleText(): Sentence {
    return sentence`the server sent nothing for ${Math.ceil(this.#idleTime / 1000)} seconds`;
  }

  #limit(milliseconds: number, text: Sentence): ReturnType<typeof setTimeout> {
    return setTimeout(
      () => this.#controller.abort(new DomainError("list_refused", text)),
      milliseconds,
    );
  }
}

async function follow(
  start: URL,
  validators: Validators | undefined,
  options: FetchOptions,
  watch: Watch,
): Promise<ListResponse> {
  const transport = options.transport ?? LISTS;
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const addresses = await allowedAddresses(url, options.lookup, options.allowPrivate());
    const response = await transport(url, addresses, requestHeaders(validators), watch.signal);
    watch.progress();
    const location = response.header("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === "") return response;
    response.close();
    url = nextUrl(url, location);
  }
  throw new DomainError(
    "list_refused",
    sentence`the server redirects more than ${MAX_REDIRECTS} times, perhaps in a circle`,
  );
}

function nextUrl(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) {
    throw new DomainError("list_refused", sentence`the server redirects to an invalid address`);
  }
  const next = parseListUrl(new URL(location, from).href);
  if (from.protocol === "https:" && next.protocol === "http:") {
    throw new DomainError(
      "list_refused",
      sentence`the server redirects from https to http, where anyone on the way can change the list: ${next.host}`,
    );
  }
  return next;
}

function requestHeaders(validators: Validators | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    "user-agent": USER_AGENT,
    "accept": "text/plain, */*;q=0.5",
    "accept-encoding": "gzip, br",
  };
  if (validators?.etag) headers["if-none-match"] = validators.etag;
  if (validators?.lastModified) headers["if-modified-since"] = validators.lastModified;
  return headers;
}

const PORTAL =
  sentence`the server sent a web page instead of a list, perhaps the sign-in page of a network`;

function checkResponse(response: ListResponse): void {
  if (response.status !== 200) {
    const { status } = response;
    throw new DomainError(
      "list_refused",
      status === 404 || status === 410
        ? sentence`the server no longer has the list (error ${status})`
        : sentence`the server answered ${status}`,
    );
  }
  if (/^\s*(text\/html|application\/xhtml)/i.test(response.header("content-type"))) {
    throw new DomainError("list_refused", PORTAL);
  }
}

function contentLength(response: ListResponse): number | undefined {
  const text = response.header("content-length");
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function store(
  response: ListResponse,
  path: string,
  { bounds = LIST_BOUNDS, received = () => {}, rewrite = (pieces) => pieces }: FetchOptions,
  watch: Watch,
): Promise<FetchedList> {
  const body = new ListBody(bounds);
  const hash = createHash("sha256");
  const file = await AtomicFile.create(path);
  try {
    const pieces = body.decode(
      watched(response.body, watch, received),
      response.header("content-encoding"),
      contentLength(response),
    );
    for await (const piece of rewrite(refuseOtherFormats(pieces))) {
      hash.update(piece);
      await file.write(piece);
    }
    if (watch.signal.aborted) throw watch.signal.reason;
  } catch (error) {
    await file.drop();
    throw error;
  }
  return {
    file,
    bytes: body.raw,
    lines: body.lines,
    sha256: hash.digest("hex"),
    etag: response.header("etag").slice(0, MAX_VALIDATOR),
    lastModified: response.header("last-modified").slice(0, MAX_VALIDATOR),
  };
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  watch: Watch,
  received: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const iterator = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await watch.race(iterator.next());
    if (next.done) return;
    watch.progress();
    received(bytes += next.value.length);
    yield next.value;
  }
}

/**
 * Yields the pieces after their start was recognised as a list. Throws DomainError for web pages
 * and binary files.
 */
export async function* refuseOtherFormats(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  for await (const piece of pieces) {
    if (head === undefined) {
      yield piece;
      continue;
    }
    const joined: Uint8Array = new Uint8Array(head.length + piece.length);
    joined.set(head);
    joined.set(piece, head.length);
    head = joined;
    if (head.length < HEAD_BYTES) continue;
    judge(head);
    yield head;
    head = undefined;
  }
  if (head === undefined) return;
  judge(head);
  yield head;
}

function judge(head: Uint8Array): void {
  if (head[0] === 0xff && head[1] === 0xfe || head[0] === 0xfe && head[1] === 0xff) {
    throw new DomainError(
      "list_refused",
      sentence`the list is written in UTF-16; the box reads UTF-8`,
    );
  }
  const what = detectContent(head);
  if (what === "html") throw new DomainError("list_refused", PORTAL);
  if (what === "binary") {
    throw new DomainError("list_refused", sentence`this is a binary file, not a list of names`);
  }
}
