/**
 * The block page: a client that requests a recently blocked name over HTTP or HTTPS gets the
 * reason, whatever the path and the method (A 7.6.3 to 7.6.8). It is not a route: it has no access
 * to the interface, the API or a session.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Address } from "../../../../policy/model/address.ts";
import { requestHost } from "../../../http/host.ts";
import { isAllowed, peerAddress, RequestRate } from "../../../http/sources.ts";
import { type BlockDecision, type BlockWhy, whyOf } from "./why.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** A decision to block a name for a device, with its time. */
export interface BlockedQuery extends BlockDecision {
  /** Unix milliseconds. */
  readonly at: number;
}

/** The recently blocked names (resolver/memory/block_memory.ts). */
export interface BlockedNames {
  /** Whether a lower-case name was blocked or shown for any device in the last ten minutes. */
  has(name: string): boolean;
  /** Returns the decision for a device, by its number, or by its address when the number is 0. */
  find(
    name: string,
    client: { readonly device: number; readonly address: Address },
  ): BlockedQuery | undefined;
  /** Keeps the name for another ten minutes. */
  renew(name: string): void;
}

/** Whether a device can file a request for more time, has a waiting one, or cannot. */
export type RequestStanding = "possible" | "waiting" | "refused";

/** The content of a page. */
export interface BlockPageResponse {
  /** The name as it was queried, in lower case. */
  readonly name: string;
  /** Undefined = it was blocked for another device, and only that device gets the reason. */
  readonly why: BlockWhy | undefined;
  /** When a block by time ends, in Unix seconds; 0 = not in the next days, or time is not why. */
  readonly opens: number;
  /** Whether this device can file a request for the time that is over. */
  readonly request: RequestStanding;
  /** Name of the box. */
  readonly box: string;
  /** The URL of the box, `http://box`. */
  readonly home: string;
  /** IANA name of the time zone of the household, "" = that of the machine. */
  readonly zone: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Renders the page in the language of a request. */
export type BlockPageView = (shown: BlockPageResponse, request: Request) => {
  readonly html: string;
  readonly language: string;
  /** SHA-256 of its only style sheet, Base64. */
  readonly style: string;
};

/** The dependencies of `BlockPage`. */
export interface BlockPageOptions {
  readonly names: BlockedNames;
  /** The number of the device at an address; 0 = unknown device. */
  readonly deviceAt: (address: string) => number;
  /** When a block by time ends on a device, in Unix seconds; 0 = not in the next days. */
  readonly opens: (device: number, why: BlockWhy) => number;
  /** Whether a device can file a request for the time that is over. Never rejects. */
  readonly requestStanding: (device: number, why: BlockWhy) => Promise<RequestStanding>;
  /** The current reason, when choices have changed since the block. */
  readonly reasonNow: (device: number, why: BlockWhy) => BlockWhy;
  /** The category of a list; "" = unknown. */
  readonly categoryOf: (list: number) => string;
  /** Networks whose clients may use the box. */
  readonly allowedRanges: () => readonly string[];
  /** Name and URL of the box, and the time zone of the household. */
  readonly box: () => Pick<BlockPageResponse, "box" | "home" | "zone">;
  /** Loads the page when it is first shown. */
  readonly view: () => Promise<BlockPageView>;
  readonly runtime: Runtime;
}

/** Rate limit of pages for an address: per second, and the burst. */
const { pagesPerSecond, pagesBurst } = LIMITS.blockPage;

/** Responds to requests for blocked names. */
export class BlockPage {
  readonly #options: BlockPageOptions;
  readonly #pages = new RequestRate(pagesPerSecond, pagesBurst);
  /**
   * Rate limit of requests that get no page: scripts and pictures of other pages, which come in
   * bursts.
   */
  readonly #parts = new RequestRate();
  #view: Promise<BlockPageView> | undefined = undefined;

  constructor(options: BlockPageOptions) {
    this.#options = options;
  }

  /**
   * Returns the page when the name in Host, or else in TLS, was recently blocked; undefined = it
   * was not, or the client may not see it.
   */
  answer(
    request: Request,
    { address, servername }: { readonly address: string; readonly servername: string },
  ): Promise<Response> | undefined {
    const { names, allowedRanges, runtime } = this.#options;
    const peer = peerAddress(address);
    if (peer === undefined || !isAllowed(peer, allowedRanges())) return undefined;
    const host = requestHost(request.headers.get("host") ?? "")?.name;
    const name = [host, servername].find((each) =>
      each !== undefined && each !== "" && names.has(each)
    );
    if (name === undefined) return undefined;
    const isPart = !isForPeople(request);
    const rate = isPart ? this.#parts : this.#pages;
    if (!rate.admits(peer, runtime.now())) {
      return Promise.resolve(bare(429, { "retry-after": "1" }));
    }
    return isPart ? Promise.resolve(bare(403)) : this.#page(name, request, { peer, address });
  }

  async #page(
    name: string,
    request: Request,
    { peer, address }: { readonly peer: Address; readonly address: string },
  ): Promise<Response> {
    const { names, deviceAt, opens, reasonNow, requestStanding, categoryOf, box, runtime } =
      this.#options;
    const device = deviceAt(address);
    const found = names.find(name, { device, address: peer });
    names.renew(name);

    const why = found && reasonNow(device, whyOf(found, categoryOf));
    const isTime = why?.mayAsk === "more-time";
    const shown = {
      name,
      why,
      opens: isTime ? opens(device, why) : 0,
      request: isTime ? await requestStanding(device, why) : "refused" as const,
      ...box(),
      now: runtime.now(),
    };

    const { html, language, style } = (await this.#loaded())(shown, request);
    const bytes = new TextEncoder().encode(html);
    return new Response(request.method === "HEAD" ? null : bytes, {
      status: 403,
      headers: {
        ...HEADERS,
        "content-type": "text/html; charset=utf-8",
        "content-language": language,
        "content-length": String(bytes.length),
        "content-security-policy":
          `default-src 'none'; style-src 'sha256-${style}'; ${NOTHING_ELSE}`,
      },
    });
  }

  #loaded(): Promise<BlockPageView> {
    return this.#view ??= this.#options.view().catch((error) => {
      this.#view = undefined;
      throw error;
    });
  }
}

const NOTHING_ELSE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS = {
  // A browser reuses a connection while it is active: after the name is unblocked it would still
  // get this page.
  "connection": "close",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

/**
 * Whether a person sees the response: not a script, a picture or a frame of another page. Old
 * browsers do not report this.
 */
function isForPeople({ headers }: Request): boolean {
  return (headers.get("sec-fetch-dest") ?? "document") === "document";
}

function bare(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const policy = `default-src 'none'; ${NOTHING_ELSE}`;
  return new Response(null, {
    status,
    headers: { ...HEADERS, "content-security-policy": policy, ...headers },
  });
}
