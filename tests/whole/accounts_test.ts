/**
 * Accounts of a box as a process: sessions survive a kill, no secret is stored, and password
 * guessing does not delay DNS.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { askOnce } from "../support/box_process.ts";
import { ask } from "../support/plain_http.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const PASSWORD = "gravel ocean tulip";

async function withAccount(test: (scene: Scene) => Promise<void>): Promise<void> {
  await Scene.run({}, async (scene) => {
    const body = { name: "mum", password: PASSWORD, kind: "administrator", role: "full" };
    await scene.service.call("POST", "/api/v1/accounts", { body });
    await test(scene);
  });
}

Deno.test("Sessions and tokens survive a kill, ended ones stay ended, and no secret is stored in plain text", () =>
  withAccount(async (scene) => {
    const host = `127.0.0.1:${scene.box.http}`;
    const given = { account: "Mum", password: PASSWORD };
    const signIn = () => ask(scene.box.http, "POST", "/api/v1/session", given);
    const me = (headers: Record<string, string>) =>
      ask(scene.box.http, "GET", "/api/v1/me", undefined, headers);
    const one = await signIn();
    const two = await signIn();
    assert.deepEqual([one.status, one.json.account.name], [200, "mum"]);
    const made = await ask(scene.box.http, "POST", "/api/v1/tokens", { name: "nas", rights: [] }, {
      cookie: one.cookie,
    });
    const token = { authorization: `Bearer ${made.json.secret}` };
    assert.equal(
      (await ask(scene.box.http, "DELETE", "/api/v1/session", undefined, { cookie: two.cookie }))
        .status,
      204,
    );
    const { output } = await scene.box.end("SIGKILL");
    await scene.start();
    assert.equal((await me({ host, cookie: one.cookie })).status, 200);
    assert.equal((await me(token)).status, 200);
    assert.equal((await me({ host, cookie: two.cookie })).status, 401);
    const elsewhere = { host: "127.0.0.1:1", cookie: one.cookie };
    assert.equal(
      (await me(elsewhere)).status,
      401,
      "a session is good at the host it was given for",
    );
    const { text } = await scene.command("token", "revoke", `${made.json.id}`);
    assert.equal(text, `Token ${made.json.id} is revoked.\n`);
    assert.equal((await me(token)).status, 401);
    const ended = await scene.box.end("SIGTERM");
    const secrets = [one, two].map(({ cookie }) => cookie.split("=")[1]);
    const written = [output, ended.output];
    for await (const { name, isFile } of Deno.readDir(scene.data)) {
      if (isFile) {
        written.push(
          new TextDecoder("latin1").decode(await Deno.readFile(`${scene.data}/${name}`)),
        );
      }
    }
    for (const secret of [PASSWORD, made.json.secret.slice(4), ...secrets]) {
      assert.ok(!written.some((text) => text.includes(secret)), "a secret was written");
    }
  }));

Deno.test("A sign-out while another program holds the database survives a kill", () =>
  withAccount(async (scene) => {
    const host = `127.0.0.1:${scene.box.http}`;
    const given = { account: "mum", password: PASSWORD };
    const { cookie } = await ask(scene.box.http, "POST", "/api/v1/session", given);
    const other = new DatabaseSync(`${scene.data}/box.db`);
    try {
      other.exec("begin immediate");
      const out = await ask(scene.box.http, "DELETE", "/api/v1/session", undefined, { cookie });
      assert.equal(out.status, 204);
      assert.ok(await askOnce(scene.box.port, "held.example"), "a name was not answered");
      await scene.box.end("SIGKILL");
    } finally {
      other.close();
    }
    await scene.start();
    const { status } = await ask(scene.box.http, "GET", "/api/v1/me", undefined, { host, cookie });
    assert.equal(status, 401);
    const gone = () => Deno.stat(`${scene.data}/ended_sessions`).then(() => false, () => true);
    assert.ok(await within(WAIT, gone), "its row was not deleted");
  }));

Deno.test("Of sixty simultaneous guesses few are checked, DNS answers meanwhile, and the owner signs in", () =>
  withAccount(async (scene) => {
    const signIn = (password: string) =>
      ask(scene.box.http, "POST", "/api/v1/session", { account: "mum", password });
    assert.equal((await signIn(PASSWORD)).status, 200);
    const guesses = Promise.all(Array.from({ length: 60 }, (_, i) => signIn(`guess ${i}`)));
    for (let i = 0; i < 20; i++) {
      assert.ok(await askOnce(scene.box.port, `name${i}.example`), "a name was not answered");
    }
    const codes = (await guesses).map(({ json }) => json.code);
    assert.ok(
      codes.every((code) => ["wrong_sign_in", "throttled", "too_many_requests"].includes(code)),
      `${codes}`,
    );
    // Five at once, and one more with each wait that ends meanwhile.
    const tried = codes.filter((code) => code === "wrong_sign_in").length;
    assert.ok(tried >= 5 && tried <= 10, `${tried} were tried`);
    assert.ok(await within(WAIT, async () => (await signIn(PASSWORD)).status === 200));
    await scene.service.call("POST", "/api/v1/accounts/1/password", {
      body: { password: "velvet harbour stone" },
    });
    assert.match(
      (await scene.command("audit")).text,
      /session\.failed .*account=mum.* why=password/,
    );
  }));
