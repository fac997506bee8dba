import assert from "node:assert/strict";
import { fillRequest, FORM_LIMIT, formFields, typedValues } from "./form_fields.ts";

function posted(
  body: BodyInit,
  type = "application/x-www-form-urlencoded",
  headers: Record<string, string> = {},
) {
  return new Request("http://box/act", {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
}

async function bodyOf(
  text: string,
  given: Record<string, unknown> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const fields = await formFields(posted(text));
  assert.ok(typeof fields !== "string", String(fields));
  return fillRequest("/api/v1/x", given, fields).body;
}

async function pathOf(path: string, text: string): Promise<string> {
  const fields = await formFields(posted(text));
  assert.ok(typeof fields !== "string");
  return fillRequest(path, {}, fields).path;
}

Deno.test("a field without a type is an unchanged text", async () => {
  assert.deepEqual(await bodyOf("name=%20Emma%20+%26+co%20"), { name: " Emma  & co " });
  assert.deepEqual(await bodyOf("name="), { name: "" });
  assert.deepEqual(await bodyOf("name=a&name=b"), { name: "b" });
  assert.deepEqual(await bodyOf("name:word=%D7%A9%D7%9C"), { name: "של" });
});

Deno.test("a number field is a number, null when empty, and other text is passed on unchanged", async () => {
  assert.deepEqual(await bodyOf("days:number=30"), { days: 30 });
  assert.deepEqual(await bodyOf("days:number=%20-1.5%20"), { days: -1.5 });
  assert.deepEqual(await bodyOf("days:number="), { days: null });
  for (const text of ["1,5", "ten", "NaN", "Infinity", "1e999"]) {
    assert.deepEqual(await bodyOf(`days:number=${text}`), { days: text });
  }
});

Deno.test("a ticked box gives true, and otherwise its hidden field gives false", async () => {
  assert.deepEqual(await bodyOf("enabled:boolean=false&enabled:boolean=true"), { enabled: true });
  assert.deepEqual(await bodyOf("enabled:boolean=false"), { enabled: false });
  assert.deepEqual(await bodyOf("enabled:boolean=on"), { enabled: true });
  assert.deepEqual(await bodyOf("enabled:boolean=yes"), { enabled: false });
});

Deno.test("an array has every field of its name, lines has every non-empty line", async () => {
  assert.deepEqual(await bodyOf("rights:array=&rights:array=a&rights:array=b"), {
    rights: ["a", "b"],
  });
  assert.deepEqual(await bodyOf("rights:array="), { rights: [] });
  assert.deepEqual(await bodyOf("x:lines=+one+%0D%0A%0D%0Atwo%0Athree%0Dfour%0A"), {
    x: ["one", "two", "three", "four"],
  });
  assert.deepEqual(await bodyOf("x:lines="), { x: [] });
});

Deno.test("a question mark omits a field only when it is empty", async () => {
  assert.deepEqual(await bodyOf("a?=&b:number?=+&c:lines?=%0A&d:array?="), {});
  assert.deepEqual(await bodyOf("a?=1&b:number?=0&c:lines?=x&d:array?=&d:array?=y"), {
    a: "1",
    b: 0,
    c: ["x"],
    d: ["y"],
  });
});

Deno.test("dots set fields inside objects and keep the other fields", async () => {
  assert.deepEqual(await bodyOf("account.name=anna&account.days:number=2&top=1"), {
    account: { name: "anna", days: 2 },
    top: "1",
  });
  assert.deepEqual(await bodyOf("values.a=1", { values: { b: 2 }, seen: { a: 0 } }), {
    values: { b: 2, a: "1" },
    seen: { a: 0 },
  });
  assert.deepEqual(await bodyOf("list.a=1", { list: [1, 2] }), { list: { a: "1" } });
  assert.deepEqual(await bodyOf("text.a=1", { text: "x" }), { text: { a: "1" } });
});

Deno.test("filling a form does not change the action of another form", async () => {
  const given = { values: { a: 1 } };
  await bodyOf("values.b=2", given);
  assert.deepEqual(given, { values: { a: 1 } });
});

Deno.test("no field reaches a prototype", async () => {
  const body = await bodyOf(
    "__proto__.polluted=1&a.__proto__.polluted=1&a.__proto__=1&constructor.prototype.polluted=1",
  );
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.equal((Object as unknown as Record<string, unknown>).polluted, undefined);
  assert.equal(Object.getPrototypeOf(body), Object.prototype);
  assert.deepEqual(Object.keys(body), ["constructor"]);
  const fields = await formFields(posted("__proto__=1&toString=2"));
  assert.ok(typeof fields !== "string");
  assert.deepEqual(Object.entries(typedValues(fields)), [["toString", "2"]]);
});

Deno.test("invalid, long or deep field names are ignored", async () => {
  assert.deepEqual(await bodyOf("a%20b=1&%00=1&a%5B0%5D=1&:number=1&a:b:c=1&=1"), {});
  assert.deepEqual(
    await bodyOf(`${"a".repeat(201)}=1&${"a.".repeat(90)}a=1&${"b".repeat(200)}=1`),
    {
      ["b".repeat(200)]: "1",
    },
  );
});

Deno.test("a path parameter stays one segment of the path", async () => {
  assert.equal(await pathOf("/api/v1/lists/{id}/accept", "id:path=7"), "/api/v1/lists/7/accept");
  assert.equal(await pathOf("/api/v1/x/{id}/{id}", "id:path=a"), "/api/v1/x/a/a");
  assert.equal(
    await pathOf("/api/v1/x/{id}", "id:path=a/b?c%23d%25'$%26"),
    "/api/v1/x/a%2Fb%3Fc%23d%25%27%24%26",
  );
  assert.equal(await pathOf("/api/v1/x/{id}", "id=7"), "/api/v1/x/{id}");
});

Deno.test("another media type is no form, and a large form is refused", async () => {
  assert.equal(await formFields(posted("{}", "application/json")), "no_form");
  assert.equal(await formFields(posted("a=1", "text/plain")), "no_form");
  assert.equal(await formFields(posted("a=1", "multipart/form-data; boundary=x")), "no_form");
  assert.equal(await formFields(new Request("http://box/act", { method: "POST" })), "no_form");
  assert.equal(
    await formFields(posted("a", undefined, { "content-length": String(FORM_LIMIT + 1) })),
    "too_large",
  );
  assert.equal(await formFields(posted(`a=${"x".repeat(FORM_LIMIT)}`)), "too_large");
  const many = Array.from({ length: 1001 }, (_, i) => `f${i}=1`).join("&");
  assert.equal(await formFields(posted(many)), "too_large");
  const fields = await formFields(
    posted("a=1", "Application/X-WWW-Form-Urlencoded; charset=UTF-8"),
  );
  assert.ok(typeof fields !== "string" && fields.size === 1);
});

Deno.test("an endless body is read only up to the limit", async () => {
  let read = 0;
  const endless = new ReadableStream({
    pull(controller) {
      read += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
  });
  assert.equal(await formFields(posted(endless)), "too_large");
  assert.ok(read <= FORM_LIMIT + 4 * 65_536, `${read} bytes`);
});

Deno.test("typed values are returned by plain name, without secrets", async () => {
  const fields = await formFields(posted(
    "act=x&account=anna&password=p&confirm_password=p&code=1&totp.secret=s&days:number?=3&rights:array=a&rights:array=b" +
      "&key=k&credentials.server=c&credentials.key?=c&api_token=t&a.hmac_key?=h&a.key_id?=i",
  ));
  assert.ok(typeof fields !== "string");
  assert.deepEqual(typedValues(fields), {
    account: "anna",
    days: "3",
    rights: "a\nb",
    "a.key_id": "i",
  });
});
