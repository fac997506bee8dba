/**
 * Client aborts and client errors against a whole box: counted in the diagnostic, without
 * displacing real warnings.
 */
import assert from "node:assert/strict";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Scene, WAIT, within } from "../support/whole_box.ts";

/** Clients of each kind: more than the number of remembered warnings. */
const CLIENTS = 60;

interface Diagnostic {
  readonly warnings: readonly string[];
  readonly state: {
    readonly client_faults: Readonly<Record<string, number>>;
    readonly suppressed_log_lines: number;
  };
}

/** Sends, and disconnects at once or a moment later. */
function hangUp(connect: () => Socket, data: string | Uint8Array, wait: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect();
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.on("close", () => resolve());
    socket.write(data, () => setTimeout(() => socket.destroy(), wait));
  });
}

async function flood(scene: Scene): Promise<void> {
  const socket = () => connectTcp({ path: `${scene.data}/box.sock` });
  const plain = () => connectTcp({ host: "127.0.0.1", port: scene.box.http });
  const raw = () => connectTcp({ host: "127.0.0.1", port: scene.https });
  const dns = () => connectTcp({ host: "127.0.0.1", port: scene.box.port });
  const https = () =>
    connectTls({ host: "127.0.0.1", port: scene.https, rejectUnauthorized: false }) as Socket;

  const head = "HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  const json = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const form =
    `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na=`;
  const live = `GET /api/v1/log/live ${head}Accept: text/event-stream\r\n\r\n`;
  const kinds: readonly (readonly [() => Socket, string | Uint8Array])[] = [
    [socket, `POST /api/v1/lists ${json}`],
    [socket, `POST /api/v1/lists/check ${json}`],
    [socket, live],
    [plain, `POST /act ${form}`],
    [plain, `GET /api/v1/status ${head}\r\n`],
    [plain, "\x16\x03\x01\x00\x05hello\r\n\r\n"],
    [https, `POST /act ${form}`],
    [https, `POST /api/v1/sessions ${json}`],
    [https, `GET / ${head}\r\n`],
    [https, "no request at all\r\n\r\n"],
    [raw, "GET / HTTP/1.0\r\n\r\n"],
    [raw, crypto.getRandomValues(new Uint8Array(200))],
    [dns, new Uint8Array([0, 12, ...new Array(12).fill(255)])],
    [dns, crypto.getRandomValues(new Uint8Array(500))],
  ];
  for (const [connect, data] of kinds) {
    for (let sent = 0; sent < CLIENTS; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => hangUp(connect, data, i * 5)));
    }
  }

  const datagrams = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  for (let sent = 0; sent < 1000; sent++) {
    const bytes = crypto.getRandomValues(new Uint8Array(1 + sent % 100));
    const to = { transport: "udp", hostname: "127.0.0.1", port: scene.box.port } as const;
    await datagrams.send(bytes, to);
  }
  datagrams.close();
}

Deno.test("Floods by clients push no real warning out of the diagnostic, and do not fill the log", () =>
  Scene.run({ https: true }, async (scene) => {
    await scene.box.end("SIGTERM");
    await Deno.writeTextFile(`${scene.data}/box.toml`, "blocked_ttl = 'never'\n");
    await scene.start();
    const diagnostic = async (): Promise<Diagnostic> => {
      const { code, text } = await scene.command("diagnostic");
      assert.equal(code, 0, text);
      return JSON.parse(text);
    };
    const before = await diagnostic();
    assert.ok(before.warnings.some((warning) => /box\.toml/.test(warning)), `${before.warnings}`);

    await flood(scene);
    const counted = async () => {
      const { request_aborted, bad_request, bad_handshake } =
        (await diagnostic()).state.client_faults;
      // A slow box sees the end of a connection before its bad request.
      const requests = request_aborted + bad_request;
      return requests >= 4 * CLIENTS && bad_request > 0 && bad_handshake >= CLIENTS;
    };
    assert.ok(await within(WAIT, counted), JSON.stringify((await diagnostic()).state));
    assert.deepEqual((await diagnostic()).warnings, before.warnings);
    assert.deepEqual((await diagnostic()).warnings, before.warnings);
    assert.equal((await diagnostic()).state.suppressed_log_lines, 0);

    const { output } = await scene.box.end("SIGTERM");
    assert.doesNotMatch(output, /failed|fault|aborted/);
    assert.ok(output.split("\n").length < 60, output);
  }));
