/**
 * deSEC (API v1). It needs a token. Records of the same name and type form one set, which is
 * written as a whole.
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
import { type DnsProvider, relativeName, secretField } from "./provider.ts";
import { sentence } from "../../../policy/model/sentence.ts";

const NAME = "deSEC";
const API = "https://desec.io/api/v1";
/** Seconds; a domain can require more, and deSEC allows less only on request. */
const TTL = 3600;

const domains = z.array(z.object({ name: z.string(), minimum_ttl: z.number().nullish() }));
const rrset = z.object({ records: z.array(z.string()), ttl: z.number() });

/** The provider deSEC. */
export const DESEC: DnsProvider = {
  id: "desec",
  name: NAME,
  fields: [secretField("token")],
  fault: ({ token }) =>
    /^[\w-]{10,200}$/.test(token ?? "")
      ? ""
      : sentence`This is not a token of deSEC: make one on its page Token Management`,
  make: ({ token }, deps) => new Desec(new TokenApi(NAME, API, `Token ${token}`, deps)),
};

class Desec implements ChallengeWriter {
  readonly #api: TokenApi;

  constructor(api: TokenApi) {
    this.#api = api;
  }

  async write(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#change(
      name,
      signal,
      (records) => records.includes(value) ? undefined : [...records, value],
    );
  }

  async remove(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#change(
      name,
      signal,
      (records) => records.includes(value) ? records.filter((each) => each !== value) : undefined,
    );
  }

  /**
   * Replaces the set of a name by the result of `change`; undefined = no change. An empty set is
   * deleted.
   */
  async #change(
    name: string,
    signal: AbortSignal,
    change: (records: string[]) => string[] | undefined,
  ): Promise<void> {
    const { zone, ttl } = await this.#zone(name, signal);
    const subname = relativeName(name, zone);
    const path = `/domains/${zone}/rrsets/`;
    const one = `${path}${subname === "" ? "@" : subname}/TXT/`;
    const { status, body } = await this.#api.call("GET", one, signal);
    const current = status === 200 ? rrset.safeParse(body).data : undefined;
    const found = status === 404 ? { records: [] } : current;
    if (found === undefined) throw faultOf(status, body);
    const records = change(found.records.map((each) => each.replaceAll('"', "")));
    if (records === undefined) return;
    const wanted = [{ subname, type: "TXT", ttl, records: records.map((each) => `"${each}"`) }];
    const put = await this.#api.call("PUT", path, signal, wanted);
    if (put.status < 200 || put.status > 299) throw faultOf(put.status, put.body);
  }

  /** The domain of the account that contains a name. */
  async #zone(name: string, signal: AbortSignal): Promise<{ zone: string; ttl: number }> {
    const { status, body } = await this.#api.call("GET", `/domains/?owns_qname=${name}`, signal);
    if (status !== 200) throw faultOf(status, body);
    const found = domains.safeParse(body);
    if (!found.success) throw malformedReplyFault(NAME);
    const domain = found.data[0];
    if (domain === undefined) throw missingZoneFault(NAME, name);
    if (name !== domain.name && !name.endsWith(`.${domain.name}`)) throw malformedReplyFault(NAME);
    return { zone: domain.name, ttl: Math.min(Math.max(TTL, domain.minimum_ttl ?? 0), 86_400) };
  }
}

/** deSEC reports the error in `detail`, or by field, in a list for several sets. */
function faultOf(status: number, body: unknown): Error {
  const first = Array.isArray(body)
    ? body.find((each) => Object.keys(each ?? {}).length > 0)
    : body;
  if (status === 200) return malformedReplyFault(NAME);
  const detail = (first as { detail?: unknown } | undefined)?.detail;
  const other = first === undefined ? "" : JSON.stringify(first);
  const said = typeof detail === "string" ? detail : other;
  return status === 401 || status === 403
    ? credentialsFault(NAME, status, said)
    : refusalFault(NAME, status, said);
}
