/** A door with plain forms that records the requests it receives, for tests of forms. */
import { statusOf } from "../../api/http/errors.ts";
import { type FormAction, formOutcome, withForms } from "../../api/http/forms.ts";
import type { Principal } from "../../api/http/principal.ts";
import type { Connection } from "../../api/http/exchange.ts";

/** A client of the local network over HTTPS. */
export const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

const SIGNED_IN: Principal = { kind: "socket", name: "box", address: "", rights: new Set() };

/**
 * The door: records requests, answers them as the test says, and answers pages with the outcome.
 */
export function formDoor(
  answer: (request: Request) => Response | Promise<Response>,
  admit = (_: Request): Promise<Principal> => Promise.resolve(SIGNED_IN),
) {
  const requests: {
    method: string;
    path: string;
    body: string;
    headers: Headers;
    connection: Connection;
  }[] = [];
  const outcomes: unknown[] = [];
  const post = withForms(async (request, connection) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.url);
    requests.push({
      method,
      path: pathname + search,
      body: await request.clone().text(),
      headers,
      connection,
    });
    if (pathname.startsWith("/api/v1/")) return await answer(request);
    outcomes.push(formOutcome(request));
    if (pathname === "/gone") {
      return new Response(null, { status: 303, headers: { location: "/sign-in?next=%2Fgone" } });
    }
    return new Response("page", {
      headers: { "content-type": "text/html", "set-cookie": "page=1" },
    });
  }, {
    errorPage: (error, request) =>
      new Response(`${error.code} at ${request.url}`, { status: statusOf(error) }),
    admit,
  });
  const send = (act: FormAction | string, fields = "", headers: Record<string, string> = {}) => {
    const text = typeof act === "string" ? act : JSON.stringify(act);
    const init = {
      host: "box",
      cookie: "__Host-box=full",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    };
    const body = `act=${encodeURIComponent(text)}&${fields}`;
    return Promise.resolve(
      post(new Request("http://box/act", { method: "POST", body, headers: init }), HTTPS),
    );
  };
  return { asked: requests, outcomes, send, post };
}
