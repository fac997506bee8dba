import assert from "node:assert/strict";
import fc from "fast-check";
import { fillRequest, formFields, typedValues } from "./form_fields.ts";
import { boundaryOf, formParts } from "./multipart.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function sent(data: FormData, limit?: number) {
  return await formFields(new Request("http://box/act", { method: "POST", body: data }), limit);
}

Deno.test("a file is passed on in base64 with its name, and is no typed value", async () => {
  const data = new FormData();
  data.set("act", "{}");
  data.set("note", "größer");
  data.set("content:file", new File([Uint8Array.of(0, 13, 10, 45, 45, 255)], 'a"b\r\n.zip'));
  const fields = await sent(data);
  assert.ok(typeof fields !== "string");
  const { body } = fillRequest("/api/v1/x", {}, fields);
  assert.deepEqual(body, { note: "größer", content: "AA0KLS3/", name: 'a"b\r\n.zip' });
  assert.deepEqual(typedValues(fields), { note: "größer" });
});

Deno.test("an optional file replaces the typed text of the same name when one is chosen", async () => {
  const data = new FormData();
  data.set("certificate?", "typed");
  data.set("certificate:textfile?", new File(["PEM"], "box.pem"));
  data.set("key?", "typed");
  data.set("key:textfile?", new File([""], ""));
  const fields = await sent(data);
  assert.ok(typeof fields !== "string");
  assert.deepEqual(fillRequest("/x", {}, fields).body, { certificate: "PEM", key: "typed" });
  assert.deepEqual(typedValues(fields), { certificate: "typed" });
});

Deno.test("a text file is passed on as text without byte order mark; typed text is unchanged", async () => {
  const data = new FormData();
  data.set("content:textfile", new File(["\ufeffFérias\r\n", Uint8Array.of(255)], "férias.ics"));
  const fields = await sent(data);
  assert.ok(typeof fields !== "string");
  assert.deepEqual(fillRequest("/x", {}, fields).body, {
    content: "Férias\r\n\ufffd",
    name: "férias.ics",
  });
  assert.deepEqual(typedValues(fields), {});
  assert.deepEqual(fillRequest("/x", {}, new Map([["content:textfile", ["a", "%"]]])).body, {
    content: "%",
    name: "a",
  });
});

Deno.test("without a chosen file the field is empty", async () => {
  const data = new FormData();
  data.set("content:file", new File([], ""));
  const fields = await sent(data);
  assert.deepEqual(typeof fields === "string" ? fields : fillRequest("/x", {}, fields).body, {
    content: "",
    name: "",
  });
});

Deno.test("a form with a large file or too many parts is refused", async () => {
  const data = new FormData();
  data.set("content:file", new File([new Uint8Array(5000)], "a"));
  assert.equal(await sent(data, 4000), "too_large");
  const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n';
  assert.equal(formParts(bytesOf(`${part.repeat(3)}--b--`), "b", 2), undefined);
  assert.equal(formParts(bytesOf(`${part.repeat(2)}--b--`), "b", 2)?.length, 2);
});

Deno.test("the boundary is read from the media type", () => {
  assert.equal(boundaryOf('multipart/form-data; boundary="a b"'), "a b");
  assert.equal(boundaryOf("multipart/form-data; charset=x; boundary=abc"), "abc");
  assert.equal(boundaryOf("multipart/mixed; boundary=abc"), undefined);
  assert.equal(boundaryOf(`multipart/form-data; boundary=${"a".repeat(71)}`), undefined);
});

Deno.test("any other bytes never throw", () => {
  const piece = fc.constantFrom(
    "--b",
    "--b--",
    "\r\n",
    "\r\n\r\n",
    'Content-Disposition: form-data; name="a"',
    "; filename=",
    '"',
    "x",
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.array(piece, { maxLength: 30 })),
      (given) => {
        const parts = formParts(Array.isArray(given) ? bytesOf(given.join("")) : given, "b", 10);
        assert.ok(parts === undefined || parts.length <= 10);
      },
    ),
    { seed: 20261121, numRuns: 500 },
  );
});
