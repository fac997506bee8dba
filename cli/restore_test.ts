/** `box restore` of a file, against a service on a socket that records what it gets. */
import assert from "node:assert/strict";
import { runCommand } from "./call.ts";
import type { Terminal } from "./terminal.ts";

const PREVIEW = "POST /api/v1/backups/restore/preview";
const PLAN = {
  id: "0".repeat(32),
  name: "home.age",
  box: "box",
  version: "0.9.0",
  made: 0,
  own: true,
  inside: {},
  here: {},
};

/** The requests of `box restore FILE`, and what the command ends with. */
async function restored(running: unknown): Promise<{ seen: string[]; ended: number | Error }> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/box.sock`;
  const seen: string[] = [];
  const server = Deno.serve({ path, onListen: () => {} }, async (request) => {
    const { method, url } = request;
    seen.push(`${method} ${new URL(url).pathname}`);
    await request.body?.cancel();
    return Response.json(method === "GET" ? { targets: [], running } : PLAN);
  });
  const terminal: Terminal = {
    out: () => {},
    err: () => {},
    colors: false,
    env: {},
    now: () => 0,
    version: "",
    serve: () => 0,
    companion: () => 0,
  };
  try {
    await Deno.writeFile(`${folder}/home.age`, new Uint8Array(8 * 1024 * 1024));
    const argv = [`${folder}/home.age`, "--socket", path];
    const ended = await runCommand("restore", argv, terminal).catch((error: Error) => error);
    return { seen, ended };
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("While a backup is made or restored, `box restore` refuses before it sends the file", async () => {
  const { seen, ended } = await restored({ step: "sending", target: "nas", bytes: 1, total: 2 });
  assert.deepEqual(seen, ["GET /api/v1/backups"]);
  assert.match((ended as Error).message, /^A backup or a restore is running; wait until/);
});

Deno.test("On a box that is idle, `box restore` sends the file", async () => {
  const { seen, ended } = await restored(null);
  assert.deepEqual(seen, ["GET /api/v1/backups", PREVIEW]);
  assert.equal(ended, 0);
});
