/**
 * The recovery key and the secrets of backup targets: they are in no log, error, alert, page,
 * diagnostic, administration log or file of the box, also when servers repeat them and people type
 * them into the wrong place.
 */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { ROUTES } from "../../api/app/routes.ts";
import { PAGES } from "../../ui/list.ts";
import { sftpServer } from "../support/backup_servers.ts";
import { ask } from "../support/plain_http.ts";
import { Scene, within } from "../support/whole_box.ts";

const PASSWORD = "gravel ocean tulip";
const SECRETS = {
  webdav: "the-password-of-the-nas",
  s3: "s3cr3t/access+key/of-the-store",
  sftp: "the-password-of-the-server",
  moved: "the-password-of-the-moved-nas",
} as const;
const ACCOUNT = { name: "mum", password: PASSWORD, kind: "administrator", role: "full" };

type Service = Scene["service"];

/** A server that refuses everything, and repeats what it was sent wherever it can. */
function repeatingServer(received: Set<string>) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.body?.cancel();
    const authorization = request.headers.get("authorization") ?? "";
    const [, basic = ""] = /^Basic (.*)$/.exec(authorization) ?? [];
    received.add(basic === "" ? authorization.split(" ")[0] : atob(basic));
    const said = basic === "" ? SECRETS.s3 : atob(basic);
    if (new URL(request.url).pathname.startsWith("/moved")) {
      const location = `http://127.0.0.1:1/${encodeURIComponent(said)}?password=${said}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    const body = `<Error><Code>${said}</Code><Message>${said} ${authorization}</Message></Error>`;
    const headers = {
      "www-authenticate": `Basic realm="${said}"`,
      "content-type": "application/xml",
      "x-secret": said,
    };
    return new Response(body, { status: 403, statusText: said.replace(/[^\w ]/g, "_"), headers });
  });
}

/** Adds a target of each kind; returns their ids. */
async function addTargets(
  service: Service,
  { web, sftp, privateKey }: {
    readonly web: number;
    readonly sftp: number;
    readonly privateKey: string;
  },
): Promise<readonly number[]> {
  const url = `http://127.0.0.1:${web}`;
  const server = { kind: "sftp", host: "127.0.0.1", port: sftp, user: "box", path: "/backups" };
  const targets = [
    { name: "NAS", config: { kind: "webdav", url, user: "box" }, password: SECRETS.webdav },
    {
      name: "Moved",
      config: { kind: "webdav", url: `${url}/moved`, user: "box" },
      password: SECRETS.moved,
    },
    {
      name: "Store",
      config: { kind: "s3", url, bucket: "box-backups", access_key: "AKIAEXAMPLE" },
      password: SECRETS.s3,
    },
    { name: "Server", config: server, password: SECRETS.sftp },
    { name: "Keyed", config: server, password: privateKey },
  ];
  const ids: number[] = [];
  for (const body of targets) {
    const { id } = await service.call<{ id: number }>("POST", "/api/v1/backups/targets", { body });
    ids.push(id);
  }
  return ids;
}

/** The sentence of a request that is refused. */
async function refusal(request: Promise<unknown>): Promise<string> {
  return await request.then(
    () => assert.fail("it is refused"),
    (error: Error) => `${error.message} ${JSON.stringify(error)}`,
  );
}

/** A recovery key, typed into fields that are not for it, and used for a file that it does not open. */
async function mistype({ service }: Scene, key: string, content: string): Promise<string[]> {
  const path = "/api/v1/backups/restore/preview";
  const bodies = [
    { name: "a.age", content, recovery_key: key.slice(0, -1) },
    { name: "a.age", content, recovery_key: `${key.slice(0, -1)}${key.endsWith("Q") ? "P" : "Q"}` },
    { name: "a.age", content, recovery_key: `${key} ` },
    { name: key, content: "", recovery_key: "" },
    { name: "a.age", content: key, recovery_key: "" },
    { name: "a.age", content, recovery_key: { key } },
    { name: "a.age", content, recovery_key: [key] },
    { name: "a.age", content, key },
    { target: 1, file: key, recovery_key: "" },
    { target: key, file: "a.age", recovery_key: key },
  ];
  const said: string[] = [];
  for (const body of bodies) said.push(await refusal(service.call("POST", path, { body })));
  const target = {
    name: key,
    config: { kind: "webdav", url: `http://box:${SECRETS.webdav}@127.0.0.1/`, user: "box" },
    password: { secret: SECRETS.webdav },
  };
  said.push(await refusal(service.call("POST", "/api/v1/backups/targets", { body: target })));
  return said;
}

