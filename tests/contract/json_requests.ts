/** Requests to the API over the local socket, with bodies and answers as JSON. */
import type { ApiApp } from "../../api/http/app.ts";

/** An answer; `json` is undefined without a body. */
interface JsonAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
}

/** Sends a request; a body that is a text is sent as it is. */
export type JsonRequest = (method: string, path?: string, body?: unknown) => Promise<JsonAnswer>;

/** Returns a function that sends requests to paths below `base`. */
export function jsonRequests(app: ApiApp, base = "/api/v1"): JsonRequest {
  return async (method, path, body) => {
    const content = body === undefined
      ? {}
      : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const headers = { "content-type": "application/json" };
    const response = await app.request(`${base}${path ?? ""}`, { method, headers, ...content }, {
      door: "socket",
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
}
