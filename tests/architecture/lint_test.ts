import assert from "node:assert/strict";
import { sourceFiles, textOf } from "../support/source_files.ts";
import plugin, { OWN_ERRORS } from "./lint.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

function lint(path: string, text: string): string[] {
  return Deno.lint.runPlugin(plugin, ROOT + path, text).map((found) => found.message);
}

Deno.test("The clock and the random source are read in entry modules only", () => {
  const text = `Date.now(); Math.random(); new Date(); performance.now();\n`;
  assert.equal(lint("api/a.ts", text).length, 4);
  assert.deepEqual(lint("main.ts", text), []);
  assert.deepEqual(lint("resolver/worker.ts", text), []);
  assert.deepEqual(lint("api/a_test.ts", text), []);
  assert.deepEqual(lint("api/a.ts", `new Date(5); Math.max(1, 2); clock.now();\n`), []);
});

Deno.test("A clock passed on without a call is found too", () => {
  assert.equal(lint("api/a.ts", `const now = Date.now;\n`).length, 1);
});

Deno.test("console is only for the command line and main.ts", () => {
  assert.deepEqual(lint("resolver/a.ts", `console.log(1);\n`), ["console in product code"]);
  assert.deepEqual(lint("cli/a.ts", `console.log(1);\n`), []);
  assert.deepEqual(lint("main.ts", `console.log(1);\n`), []);
});

Deno.test("Policy uses neither the runtime nor a clock", () => {
  assert.deepEqual(
    lint("policy/a.ts", `Deno.readTextFileSync("x"); setTimeout(f, 1); fetch("x");\n`),
    [
      "Deno in policy/",
      "setTimeout in policy/",
      "fetch in policy/",
      "fetch opens connections",
    ],
  );
  assert.deepEqual(lint("policy/a.ts", `const x = { fetch: 1 }; x.fetch;\n`), []);
});

Deno.test("The resolver opens no file and reads no environment", () => {
  assert.deepEqual(
    lint("resolver/a.ts", `Deno.readFileSync("x"); Deno.env.get("X"); Deno.dlopen("c", {});\n`),
    [
      "Deno.readFileSync in resolver/",
      "Deno.env in resolver/",
    ],
  );
});

Deno.test("Nothing opens a Unix socket with node:net, not even tests", () => {
  const text =
    `server.listen({ path }); connect({ path: "/a" }); http.request({ socketPath: "/a" });\n`;
  assert.equal(lint("api/a_test.ts", text).length, 3);
  assert.deepEqual(
    lint("api/a.ts", `Deno.listen({ transport: "unix", path }); request({ path: "/" });\n`),
    [],
  );
});

Deno.test("Services have no error class of their own, except those listed", () => {
  const text = `class RuleError extends Error {}\nconst X = class extends RangeError {};\n`;
  const found = ["RuleError extends Error", " extends RangeError"];
  for (const folder of ["features/box/power", "accounts", "events", "certificate", "publish"]) {
    assert.deepEqual(lint(`api/${folder}/a.ts`, text), found, folder);
  }
  const heir =
    `class FullError extends DomainError {}\nclass LateError extends CertificateError {}\nclass Bad extends Refused {}\n`;
  assert.equal(lint("api/certificate/a.ts", heir).length, 3);
  assert.deepEqual(lint("api/system/a.ts", text), []);
  assert.deepEqual(lint("api/features/box/power/a_test.ts", text), []);
  assert.deepEqual(lint("api/features/box/power/dbus.ts", `class BusError extends Error {}\n`), []);
  assert.deepEqual(lint("api/accounts/a.ts", `class Rules extends Table {}\n`), []);
});

Deno.test("The name of an error class ends in Error", () => {
  const message = "An error class without the suffix Error";
  assert.deepEqual(lint("tests/support/a.ts", `class Late extends Error {}\n`), [message]);
  assert.deepEqual(lint("resolver/a.ts", `class Late extends RangeError {}\n`), [message]);
  assert.deepEqual(lint("resolver/a.ts", `class LateError extends Error {}\n`), []);
  assert.deepEqual(lint("resolver/a.ts", `class Late extends EventTarget {}\n`), []);
});

