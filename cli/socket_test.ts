import assert from "node:assert/strict";
import { CommandError, EXIT } from "./command_error.ts";
import { socketClient, socketPath } from "./socket.ts";

/**
 * A service on its own socket; `answer` returns the response to the head of a request, undefined =
 * none, ever.
 */
async function withAnswers(
  answer: (head: string) => Promise<string | undefined>,
  test: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/box.sock`;
  const listener = Deno.listen({ transport: "unix", path });
  const open: Deno.Conn[] = [];
  const serve = async (connection: Deno.Conn) => {
    const head = new Uint8Array(4096);
    const size = await connection.read(head);
    const body = await answer(new TextDecoder().decode(head.subarray(0, size ?? 0)));
    if (body === undefined) return;
    const text =
      `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
    await connection.write(new TextEncoder().encode(text)).catch(() => {});
  };
  const accepting = (async () => {
    for await (const connection of listener) {
      open.push(connection);
      void serve(connection).catch(() => {});
    }
  })();
  try {
    await test(path);
  } finally {
    listener.close();
    await accepting;
    open.forEach((connection) => connection.close());
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("A service that hangs is reported after the timeout, and not as a service that does not run", () =>
  withAnswers(() => Promise.resolve(undefined), async (path) => {
    const failed = await socketClient(path, 50).call("GET", "/api/v1/status").then(
      () => undefined,
      (error) => error,
    );
    assert.ok(failed instanceof CommandError);
    assert.equal(failed.exit, EXIT.failure);
    assert.match(failed.message, /does not answer.*restart/);
  }));

Deno.test("A request may take long while the service answers other requests", () => {
  let looked = 0;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const answer = async (head: string) => {
    if (head.startsWith("GET /healthz")) {
      if (++looked === 3) resolve();
      return "ok";
    }
    await enough;
    return '{"done":true}';
  };
  return withAnswers(answer, async (path) => {
    assert.deepEqual(await socketClient(path, 20).call("POST", "/api/v1/lists/refresh"), {
      done: true,
    });
    assert.ok(looked >= 3);
  });
});

Deno.test("socketPath() uses the option, then the variable, then the system socket; empty values are ignored", () => {
  assert.equal(socketPath({ socket: "/a/b.sock" }, {}), "/a/b.sock");
  assert.equal(socketPath({ dataDir: "/a//" }, { BOX_DATA_DIR: "/c" }), "/a/box.sock");
  assert.equal(socketPath({ socket: "" }, { BOX_DATA_DIR: "/c" }), "/c/box.sock");
});

Deno.test("A service whose socket is missing at first is reported as not running, not as ended", () =>
  withAnswers(() => Promise.resolve("1"), async (path) => {
    const connect = Deno.connect;
    let tries = 0;
    Deno.connect = ((options: Deno.UnixConnectOptions) =>
      tries++ === 0
        ? Promise.reject(new Deno.errors.NotFound("no such file"))
        : connect(options)) as typeof Deno.connect;
    try {
      const service = socketClient(path, 50);
      await assert.rejects(service.call("GET", "/api/v1/status"), (error) => {
        assert.ok(error instanceof CommandError);
        assert.deepEqual([error.exit, tries], [EXIT.notRunning, 1]);
        assert.match(error.message, /^The box is not running/);
        return true;
      });
      assert.equal(await service.call("GET", "/api/v1/status"), 1);
    } finally {
      Deno.connect = connect;
    }
  }));
