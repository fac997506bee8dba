import assert from "node:assert/strict";
import { formDoor as door } from "../../tests/support/form_door.ts";
import { FLASH_COOKIE, readFlashMessage } from "./forms.ts";

/** Returns the flash message in the cookies of a response. */
function flashMessageOf(response: Response) {
  const cookie = response.headers.getSetCookie().map((text) => text.split(";")[0]).join("; ");
  return readFlashMessage(new Request("http://box/", { headers: { cookie } }));
}

const noContent = () => new Response(null, { status: 204 });

Deno.test("the flash message is in a cookie that only the box can set", async () => {
  const { send } = door(noContent);
  const undo = { method: "post", path: "/api/v1/lists", body: { url: "x" } } as const;
  const response = await send({
    method: "delete",
    path: "/api/v1/lists/1",
    done: "a.b",
    args: { n: 2, name: "é" },
    undo,
  });
  assert.match(
    response.headers.getSetCookie()[0],
    /^__Host-flash=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=60$/,
  );
  assert.deepEqual(flashMessageOf(response), { done: "a.b", args: { n: 2, name: "é" }, undo });
  assert.equal(flashMessageOf(await send({ method: "post", path: "/api/v1/x" })), undefined);
});

Deno.test("the flash message can contain typed values", async () => {
  const { send } = door(noContent);
  const act = { method: "post", path: "/api/v1/x", done: "a.b" } as const;
  const said = async (args: Record<string, string>, form = "") =>
    flashMessageOf(await send({ ...act, args }, form))?.args;
  assert.deepEqual(await said({ name: "{name}", of: "{none}" }, "name=+Petra+Office+"), {
    name: "Petra Office",
    of: "{none}",
  });
  assert.deepEqual(await said({ name: "a {name}" }, "name=x"), { name: "a {name}" });
  assert.deepEqual(await said({ name: "{name}" }, "name:text?=x"), { name: "x" });
  // A person may have the name of a secret field.
  for (const name of ["{password}", "{a.hmac_key}", "{key}", "{constructor}", "{act}"]) {
    assert.deepEqual(await said({ name }, "password=p&a.hmac_key=p&key=p"), { name });
  }
  assert.equal((await said({ name: "{name}" }, `name=${"x".repeat(999)}`))?.name, "x".repeat(300));
});

Deno.test("what does not fit the cookie is left out: the undo request first, then the typed values", async () => {
  const { send } = door(noContent);
  const long = "x".repeat(1900);
  const act = { method: "post", path: "/api/v1/x", done: "a.b" } as const;
  const undo = { method: "post", path: "/api/v1/x", body: { long } } as const;
  assert.deepEqual(flashMessageOf(await send({ ...act, args: { n: 1 }, undo })), {
    done: "a.b",
    args: { n: 1 },
  });
  const args = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`a${i}`, "x".repeat(300)]));
  assert.deepEqual(flashMessageOf(await send({ ...act, args })), { done: "a.b" });
});

Deno.test("a long name in the flash message is truncated", async () => {
  const { send, asked } = door(noContent);
  const response = await send({
    method: "post",
    path: "/api/v1/x",
    done: "a.b",
    args: { name: `${"x".repeat(299)}😀😀` },
  });
  assert.equal(asked.length, 1);
  assert.equal(String(flashMessageOf(response)?.args?.name), `${"x".repeat(299)}\ufffd`);
});

Deno.test("cookies of other sites and garbage give no flash message", () => {
  const read = (cookie: string) =>
    readFlashMessage(new Request("http://box/", { headers: { cookie } }));
  const encode = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  assert.deepEqual(read(`a=1; ${FLASH_COOKIE}=${encode({ done: "a.b" })}; b=2`), { done: "a.b" });
  for (
    const cookie of [
      "",
      "a=1",
      `${FLASH_COOKIE}=`,
      `${FLASH_COOKIE}=%%%`,
      `${FLASH_COOKIE}=AAAA`,
      `x${FLASH_COOKIE}=${encode({ done: "a.b" })}`,
      ...[null, [], "x", { done: 1 }, { done: "x".repeat(81) }, { more: 1 }, { args: { a: {} } }]
        .map((value) => `${FLASH_COOKIE}=${encode(value)}`),
      ...[{ method: "get", path: "/api/v1/x" }, { method: "post", path: "/sign-in" }, {
        method: "post",
      }]
        .map((undo) => `${FLASH_COOKIE}=${encode({ done: "a.b", undo })}`),
    ]
  ) assert.equal(read(cookie), undefined, cookie);
});
