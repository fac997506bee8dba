import assert from "node:assert/strict";
import { formDoor as door, HTTPS } from "../../tests/support/form_door.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "./principal.ts";
import { isLocalAddress, readFlashMessage } from "./forms.ts";

/** Returns the flash message in the cookies of a response. */
function toastOf(response: Response) {
  const cookie = response.headers.getSetCookie().map((text) => text.split(";")[0]).join("; ");
  return readFlashMessage(new Request("http://box/", { headers: { cookie } }));
}

const noContent = () => new Response(null, { status: 204 });
const refuses = (code: string, status: number) => () =>
  Response.json({ code, error: "Why", settings: [1] }, { status });

Deno.test("a form sends its API request with the client's identity, and redirects back", async () => {
  const { asked, send } = door(noContent);
  const origin = "https://box";
  const response = await send(
    {
      method: "put",
      path: "/api/v1/lists/{id}",
      body: { a: 1 },
      back: "/lists?x=1",
      done: "frame.done",
    },
    "id:path=3&enabled:boolean=true",
    { origin, "sec-fetch-site": "same-origin", "accept-language": "pt", "x-else": "1" },
  );
  const [{ method, path, body, headers, connection }] = asked;
  assert.deepEqual([method, path, JSON.parse(body)], ["PUT", "/api/v1/lists/3", {
    a: 1,
    enabled: true,
  }]);
  assert.equal(headers.get("content-type"), "application/json");
  assert.deepEqual(
    ["cookie", "host", "origin", "sec-fetch-site", "accept-language", "x-else"].map((n) =>
      headers.get(n)
    ),
    [
      "__Host-box=full",
      "box",
      origin,
      "same-origin",
      "pt",
      null,
    ],
  );
  assert.equal(connection, HTTPS);
  assert.deepEqual([response.status, response.headers.get("location")], [303, "/lists?x=1"]);
  assert.equal(asked.length, 1);
});

Deno.test("a form without fields sends a request without a body", async () => {
  const { asked, send } = door(noContent);
  await send({ method: "delete", path: "/api/v1/session" });
  assert.equal(asked[0].body, "");
});

Deno.test("a refused form shows its page again with the error, the typed values and the status", async () => {
  const { asked, outcomes, send } = door(refuses("list_refused", 400));
  const response = await send(
    { method: "post", path: "/api/v1/lists", back: "/lists", done: "a.b" },
    "url=x&password=p",
  );
  assert.deepEqual([response.status, await response.text()], [400, "page"]);
  assert.deepEqual(outcomes, [{
    failed: { code: "list_refused", error: "Why", facts: { settings: [1] }, values: { url: "x" } },
  }]);
  assert.deepEqual([asked[1].method, asked[1].path, asked[1].headers.get("cookie")], [
    "GET",
    "/lists",
    "__Host-box=full",
  ]);
  assert.deepEqual(response.headers.getSetCookie(), ["page=1"]);
});

Deno.test("an error response with invalid JSON is shown as an internal error", async () => {
  const answers = [
    () => new Response("<h1>502</h1>", { status: 502, headers: { "content-type": "text/html" } }),
    () => new Response("{", { status: 500, headers: { "content-type": "application/json" } }),
    () => Response.json(null, { status: 500 }),
    () => Response.json({ code: 7, error: {} }, { status: 500 }),
    () => new Response(null, { status: 500 }),
  ];
  for (const answer of answers) {
    const { outcomes, send } = door(answer);
    await send({ method: "post", path: "/api/v1/x" }, "a=1");
    assert.deepEqual(outcomes, [{
      failed: { code: "internal", error: "", facts: {}, values: { a: "1" } },
    }]);
  }
});

Deno.test("a refused form with another target is shown on its own page", async () => {
  const { asked, send } = door(refuses("wrong_sign_in", 401));
  const act = { method: "post", path: "/api/v1/session" } as const;
  await send({ ...act, back: "/queries", here: "/sign-in?next=%2Fqueries" });
  await send({ ...act, back: "/queries", here: "//evil.example" });
  assert.deepEqual(asked.map(({ path }) => path).filter((path) => !path.startsWith("/api")), [
    "/sign-in?next=%2Fqueries",
    "/",
  ]);
});

