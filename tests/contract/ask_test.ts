/**
 * The page of children and its form at the door: over plain HTTP, without sign-in, under every name
 * of the box and no other (A 5.4).
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { admitRequest } from "../../api/http/admission.ts";
import { apiApp } from "../../api/http/app.ts";
import { withForms } from "../../api/http/forms.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { closeListener, listenHttp } from "../../api/http/listeners.ts";
import { answerOverNode } from "../../api/http/exchange_over_node.ts";
import { RequestRate } from "../../api/http/sources.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { LANGUAGES } from "../../policy/catalogue/languages.ts";
import { withInterface } from "../../ui/loader.ts";
import { AT, closed, withRequests } from "../support/request_scene.ts";
import { freePort } from "../support/box_process.ts";
import { type BoxServices, boxServices } from "./box_services.ts";

const TABLET: Connection = { door: "http", address: "192.168.1.20" };
const ACT = JSON.stringify({ method: "post", path: "/api/v1/ask", back: "/ask" });

/** A door with forms over services. */
async function doorOver(given: BoxServices | Promise<BoxServices> = boxServices()) {
  const services = await given;
  const { routes, errorPage } = withInterface(ROUTES, services);
  const context = { services, rate: new RequestRate() };
  const app = apiApp(routes, services, { errorPage, context });
  const answer = withForms((request, connection) => app.fetch(request, connection), {
    errorPage,
    admit: (request, connection) => admitRequest(request, connection, context),
  });
  const get = async (path: string, headers: Record<string, string> = {}, connection = TABLET) => {
    const init = { headers: { host: "box", accept: "text/html", ...headers } };
    const response = await answer(new Request(`http://box${path}`, init), connection);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = async (
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    connection = TABLET,
  ) => {
    const body = new URLSearchParams({ act: ACT, ...fields });
    const response = await answer(
      new Request("http://box/act", {
        method: "POST",
        body,
        headers: { host: "box", accept: "text/html", ...headers },
      }),
      connection,
    );
    return {
      status: response.status,
      location: response.headers.get("location"),
      text: await response.text(),
    };
  };
  return { services, answer, get, post };
}

Deno.test("Over plain HTTP the page of children exists in seven languages, has no script, and reloads itself", async () => {
  const { get } = await doorOver();
  const titles = new Set<string>();
  for (const language of LANGUAGES) {
    const { status, headers, text } = await get("/ask", { "accept-language": language });
    assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"]);
    assert.match(text, new RegExp(`<html lang="${language}">`));
    assert.doesNotMatch(text, /<script|style=|undefined|NaN|\{\w+\}/, language);
    assert.match(text, /<meta http-equiv="refresh" content="20; url=\/ask"/);
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
    titles.add(/<h1>(.*?)<\/h1>/.exec(text)![1]);
    for (const other of LANGUAGES) assert.ok(text.includes(`href="/ask?lang=${other}"`), other);
  }
  assert.equal(titles.size, LANGUAGES.length);
});

Deno.test("The page exists under every name and address of the box and no other, and for no foreign network", async () => {
  const { get } = await doorOver();
  for (
    const host of ["box", "box.home.arpa", "box:80", "192.168.1.2", "[fd00::1]:80", "localhost"]
  ) {
    assert.equal((await get("/ask", { host })).status, 200, host);
    assert.equal((await get("/api/v1/ask", { host })).status, 200, host);
  }
  assert.equal((await get("/ask", { host: "evil.example" })).status, 421);
  assert.equal((await get("/ask", {}, { door: "http", address: "203.0.113.7" })).status, 403);
  assert.equal((await get("/ask", {}, { door: "http", address: "100::7" })).status, 403);
  for (
    const path of ["/requests", "/requests/live", "/api/v1/requests", "/api/v1/requests/stream"]
  ) {
    assert.equal((await get(path)).status, 403, path);
  }
});

Deno.test("An unknown device is told that it is unknown, and sees nothing of anybody", async () => {
  const { get, post } = await doorOver();
  const stranger: Connection = { door: "http", address: "192.168.1.99" };
  // Whatever address it claims to have.
  const { address } = TABLET;
  const claims = { "x-forwarded-for": address, "x-real-ip": address, forwarded: `for=${address}` };
  for (const headers of [{}, claims]) {
    const { status, text } = await get("/ask", headers, stranger);
    assert.equal(status, 200);
    assert.match(text, /The box does not know this device/);
    assert.doesNotMatch(text, /Emma|<form/);
    assert.equal(
      (await post({ "minutes:number": "15", category: "" }, headers, stranger)).status,
      404,
    );
  }
});

Deno.test("Requests that come too often are refused on the page, with the time to wait", async () => {
  const { get, services } = await doorOver();
  (services.requests as { state: unknown }).state = () =>
    Promise.reject(
      new DomainError("too_many_requests", undefined, { headers: { "retry-after": "2" } }),
    );
  const { status, headers, text } = await get("/ask", { "accept-language": "de" });
  assert.deepEqual([status, headers.get("retry-after")], [429, "2"]);
  assert.doesNotMatch(text, /<script/);
  assert.match(text, /<html lang="de">/);
});

Deno.test("The form needs no script, and no page of another site can submit it", async () => {
  const fields = { "minutes:number": "30", category: "", message: "please" };
  for (const origin of [undefined, "http://box"]) {
    const { post, services } = await doorOver();
    // A child can have only one pending request.
    await services.requests.refuse(2, "anna");
    const sent = await post(fields, origin === undefined ? {} : { origin });
    assert.deepEqual([sent.status, sent.location], [303, "/ask"], origin ?? "no origin");
  }
  const { post, services } = await doorOver();
  const before = (await services.requests.page(10)).length;
  const foreign = [
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "https://box" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    assert.equal((await post(fields, headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal((await services.requests.page(10)).length, before);
});

Deno.test("Invalid input is refused on the page itself, with the input preserved", async () => {
  const { post } = await doorOver();
  for (const minutes of ["0", "-15", "16", "1e9", "", "x", "NaN"]) {
    const { status, text } = await post({
      "minutes:number": minutes,
      category: "",
      message: "mine",
    });
    assert.equal(status, 400, minutes);
    assert.match(text, /<p class="refused" role="alert">/);
  }
  assert.equal((await post({ "minutes:number": "15", category: "malware" })).status, 400);
  assert.equal(
    (await post({ "minutes:number": "15", category: "", message: "x".repeat(201) })).status,
    400,
  );
});

Deno.test("An answer within a live part leads back to the page that shows it", async () => {
  const { answer, services } = await doorOver();
  const leave = new AbortController();
  const headers = { host: "box", cookie: "__Host-box=full", accept: "text/event-stream" };
  const response = await answer(
    new Request("http://box/requests/live", { headers, signal: leave.signal }),
    {
      door: "https",
      address: "192.168.1.2",
    },
  );
  const reader = response.body!.pipeThrough(
    new TextDecoderStream() as TransformStream<Uint8Array, string>,
  ).getReader();
  let text = (await reader.read()).value ?? "";
  await services.requests.refuse(2, "anna");
  await services.requests.ask("192.168.1.20", { minutes: 30, category: "", message: "" });
  while (!text.includes("request-answers")) text += (await reader.read()).value ?? "";
  assert.match(text, /event: replace\ndata: requests-now\n/);
  assert.match(text, /&quot;back&quot;:&quot;\/requests&quot;/);
  assert.doesNotMatch(text, /\/requests\/live/);
  leave.abort();
  await reader.cancel().catch(() => {});
});

Deno.test("Of a flood from one device over a socket one request is pending, and garbage is refused", () =>
  withRequests(async ({ requests, macs, who, time, db, clock }) => {
    for (const id of Object.values(who)) time.set(id, closed(4e9));
    macs.set("127.0.0.1", macs.get(AT.tablet)!);
    const base = await boxServices();
    const services = {
      ...base,
      requests,
      runtime: { ...base.runtime, now: () => clock.now },
      allowedRanges: () => ["127.0.0.0/8"],
    };
    const { answer } = await doorOver(services as typeof base);
    const port = freePort();
    const closing = new AbortController();
    const listener = await listenHttp("127.0.0.1", port, (incoming, outgoing) => {
      const connection: Connection = { door: "http", address: incoming.socket.remoteAddress ?? "" };
      void answerOverNode(
        incoming,
        outgoing,
        (request) => answer(request, connection),
        closing.signal,
        () => {},
      );
    });
    const url = `http://127.0.0.1:${port}/api/v1/ask`;
    const send = async (body: string, type = "application/json") => {
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": type },
      });
      await response.body?.cancel();
      clock.now += 50;
      return response;
    };
    const garbage = [
      "",
      "{",
      "[]",
      "null",
      '{"minutes":"15"}',
      '{"minutes":15,"x":1}',
      '{"minutes":-15}',
      "\u0000",
    ];
    for (const body of garbage) assert.equal((await send(body)).status, 400, body);
    assert.equal((await send("minutes=15", "application/x-www-form-urlencoded")).status, 415);
    assert.equal(
      (await send(JSON.stringify({ minutes: 15, message: "x".repeat(9000) }))).status,
      413,
    );
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const sent = await Promise.all(Array.from({ length: 30 }, () => send('{"minutes":15}')));
      statuses.push(...sent.map(({ status }) => status));
      assert.ok(
        sent.every(({ status, headers }) =>
          status !== 429 || Number(headers.get("retry-after")) >= 1
        ),
      );
    }
    assert.deepEqual(new Set(statuses), new Set([201, 409, 429]));
    assert.deepEqual(await db.all("select count(*) as filed from time_requests"), [{ filed: 1 }]);
    closing.abort();
    await closeListener(listener);
  }));
