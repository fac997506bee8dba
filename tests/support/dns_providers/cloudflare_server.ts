/** Cloudflare's API v4 as documented, as far as DNS-01 needs it. */
import { type ApiAnswer, type ApiRequest, ApiServer } from "./api_server.ts";

/** The server. */
export class CloudflareServer extends ApiServer {
  readonly token = "v1token_of-cloudflare_0123456789";
  /** Rows of a page, whatever number is requested. */
  pageSize = 50;

  override answer({ method, url, headers, text }: ApiRequest): ApiAnswer {
    const path = url.pathname.replace(/^\/client\/v4/, "");
    if (url.host !== "api.cloudflare.com" || path === url.pathname) {
      return failed(404, 7003, "Could not route");
    }
    if (headers.get("authorization") !== `Bearer ${this.token}`) {
      return failed(403, 9109, "Invalid access token");
    }
    if (path === "/zones") {
      const name = url.searchParams.get("name");
      const zones = this.zones.map((zone, at) => ({ id: `a${at}`, name: zone, status: "active" }));
      return this.#page(zones.filter((zone) => name === null || zone.name === name), url);
    }
    const [, at, id] = /^\/zones\/a(\d+)\/dns_records(?:\/([0-9a-f]+))?$/.exec(path) ?? [];
    const zone = this.zones[Number(at)];
    if (zone === undefined) return failed(404, 7003, "Could not route");
    if (method === "GET") {
      const name = url.searchParams.get("name");
      const found = this.records.filter((each) => each.name === name);
      return this.#page(
        found.map((each) => ({
          ...each,
          id: each.id.toString(16),
          type: "TXT",
          content: each.value,
        })),
        url,
      );
    }
    if (method === "POST") return this.#create(zone, JSON.parse(text));
    const remaining = this.records.filter((each) => each.id.toString(16) !== id);
    if (remaining.length === this.records.length) {
      return failed(404, 81044, "Record does not exist.");
    }
    this.records = remaining;
    return { status: 200, body: { success: true, errors: [], messages: [], result: { id } } };
  }

  #create(zone: string, { type, name, content, ttl }: Record<string, unknown>): ApiAnswer {
    if (type !== "TXT" || typeof name !== "string" || typeof content !== "string") {
      return failed(400, 9005, "Content for TXT record is invalid.");
    }
    if (!name.endsWith(zone)) return failed(400, 9000, "DNS name is invalid.");
    if (typeof ttl !== "number" || ttl !== 1 && ttl < 60) return failed(400, 9021, "Invalid TTL.");
    if (this.records.some((each) => each.name === name && each.value === content)) {
      return failed(400, 81058, "An identical record already exists.");
    }
    const id = this.add(name, content, ttl).toString(16);
    return {
      status: 200,
      body: { success: true, errors: [], messages: [], result: { id, name, content, type } },
    };
  }

  #page(rows: readonly unknown[], url: URL): ApiAnswer {
    const page = Number(url.searchParams.get("page") ?? 1);
    const size = this.pageSize;
    const result = rows.slice((page - 1) * size, page * size);
    const total = Math.max(1, Math.ceil(rows.length / size));
    const info = {
      page,
      per_page: size,
      count: result.length,
      total_count: rows.length,
      total_pages: total,
    };
    return {
      status: 200,
      body: { success: true, errors: [], messages: [], result, result_info: info },
    };
  }
}

function failed(status: number, code: number, message: string): ApiAnswer {
  return {
    status,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  };
}