Deno.test("a page that redirects to the sign-in still does after a refused form", async () => {
  const { send } = door(refuses("not_signed_in", 401));
  const response = await send({ method: "post", path: "/api/v1/lists", back: "/gone" });
  assert.deepEqual([response.status, response.headers.get("location")], [
    303,
    "/sign-in?next=%2Fgone",
  ]);
});

Deno.test("a response that is shown once is on the page directly", async () => {
  const { outcomes, send } = door(() => Response.json({ secret: "s" }, { status: 201 }));
  const response = await send({
    method: "post",
    path: "/api/v1/tokens",
    back: "/me",
    result: true,
  });
  assert.deepEqual([response.status, outcomes], [200, [{ result: { secret: "s" }, values: {} }]]);
});

Deno.test("a response without a body, of another type or without end does not block the page", async () => {
  let cancelled = 0;
  const endless = () => {
    const body = new ReadableStream({ cancel: () => void cancelled++ });
    return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  };
  for (const answer of [noContent, () => new Response("text"), endless]) {
    const { outcomes, send } = door(answer);
    assert.equal((await send({ method: "post", path: "/api/v1/x", result: true })).status, 200);
    assert.deepEqual(outcomes, [{ result: undefined, values: {} }]);
    assert.equal((await send({ method: "post", path: "/api/v1/x" })).status, 303);
  }
  assert.equal(cancelled, 2);
});

Deno.test("all cookies of the response are passed on, and the page belongs to the new session", async () => {
  const answer = (status: number) => () => {
    const headers = new Headers({ "content-type": "application/json" });
    headers.append("set-cookie", "__Host-box=new; Path=/; Secure");
    headers.append("set-cookie", "other=2");
    return new Response("{}", { status, headers });
  };
  const given = door(answer(200));
  const shown = await given.send({ method: "post", path: "/api/v1/x", result: true }, "", {
    cookie: "a=1; __Host-box=old",
  });
  assert.equal(given.asked[1].headers.get("cookie"), "a=1; __Host-box=new; other=2");
  assert.deepEqual(shown.headers.getSetCookie(), [
    "page=1",
    "__Host-box=new; Path=/; Secure",
    "other=2",
  ]);
  const away = await given.send({ method: "post", path: "/api/v1/x", done: "a.b" });
  assert.equal(away.headers.getSetCookie().length, 3);
  const refused = await door(answer(400)).send({ method: "post", path: "/api/v1/x" });
  assert.equal(refused.headers.getSetCookie().length, 3);
});

Deno.test("redirects lead only to addresses of the box", async () => {
  const local = ["/", "/lists", "/lists?a=b#c", "/queries?name=%20", "/a//b"];
  const foreign = [
    "",
    "lists",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/./\\evil.example",
    "/a b",
    "/a\tb",
    "/\t/evil.example",
    "/é",
    "/a\r\nset-cookie: x=1",
    "\\\\evil.example",
  ];
  for (const address of local) assert.equal(isLocalAddress(address), true, address);
  for (const address of foreign) assert.equal(isLocalAddress(address), false, address);
  const { send, asked } = door(noContent);
  const response = await send({ method: "post", path: "/api/v1/x", back: "//evil.example" });
  assert.equal(response.headers.get("location"), "/");
  await door(refuses("bad_request", 400)).send({
    method: "post",
    path: "/api/v1/x",
    back: "//evil.example",
  });
  assert.ok(asked.every(({ path }) => path.startsWith("/api/v1/")));
});

Deno.test("a form without permission is refused unread, and its size is limited without sign-in", async () => {
  let isRead = false;
  const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const refusing = door(noContent, () => Promise.reject(new DomainError("cross_site")));
  const refused = await refusing.post(
    new Request("http://box/act", { method: "POST", body, headers }),
    HTTPS,
  );
  assert.deepEqual([refused.status, await refused.text(), isRead], [
    403,
    "cross_site at http://box/",
    false,
  ]);
  const act = { method: "post", path: "/api/v1/x" } as const;
  const long = `a=${"x".repeat(100_000)}`;
  const stranger: Principal = { kind: "device", name: "", address: "", rights: new Set() };
  assert.equal(
    (await door(noContent, () => Promise.resolve(stranger)).send(act, long)).status,
    413,
  );
  assert.equal((await door(noContent).send(act, long)).status, 303);
});