Deno.test("The recovery key and secrets of targets stay where they belong", async () => {
  const received = new Set<string>();
  const web = repeatingServer(received);
  const { privateKey: pem } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const server = await sftpServer(pem, "box", "another password");
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  try {
    await Scene.run({ flags: ["--lists-allow-private=on"] }, async (scene) => {
      const { service } = scene;
      const outputs: [where: string, text: string][] = [];
      await service.call("POST", "/api/v1/accounts", { body: ACCOUNT });
      const { recovery_key: first } = await service.call<{ recovery_key: string }>(
        "POST",
        "/api/v1/backups/key",
      );
      const made = await scene.command("backup", "key");
      const second = /AGE-SECRET-KEY-1[0-9A-Z]{58}/.exec(made.text)?.[0] ?? "";
      assert.notEqual(second, "", made.text);
      const ids = await addTargets(service, {
        web: web.addr.port,
        sftp: server.port,
        privateKey,
      });

      for (const id of ids) {
        const tested = await service.call("POST", `/api/v1/backups/targets/${id}/test`);
        assert.equal((tested as { ok: boolean }).ok, false);
        outputs.push([`test of ${id}`, JSON.stringify(tested)]);
        outputs.push([
          `list of ${id}`,
          await refusal(service.call("GET", `/api/v1/backups/targets/${id}/files`)),
        ]);
      }
      await service.call("POST", "/api/v1/backups/run", { body: { wait: false } });
      const hasEnded = async () => {
        const { running, targets } = await service.call<
          { running: unknown; targets: { last_error: string }[] }
        >("GET", "/api/v1/backups");
        return running === null && targets.every(({ last_error }) => last_error !== "");
      };
      assert.ok(await within(120_000, hasEnded), "every target failed");
      await service.call("POST", "/api/v1/tasks/backups.make/run");

      const foreign = `${scene.folder}/foreign.age`;
      await Deno.writeTextFile(foreign, "age-encryption.org/v1\n-> X25519 a\n");
      const content = (await Deno.readFile(foreign)).toBase64();
      for (const key of [first, second]) {
        outputs.push(["mistyped", (await mistype(scene, key, content)).join("\n")]);
      }

      const port = scene.box.http;
      const session = await ask(port, "POST", "/api/v1/session", {
        account: ACCOUNT.name,
        password: PASSWORD,
      });
      const cookie = { cookie: session.cookie, accept: "*/*" };
      const read = async (path: string) =>
        void outputs.push([`GET ${path}`, (await ask(port, "GET", path, undefined, cookie)).text]);
      const streams = /follow|live|openapi|\/page$|stream/;
      for (const { method, path, lines, page } of ROUTES) {
        const isPlain = method === "get" && !path.includes("{") && lines !== true;
        if (isPlain && page !== true && !streams.test(path)) await read(path);
      }
      for (const { path } of PAGES) if (!path.includes("{")) await read(path);
      for (const id of ids) await read(`/backups/targets/${id}`);
      for (
        const line of ["diagnostic", "audit --all", "alerts --all", "backup", "tasks", "metrics"]
      ) {
        outputs.push([line, (await scene.command(...line.split(" "))).text]);
      }

      const ended = await scene.box.end("SIGTERM");
      outputs.push(["log", ended.output]);
      for (const path of await filesBelow(scene.data)) {
        const bytes = await Deno.readFile(path);
        outputs.push([path, new TextDecoder("latin1").decode(bytes)]);
      }
      const [, body = ""] = privateKey.split("\n");
      const secrets = { ...SECRETS, first, second, privateKey: body };
      const found = outputs.flatMap(([where, text]) =>
        Object.entries(secrets).flatMap(([name, secret]) =>
          shapesOf(secret).some((shape) => text.includes(shape)) ? [`${name} in ${where}`] : []
        )
      );
      assert.deepEqual(found, []);
      // The servers had them to repeat, and what may be shown is found by the same search.
      const passwords = [SECRETS.webdav, SECRETS.moved].map((password) => `box:${password}`);
      assert.deepEqual([...received].sort(), ["AWS4-HMAC-SHA256", ...passwords].sort());
      const shows = (text: string) => outputs.filter(([, all]) => all.includes(text)).length;
      assert.ok(shows("AKIAEXAMPLE") > 0 && outputs.length > 100);
      const log = outputs.find(([where]) => where === "log")![1];
      assert.match(log, /The backup to the target NAS failed/);
    });
  } finally {
    await server.close();
    await web.shutdown();
  }
});

/** A secret as texts may hold it: as it is, in addresses, in base64, and without its groups. */
function shapesOf(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), btoa(secret), btoa(`box:${secret}`)];
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await filesBelow(`${folder}/${name}`));
    else if (isFile) found.push(`${folder}/${name}`);
  }
  return found;
}
