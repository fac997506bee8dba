import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { clientFiles } from "../../packaging/clients/clients.ts";
import { hasTool, needsTool } from "../support/tool.ts";
import { boxServices } from "./box_services.ts";

const USAGE = new URL("clients/", import.meta.url);

/** Writes the clients, opens a box to HTTP on loopback, and runs a program beside them. */
async function withClients(
  test: (folder: string, url: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const app = apiApp(ROUTES, await boxServices({ flags: { metrics: "open" } }));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request, { door: "http", address: "127.0.0.1" }),
  );
  try {
    for (const [name, text] of Object.entries(await clientFiles())) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    for (const name of ["usage.py", "usage.ts.txt"]) {
      const copy = `${folder}/${name.replace(".txt", "")}`;
      await Deno.copyFile(new URL(name, USAGE), copy);
    }
    await test(folder, `http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
}

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, `${program} ${args.join(" ")}\n${out}${errors}`);
  return out.trim();
}

Deno.test("The TypeScript client compiles, and a program uses it against a box", () =>
  withClients(async (folder, url) => {
    const args = ["run", "--check", "--no-lock", "--no-config", "--allow-net=127.0.0.1"];
    assert.equal(await run(Deno.execPath(), [...args, "usage.ts", url], folder), "done");
  }));

Deno.test({
  name: "The Python client compiles, and a program uses it against a box",
  ignore: needsTool("python3"),
  fn: () =>
    withClients(async (folder, url) => {
      await run("python3", ["-m", "py_compile", "box.py", "usage.py"], folder);
      assert.equal(await run("python3", ["usage.py", url, folder], folder), "done");
      if (hasTool("mypy")) await run("mypy", ["--strict", "box.py", "usage.py"], folder);
    }),
});