Deno.test("a form reaches only the API, whatever its path and fields contain", async () => {
  const { asked, send } = door(noContent);
  const act = { method: "post", path: "" } as const;
  const paths = [
    "/",
    "/sign-in",
    "/api/v1",
    "//evil.example/api/v1/",
    "https://evil.example/api/v1/x",
    "/api/v1/../../lists",
    "/api/v1/%2e%2e/%2E%2e/lists",
    "/api/v1/..\\..\\lists",
    "/api/v1/\t../x",
    "/api/v1/a b",
    "/api/v1/x\0",
    "/api/v1/./x",
    "/api/v1/x/{id}",
    "/api/v1/x\ny",
    "/api/v1/é",
  ];
  for (const path of paths) {
    const response = await send({ ...act, path });
    assert.deepEqual(
      [response.status, await response.text()],
      [400, "bad_request at http://box/"],
      path,
    );
  }
  for (const id of ["..", ".", "%2e%2e", "a%00", "", "%E2%80%AE"]) {
    const response = await send({ ...act, path: "/api/v1/lists/{id}/accept" }, `id:path=${id}`);
    await response.text();
  }
  assert.deepEqual(asked.map(({ path }) => path), [
    "/api/v1/lists/a%00/accept",
    "/api/v1/lists//accept",
    "/api/v1/lists/%E2%80%AE/accept",
  ]);
});

Deno.test("a form that is not of the box is refused before any request", async () => {
  const { asked, send, post } = door(noContent);
  for (
    const act of [
      "",
      "{",
      "null",
      "[]",
      "7",
      '{"method":"get","path":"/api/v1/x"}',
      '{"path":"/api/v1/x"}',
      '{"method":"post","path":"/api/v1/x","more":1}',
      '{"method":"post","path":"/api/v1/x","body":[]}',
      JSON.stringify({ method: "post", path: `/api/v1/${"x".repeat(2000)}` }),
      JSON.stringify({ method: "post", path: "/api/v1/x", undo: { method: "post", path: "/" } }),
    ]
  ) assert.equal((await send(act)).status, 400, act);
  const empty = await post(new Request("http://box/act", { method: "POST" }), HTTPS);
  assert.equal(empty.status, 400);
  const large = new Request("http://box/act", {
    method: "POST",
    body: `a=${"x".repeat(1_100_000)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const refused = await post(large, HTTPS);
  assert.deepEqual([refused.status, await refused.text()], [413, "too_large at http://box/"]);
  assert.deepEqual(asked, []);
});

Deno.test("other methods and addresses are passed on unchanged", async () => {
  const { asked, post } = door(noContent);
  for (
    const [method, path] of [
      ["GET", "/act"],
      ["HEAD", "/act"],
      ["PUT", "/act"],
      ["POST", "/act/x"],
      ["POST", "/Act"],
    ]
  ) {
    await post(new Request(`http://box${path}`, { method }), HTTPS);
    assert.deepEqual([asked.at(-1)!.method, asked.at(-1)!.path], [method, path]);
  }
});

Deno.test("a button can send another request than its form, with some of the fields", async () => {
  const { asked, outcomes, send } = door(() => Response.json({}));
  const other = {
    method: "post",
    path: "/api/v1/y",
    back: "/y",
    result: true,
    fields: { "values.a:lines": "a:lines" },
  };
  const act = { method: "put", path: "/api/v1/x", body: { b: 1 } } as const;
  await send(act, "values.a:lines=1%0A2&c=3");
  assert.deepEqual(JSON.parse(asked[0].body), { b: 1, values: { a: ["1", "2"] }, c: "3" });
  await send(act, `values.a:lines=1%0A2&c=3&act=${encodeURIComponent(JSON.stringify(other))}`);
  assert.deepEqual([asked[1].method, asked[1].path, JSON.parse(asked[1].body)], [
    "POST",
    "/api/v1/y",
    {
      a: ["1", "2"],
    },
  ]);
  assert.deepEqual(outcomes, [{ result: {}, values: { "values.a": "1\n2", c: "3" } }]);
});

Deno.test("path values appear in the message and in the undo request", async () => {
  const { asked, send } = door(noContent);
  const path = "/api/v1/rules/{domain}";
  const filled = "/api/v1/rules/a%2Fb.example";
  const act = {
    method: "put",
    path,
    done: "frame.done",
    undo: { method: "delete", path },
  } as const;
  const toast = toastOf(await send(act, "domain:path=a%2Fb.example"));
  const { domain } = toast!.args!;
  assert.deepEqual([asked[0].path, toast?.undo?.path, domain], [filled, filled, "a/b.example"]);
});
