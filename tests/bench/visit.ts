/** A client that uses the interface of a box over HTTPS like a browser. */
import { request } from "node:https";

/** The response. */
export interface Visited {
  readonly status: number;
  /** The session, if one began. */
  readonly cookie: string;
}

/**
 * Sends a request to a box on this machine, accepting any certificate; a body is sent as JSON.
 * Rejects without a response.
 */
export async function visit(
  port: number,
  method: string,
  path: string,
  cookie: string,
  body?: unknown,
): Promise<Visited> {
  const { promise, resolve, reject } = Promise.withResolvers<Visited>();
  const headers = {
    host: `localhost:${port}`,
    ...cookie === "" ? {} : { cookie },
    ...body === undefined ? {} : { "content-type": "application/json" },
  };
  const asked = {
    host: "127.0.0.1",
    port,
    method,
    path,
    headers,
    agent: false,
    timeout: 20_000,
  } as const;
  request({ ...asked, servername: "localhost", rejectUnauthorized: false }, (response) => {
    const cookie = (response.headers["set-cookie"] ?? [""])[0].split(";")[0];
    response.resume().on("end", () => resolve({ status: response.statusCode!, cookie })).on(
      "error",
      reject,
    );
  }).on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  return await promise;
}
