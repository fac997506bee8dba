/** deSEC's API v1 as documented, as far as DNS-01 needs it. */
import { type ApiAnswer, type ApiRequest, ApiServer } from "./api_server.ts";

/** The server. */
export class DesecServer extends ApiServer {
  readonly token = "i-T3b1h_OI-H9ab8tRS98stGtURe";
  minimumTtl = 3600;

  override answer({ method, url, headers, text }: ApiRequest): ApiAnswer {
    const path = url.pathname.replace(/^\/api\/v1/, "");
    if (url.host !== "desec.io" || path === url.pathname) {
      return { status: 404, body: { detail: "Not found." } };
    }
    if (headers.get("authorization") !== `Token ${this.token}`) {
      return { status: 401, body: { detail: "Invalid token." } };
    }
    if (path === "/domains/") {
      return { status: 200, body: this.#domains(url.searchParams.get("owns_qname") ?? "") };
    }
    const [, zone = "", subname, type] =
      /^\/domains\/([^/]+)\/rrsets\/(?:([^/]*)\/([A-Z]+)\/)?$/.exec(path) ?? [];
    if (!this.zones.includes(zone)) return { status: 404, body: { detail: "Not found." } };
    if (method === "GET") return this.#get(zone, subname === "@" ? "" : subname ?? "", type ?? "");
    if (method !== "PUT" || subname !== undefined) {
      return { status: 405, body: { detail: "Method not allowed." } };
    }
    return this.#put(zone, JSON.parse(text));
  }

  #domains(name: string): unknown[] {
    const owners = this.zones.filter((zone) => name === zone || name.endsWith(`.${zone}`));
    owners.sort((a, b) => b.length - a.length);
    return owners.slice(0, 1).map((zone) => ({
      name: zone,
      minimum_ttl: this.minimumTtl,
      published: null,
    }));
  }

  #get(zone: string, subname: string, type: string): ApiAnswer {
    const found = this.records.filter(({ name }) =>
      name === (subname === "" ? zone : `${subname}.${zone}`)
    );
    if (found.length === 0) return { status: 404, body: { detail: "Not found." } };
    const records = found.map(({ value }) => value);
    return { status: 200, body: { domain: zone, subname, type, records, ttl: found[0].ttl } };
  }

  #put(
    zone: string,
    sets: readonly { subname: string; type: string; ttl: number; records: string[] }[],
  ): ApiAnswer {
    for (const { ttl, records, type } of sets) {
      if (ttl < this.minimumTtl) {
        const why = `Ensure this value is greater than or equal to ${this.minimumTtl}.`;
        return { status: 400, body: [{ ttl: [why] }] };
      }
      if (type !== "TXT" || !records.every((each) => /^"[^"]*"$/.test(each))) {
        return { status: 400, body: [{ records: ["Record content malformed: Must be quoted"] }] };
      }
    }
    for (const { subname, ttl, records } of sets) {
      const name = subname === "" ? zone : `${subname}.${zone}`;
      this.records = this.records.filter((each) => each.name !== name);
      for (const record of records) this.add(name, record, ttl);
    }
    return { status: 200, body: sets };
  }
}
