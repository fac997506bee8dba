/**
 * Cloudflare (API v4). It needs an API token with the permissions Zone, Zone, Read and Zone, DNS,
 * Edit.
 */
import * as z from "zod";
import type { ChallengeWriter } from "../acme/challenge_writer.ts";
import {
  credentialsFault,
  malformedReplyFault,
  missingZoneFault,
  refusalFault,
  TokenApi,
} from "./api_call.ts";
import { CHALLENGE_TTL, type DnsProvider, secretField, zonesAbove } from "./provider.ts";
import { sentence } from "../../../policy/model/sentence.ts";

const NAME = "Cloudflare";
const API = "https://api.cloudflare.com/client/v4";
/** Maximum number of pages of a listing. */
const PAGES = 10;
/** "An identical record already exists", "Record already exists". */
const THERE_ALREADY = [81058, 81057];
/** "Invalid request headers", returned with status 400 for a malformed token. */
const NO_TOKEN = 6003;

const answer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).nullish(),
  result: z.unknown().optional(),
  result_info: z.object({ total_pages: z.number() }).partial().nullish(),
});
type Answer = z.infer<typeof answer>;
const zones = z.array(z.object({ id: z.string().regex(/^[0-9a-f]{1,64}$/i), name: z.string() }));
const records = z.array(
  z.object({ id: z.string().regex(/^[0-9a-f]{1,64}$/i), name: z.string(), content: z.string() }),
);

/** The provider Cloudflare. */
export const CLOUDFLARE: DnsProvider = {
  id: "cloudflare",
  name: NAME,
  fields: [secretField("api_token")],
  fault: ({ api_token }) =>
    /^[\w-]{20,200}$/.test(api_token ?? "")
      ? ""
      : sentence`This is not an API token of Cloudflare: make one with the permissions Zone, Zone, Read and Zone, DNS, Edit`,
  make: ({ api_token }, deps) =>
    new Cloudflare(new TokenApi(NAME, API, `Bearer ${api_token}`, deps)),
};

class Cloudflare implements ChallengeWriter {
  readonly #api: TokenApi;

  constructor(api: TokenApi) {
    this.#api = api;
  }

  async write(name: string, value: string, signal: AbortSignal): Promise<void> {
    const zone = await this.#zone(name, signal);
    const body = { type: "TXT", name, content: `"${value}"`, ttl: CHALLENGE_TTL };
    const { status, body: said } = await this.#api.call(
      "POST",
      `/zones/${zone}/dns_records`,
      signal,
      body,
    );
    const { success, errors } = read(said);
    if (!success && !errors?.some(({ code }) => THERE_ALREADY.includes(code))) {
      throw faultOf(status, said);
    }
  }

  async remove(name: string, value: string, signal: AbortSignal): Promise<void> {
    const zone = await this.#zone(name, signal);
    const path = `/zones/${zone}/dns_records`;
    for (
      const { id, content, name: owner } of await this.#all(
        `${path}?type=TXT&name=${name}`,
        records,
        signal,
      )
    ) {
      if (owner !== name || content.replaceAll('"', "") !== value) continue;
      const { status, body } = await this.#api.call("DELETE", `${path}/${id}`, signal);
      if (status !== 404 && !read(body).success) throw faultOf(status, body);
    }
  }

  /** The identifier of the longest zone above a name. */
  async #zone(name: string, signal: AbortSignal): Promise<string> {
    for (const zone of zonesAbove(name)) {
      const found = await this.#all(`/zones?name=${zone}`, zones, signal);
      const id = found.find((each) => each.name === zone)?.id;
      if (id !== undefined) return id;
    }
    throw missingZoneFault(NAME, name);
  }

  /** All pages of a listing. */
  async #all<Row>(path: string, shape: z.ZodType<Row[]>, signal: AbortSignal): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; page <= PAGES; page++) {
      const { status, body } = await this.#api.call(
        "GET",
        `${path}&per_page=50&page=${page}`,
        signal,
      );
      const { success, result, result_info } = read(body);
      if (!success) throw faultOf(status, body);
      const part = shape.safeParse(result);
      if (!part.success) throw malformedReplyFault(NAME);
      rows.push(...part.data);
      if (page >= (result_info?.total_pages ?? 1)) break;
    }
    return rows;
  }
}

function read(body: unknown): Answer {
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw malformedReplyFault(NAME);
  return parsed.data;
}

function faultOf(status: number, body: unknown): Error {
  const error = read(body).errors?.[0];
  const said = error === undefined ? "" : `${error.message} (${error.code})`;
  const isToken = status === 401 || status === 403 || error?.code === NO_TOKEN;
  return isToken ? credentialsFault(NAME, status, said) : refusalFault(NAME, status, said);
}