Deno.test("Every listed error class exists", () => {
  const there = sourceFiles().flatMap((path) =>
    [...textOf(path).matchAll(/\bclass (\w+) extends \w+/g)].map(([, name]) => `${path} ${name}`)
  );
  assert.deepEqual(Object.keys(OWN_ERRORS).filter((each) => !there.includes(each)), []);
});

Deno.test("Only a declared door opens a connection", () => {
  const opens = (text: string, path = "api/features/a.ts") =>
    lint(path, text).filter((message) => message.endsWith("opens connections"));
  for (
    const text of [
      `await fetch("https://a.example");`,
      `const ask = fetch;`,
      `run({ fetch });`,
      `run({ call: fetch });`,
      `globalThis.fetch("https://a.example");`,
      `await Deno.connect({ hostname: "a.example", port: 1 });`,
      `const { connectTls } = { connectTls: Deno.connectTls };`,
      `Deno.listenDatagram({ transport: "udp", hostname: "0.0.0.0", port: 0 });`,
      `new WebSocket("wss://a.example");`,
      `import { connect } from "node:net";`,
      `import { isIP, connect } from "node:net";`,
      `import * as tls from "node:tls";`,
      `import https from "node:https";`,
      `import { createSocket } from "node:dgram";`,
      `const { createTransport } = await import("nodemailer");`,
      `import { createClient } from "@libsql/client";`,
      `libc.connect(fd, to, to.length);`,
    ]
  ) {
    assert.equal(opens(text + "\n").length, 1, text);
    assert.deepEqual(opens(text + "\n", "api/system/outgoing_request.ts"), [], text);
    assert.deepEqual(opens(text + "\n", "api/companion/a.ts"), [], text);
  }
  for (
    const text of [
      `import { isIP } from "node:net";`,
      `import type { Socket } from "node:net";`,
      `import { createServer, type Socket } from "node:tls";`,
      `const { fetch } = options;`,
      `options.fetch("a"); app.fetch(request);`,
      `const x = { fetch: 1 };`,
      `Deno.listen({ port: 1 });`,
    ]
  ) assert.deepEqual(opens(text + "\n"), [], text);
});

Deno.test("Packed statements are found", () => {
  assert.equal(lint("ui/a.ts", `const a = 1, b = 2;\nlet c, d;\n`).length, 2);
  assert.deepEqual(lint("ui/a.ts", `for (let i = 0, n = 5; i < n; i++, n--) f(i);\n`), []);
  assert.deepEqual(lint("ui/a.ts", `f({ ...{ a, b }, c });\n`), ["Spread of an object literal"]);
  assert.deepEqual(lint("ui/a.ts", `f({ ...rest, ...(a && { b }) });\n`), []);
  assert.deepEqual(lint("ui/a.ts", `return_((a(), b));\n`), ["Comma expression"]);
});

Deno.test("A conditional inside a conditional is found anywhere", () => {
  assert.equal(lint("ui/a.ts", `f(a ? b : c ? d : e);\nf(a ? b ? c : d : e);\n`).length, 2);
  assert.deepEqual(lint("ui/a.ts", `f(a ? b : g(c ? d : e));\n`), []);
});

Deno.test("Types of dependencies are not made by taking members away", () => {
  const message = "Omit<RunDeps> takes dependencies away";
  assert.deepEqual(lint("api/a.ts", `type A = Omit<RunDeps, "b">;\n`), [message]);
  assert.deepEqual(lint("api/a.ts", `interface A extends Omit<RunDeps, "b"> {}\n`), [message]);
  assert.deepEqual(lint("api/a.ts", `type A = Omit<AlertRow, "id">;\n`), []);
  assert.deepEqual(lint("tests/support/a.ts", `type A = Omit<RunDeps, "b">;\n`), []);
});
