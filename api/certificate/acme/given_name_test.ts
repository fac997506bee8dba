import assert from "node:assert/strict";
import { CloudClient } from "../../cloud/client.ts";
import {
  CompanionScene,
  heldKey,
  HOST,
  newKey,
  randomBytes,
} from "../../../tests/support/companion_scene.ts";
import { CertificateError } from "./challenge_writer.ts";
import { givenName } from "./given_name.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const key = newKey();
const signal = new AbortController().signal;

/** A box that calls an online service in this process through its own server. */
async function beside(
  test: (client: CloudClient, scene: CompanionScene) => Promise<void>,
): Promise<void> {
  await using scene = await CompanionScene.open();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { status, headers, body } = await scene.answering.answer({
        method: request.method,
        target: new URL(request.url).pathname,
        header: (name) => request.headers.get(name) ?? "",
        body: new Uint8Array(await request.arrayBuffer()),
        network: "192.0.2.1",
        home: "192.0.2.1",
      });
      return new Response(status === 204 ? null : body, { status, headers });
    },
  );
  const client = new CloudClient({
    url: () => `http://${HOST}:${server.addr.port}`,
    key: heldKey(key),
    lookup: () => Promise.resolve(["127.0.0.1"]),
    userAgent: "box/test",
    runtime: testRuntime({
      randomBytes,
      now: () => scene.time,
      after: (ms, run) => {
        const timer = setTimeout(run, ms === 15_000 ? ms : 0);
        return () => clearTimeout(timer);
      },
    }),
  });
  scene.hosts.push(`${HOST}:${server.addr.port}`);
  try {
    await test(client, scene);
  } finally {
    await server.shutdown();
  }
}

Deno.test("givenName() orders the name from the service and writes its record there", () =>
  beside(async (client, { names }) => {
    const prepare = givenName(client);
    const order = await prepare({ name: "" }, signal);
    const [name] = order.names;
    assert.match(name, /^[a-z]{10}\.names\.example$/);
    assert.deepEqual({ ...order, writer: 0 }, {
      names: [name],
      email: "",
      writer: 0,
      writtenBy: "box",
    });
    const label = name.split(".")[0];
    const record = `_acme-challenge.${name}`;
    const [a, b] = ["a".repeat(43), "b".repeat(43)];
    await order.writer.write(record, a, signal);
    assert.deepEqual((await names.known(label)).values, [a]);
    await order.writer.write(record, b, signal);
    await order.writer.remove(record, a, signal);
    assert.deepEqual((await names.known(label)).values, [b]);
    // After a restart of the box the writer has no stored values.
    const { writer } = await prepare({ name }, signal);
    await writer.remove(record, b, signal);
    assert.deepEqual((await names.known(label)).values, []);
  }));

Deno.test("givenName() rejects a changed name and writes no other record", () =>
  beside(async (client) => {
    const prepare = givenName(client);
    const { writer, names: [name] } = await prepare({ name: "" }, signal);
    const other = "bbbbbbbbbb.names.example";
    await assert.rejects(prepare({ name: other }, signal), (error: Error) => {
      assert.ok(error instanceof CertificateError);
      assert.ok(
        error.message.startsWith(
          `The online service knows this box as ${name} now and no longer as ${other}: `,
        ),
      );
      return true;
    });
    const value = "a".repeat(43);
    await assert.rejects(
      writer.write("_acme-challenge.home.example", value, signal),
      CertificateError,
    );
    await writer.remove("_acme-challenge.home.example", value, signal);
  }));

Deno.test("a box whose name was released reports it, and gets another one for a new choice", () =>
  beside(async (client, { names }) => {
    const prepare = givenName(client);
    const { writer, names: [name] } = await prepare({ name: "" }, signal);
    await names.release(name.split(".")[0]);
    const says = (error: Error) => {
      assert.ok(error instanceof CertificateError);
      assert.match(error.message, /^The operator of the online service took back the name/);
      return true;
    };
    await assert.rejects(prepare({ name }, signal), says);
    const record = `_acme-challenge.${name}`;
    await assert.rejects(writer.write(record, "a".repeat(43), signal), says);
    // A renewal does not take another name by itself, however often it is tried.
    await assert.rejects(prepare({ name }, signal), says);
    const { names: [another] } = await prepare({ name: "" }, signal);
    assert.match(another, /^[a-z]{10}\.names\.example$/);
    assert.notEqual(another, name);
    assert.deepEqual((await prepare({ name: another }, signal)).names, [another]);
  }));

Deno.test("a refusal of the service becomes a CertificateError with the client's message", () =>
  beside(async (client, scene) => {
    scene.database.close();
    await assert.rejects(givenName(client)({ name: "" }, signal), (error: Error) => {
      assert.ok(error instanceof CertificateError);
      assert.match(
        error.message,
        /cannot serve now: The database of the service cannot be used now/,
      );
      return true;
    });
  }));
