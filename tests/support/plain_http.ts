/**
 * Requests to a box over plain HTTP from this machine, with headers that `fetch` does not set
 * (Host, Cookie).
 */
import { type IncomingMessage, request } from "node:http";

/** A response. */
export interface Answered {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  readonly text: string;
  /** The first cookie, `name=value`; "" = none. */
  readonly cookie: string;
}

/** Sends one request; a body is sent as JSON. */
export async function ask(
  port: number,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = request(
    { host: "127.0.0.1", port, method, path, headers: { ...type, ...headers } },
    resolve,
  );
  sent.on("error", reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const response = await promise;
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += part;
  const cookie = (response.headers["set-cookie"] ?? [""])[0].split(";")[0];
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  return {
    status: response.statusCode ?? 0,
    json: isJson ? JSON.parse(text) : undefined,
    text,
    cookie,
  };
}
