/**
 * OVHcloud (API 1.0). It needs an application key and a consumer key with access to /domain/zone/*.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { ChallengeWriter } from "../acme/challenge_writer.ts";
import {
  apiCall,
  type ApiReply,
  credentialsFault,
  malformedReplyFault,
  missingZoneFault,
  refusalFault,
} from "./api_call.ts";
import {
  CHALLENGE_TTL,
  type Credentials,
  type DnsProvider,
  plainField,
  type ProviderDeps,
  relativeName,
  secretField,
  zonesAbove,
} from "./provider.ts";
import { sentence } from "../../../policy/model/sentence.ts";

const NAME = "OVHcloud";
/** Base addresses by region of the account. */
const APIS: Readonly<Record<string, string>> = {
  eu: "https://eu.api.ovh.com/1.0",
  ca: "https://ca.api.ovh.com/1.0",
  us: "https://api.us.ovhcloud.com/1.0",
};
/** Maximum number of records of one name. */
const RECORDS = 50;

const identifiers = z.array(z.int().nonnegative());
const record = z.object({ id: z.int(), target: z.string() });
const said = z.object({ message: z.string(), errorCode: z.string().nullish() }).partial();

/** The provider OVHcloud. */
export const OVH: DnsProvider = {
  id: "ovh",
  name: NAME,
  fields: [
    plainField("application_key", false),
    secretField("application_secret"),
    secretField("consumer_key"),
    plainField("region", true),
  ],
  fault: (given) => {
    if (!Object.hasOwn(APIS, given.region || "eu")) {
      return sentence`OVHcloud has these regions: ${Object.keys(APIS).join(", ")}`;
    }
    const keys = [given.application_key, given.application_secret, given.consumer_key];
    return keys.every((key) => /^\w{8,64}$/.test(key ?? ""))
      ? ""
      : sentence`These are not keys of OVHcloud: make them on its page API Keys, with GET, POST and DELETE on /domain/zone/*`;
  },
  make: (given, deps) => new Ovh(given, deps),
};

class Ovh implements ChallengeWriter {
  readonly #given: Credentials;
  readonly #deps: ProviderDeps;
  readonly #api: string;
  /** Seconds that the provider's clock is ahead: signatures contain the provider's time. */
  #ahead: number | undefined;

  constructor(given: Credentials, deps: ProviderDeps) {
    this.#given = given;
    this.#deps = deps;
    this.#api = APIS[given.region || "eu"];
  }

  async write(name: string, value: string, signal: AbortSignal): Promise<void> {
    const zone = await this.#zone(name, signal);
    const subDomain = relativeName(name, zone);
    for (const { target } of await this.#records(zone, subDomain, signal)) {
      if (target.replaceAll('"', "") === value) return;
    }
    const body = { fieldType: "TXT", subDomain, target: `"${value}"`, ttl: CHALLENGE_TTL };
    await this.#done("POST", `/domain/zone/${zone}/record`, signal, body);
    await this.#done("POST", `/domain/zone/${zone}/refresh`, signal);
  }

  async remove(name: string, value: string, signal: AbortSignal): Promise<void> {
    const zone = await this.#zone(name, signal);
    const records = await this.#records(zone, relativeName(name, zone), signal);
    const ours = records.filter(({ target }) => target.replaceAll('"', "") === value);
    for (const { id } of ours) {
      await this.#done("DELETE", `/domain/zone/${zone}/record/${id}`, signal, undefined, [404]);
    }
    if (ours.length > 0) await this.#done("POST", `/domain/zone/${zone}/refresh`, signal);
  }

  /** The longest zone of the account above a name. */
  async #zone(name: string, signal: AbortSignal): Promise<string> {
    for (const zone of zonesAbove(name)) {
      const { status } = await this.#done("GET", `/domain/zone/${zone}`, signal, undefined, [404]);
      if (status !== 404) return zone;
    }
    throw missingZoneFault(NAME, name);
  }

  async #records(
    zone: string,
    subDomain: string,
    signal: AbortSignal,
  ): Promise<z.infer<typeof record>[]> {
    const path = `/domain/zone/${zone}/record`;
    const { body } = await this.#done(
      "GET",
      `${path}?fieldType=TXT&subDomain=${subDomain}`,
      signal,
    );
    const found = identifiers.safeParse(body);
    if (!found.success) throw malformedReplyFault(NAME);
    const records: z.infer<typeof record>[] = [];
    for (const id of found.data.slice(0, RECORDS)) {
      const { status, body } = await this.#done("GET", `${path}/${id}`, signal, undefined, [404]);
      const one = record.safeParse(body);
      if (status === 404) continue;
      if (!one.success) throw malformedReplyFault(NAME);
      records.push(one.data);
    }
    return records;
  }

  /** Sends a signed call, which must succeed or end with one of the statuses in `fine`. */
  async #done(
    method: "GET" | "POST" | "DELETE",
    path: string,
    signal: AbortSignal,
    body?: unknown,
    fine: readonly number[] = [],
  ): Promise<ApiReply> {
    this.#ahead ??= await this.#clock(signal);
    const url = new URL(this.#api + path);
    const text = body === undefined ? "" : JSON.stringify(body);
    const reply = await apiCall(NAME, () => ({
      method,
      url,
      headers: this.#signed(method, url.href, text),
      ...(body === undefined ? {} : { body: text }),
      signal,
    }), this.#deps);
    if (reply.status >= 200 && reply.status < 300 || fine.includes(reply.status)) return reply;
    const { message, errorCode } = said.safeParse(reply.body).data ?? {};
    const words = errorCode ? `${message ?? ""} (${errorCode})` : message;
    // A bad signature is reported as 400.
    const keys = reply.status === 401 || reply.status === 403 || /^INVALID_/.test(errorCode ?? "");
    throw keys
      ? credentialsFault(NAME, reply.status, words)
      : refusalFault(NAME, reply.status, words);
  }

  #signed(method: string, url: string, body: string): Record<string, string> {
    const { application_key, application_secret, consumer_key } = this.#given;
    const at = String(Math.floor(this.#deps.runtime.now() / 1000) + (this.#ahead ?? 0));
    const signed = [application_secret, consumer_key, method, url, body, at].join("+");
    return {
      "content-type": "application/json",
      "x-ovh-application": application_key,
      "x-ovh-consumer": consumer_key,
      "x-ovh-timestamp": at,
      "x-ovh-signature": `$1$${createHash("sha1").update(signed).digest("hex")}`,
    };
  }

  async #clock(signal: AbortSignal): Promise<number> {
    const { status, body } = await apiCall(
      NAME,
      () => ({ method: "GET", url: new URL(`${this.#api}/auth/time`), signal }),
      this.#deps,
    );
    if (status !== 200) throw refusalFault(NAME, status, said.safeParse(body).data?.message);
    if (typeof body !== "number" || !Number.isSafeInteger(body)) throw malformedReplyFault(NAME);
    return body - Math.floor(this.#deps.runtime.now() / 1000);
  }
}
