/**
 * OVHcloud's API 1.0 as documented, as far as DNS-01 needs it: signed requests, and zones that
 * change only after a refresh.
 */
import { createHash } from "node:crypto";
import { type ApiAnswer, type ApiRequest, ApiServer, type StoredTxtRecord } from "./api_server.ts";

/** The server. */
export class OvhServer extends ApiServer {
  readonly keys = {
    application_key: "7kbG7Bk7S9Nt7ZSV",
    application_secret: "EXEgWIz07P0HYwtQDs7cNIqCiQaWSuHF",
    consumer_key: "MtSwSrPpNjqfVSmJhLbPyr2i45lSwPU1",
  };
  host = "eu.api.ovh.com";
  /** Seconds by which its clock is ahead. */
  ahead = 0;
  /** Whether the consumer key may reach zones. */
  isGranted = true;
  /** What name servers publish: records as of the last refresh. */
  shown: readonly StoredTxtRecord[] = [];

  override answer(request: ApiRequest): ApiAnswer {
    const { method, url, text } = request;
    const path = url.pathname.replace(/^\/1\.0/, "");
    if (url.host !== this.host || path === url.pathname) {
      return failed(404, "NOT_FOUND", "Got an invalid (or empty) URL");
    }
    if (path === "/auth/time") return { status: 200, body: this.#time() };
    const fault = this.#fault(request);
    if (fault !== undefined) return fault;
    const [, zone = "", rest = ""] = /^\/domain\/zone\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (!this.zones.includes(zone)) {
      return failed(404, "NOT_FOUND", `This service does not exist (${zone})`);
    }
    if (rest === "") return { status: 200, body: { name: zone, dnssecSupported: true } };
    if (rest === "/refresh" && method === "POST") {
      this.shown = [...this.records];
      return { status: 200, body: null };
    }
    const id = /^\/record\/(\d+)$/.exec(rest)?.[1];
    if (id !== undefined) return this.#one(method, zone, Number(id));
    return method === "GET" ? this.#list(zone, url) : this.#create(zone, JSON.parse(text));
  }

  #list(zone: string, url: URL): ApiAnswer {
    const name = nameOf(url.searchParams.get("subDomain") ?? "", zone);
    return {
      status: 200,
      body: this.records.filter((each) => each.name === name).map(({ id }) => id),
    };
  }

  #create(zone: string, { fieldType, subDomain, target, ttl }: Record<string, unknown>): ApiAnswer {
    if (fieldType !== "TXT" || typeof target !== "string" || typeof ttl !== "number" || ttl < 60) {
      return failed(400, "BAD_REQUEST", "Invalid field");
    }
    const name = nameOf(String(subDomain), zone);
    const id = this.add(name, target, ttl);
    return { status: 200, body: { id, zone, fieldType, subDomain, target, ttl } };
  }

  #one(method: string, zone: string, id: number): ApiAnswer {
    const found = this.records.find((each) => each.id === id && each.name.endsWith(zone));
    if (found === undefined) return failed(404, "NOT_FOUND", "The requested object does not exist");
    if (method === "GET") {
      return {
        status: 200,
        body: { id, zone, fieldType: "TXT", target: found.value, ttl: found.ttl },
      };
    }
    this.records = this.records.filter((each) => each !== found);
    return { status: 200, body: null };
  }

  #fault({ method, url, headers, text }: ApiRequest): ApiAnswer | undefined {
    const { application_key, application_secret, consumer_key } = this.keys;
    if (headers.get("x-ovh-application") !== application_key) {
      return failed(403, "INVALID_KEY", "This application key is invalid");
    }
    if (headers.get("x-ovh-consumer") !== consumer_key) {
      return failed(403, "INVALID_CREDENTIAL", "This credential is not valid");
    }
    const at = headers.get("x-ovh-timestamp") ?? "";
    if (Math.abs(Number(at) - this.#time()) > 30) {
      return failed(400, "QUERY_TIME_OUT", "Query out of time");
    }
    const signed = [application_secret, consumer_key, method, url.href, text, at].join("+");
    if (
      headers.get("x-ovh-signature") !== `$1$${createHash("sha1").update(signed).digest("hex")}`
    ) {
      return failed(400, "INVALID_SIGNATURE", "Invalid signature");
    }
    return this.isGranted
      ? undefined
      : failed(403, "NOT_GRANTED_CALL", "This call has not been granted");
  }

  #time(): number {
    return Math.floor(Date.now() / 1000) + this.ahead;
  }
}

function nameOf(subDomain: string, zone: string): string {
  return subDomain === "" ? zone : `${subDomain}.${zone}`;
}

function failed(status: number, errorCode: string, message: string): ApiAnswer {
  return { status, body: { class: "Client", errorCode, httpCode: String(status), message } };
}
