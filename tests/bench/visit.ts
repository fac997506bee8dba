/** Somebody who comes to the interface of a box over HTTPS, as a browser does. */
import { request } from "node:https";

/** What was answered. */
export interface Visited {
  readonly status: number;
  /** The session, when one began. */
  readonly cookie: string;
}

/** Asks a box of this machine, whatever its certificate; a body goes as JSON. Rejects when it does not answer. */
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
