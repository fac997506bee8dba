/**
 * The interface of a whole box over HTTPS: certificate and sessions survive a kill, and so does the
 * box a crowd of connections.
 */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { type IncomingMessage } from "node:http";
import { request } from "node:https";
import { askOnce } from "../support/box_process.ts";
import { closeDescriptor, connectFrom } from "../support/flood.ts";
import { hasTool } from "../support/tool.ts";
import { openDescriptors, pause, Scene, WAIT, within } from "../support/whole_box.ts";

const LONG = Deno.env.get("BOX_LONG") === "1";

interface Answered {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly json: any;
  readonly cookie: string;
}

/** Sends a request over HTTPS, trusting only the certificate of the box. */
async function ask(
  scene: Scene,
  method: string,
  path: string,
  headers: object,
  body?: unknown,
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = request({
    host: "127.0.0.1",
    port: scene.https,
    method,
    path,
    agent: false,
    timeout: 5000,
    ca: await Deno.readTextFile(`${scene.data}/tls/interface.pem`),
    servername: "localhost",
    headers: { host: `localhost:${scene.https}`, ...type, ...headers },
  }, resolve);
  sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  const response = await promise;
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  const cookie = (response.headers["set-cookie"] ?? [""])[0].split(";")[0];
  return {
    status: response.statusCode ?? 0,
    json: text === "" ? undefined : JSON.parse(text),
    cookie,
  };
}

Deno.test("Over HTTPS an account signs in and creates a token; both survive a kill, under the same certificate", () =>
  Scene.run({ https: true }, async (scene) => {
    const password = "gravel ocean tulip";
    await scene.service.call("POST", "/api/v1/accounts", {
      body: { name: "mum", password, kind: "administrator", role: "full" },
    });
    const signedIn = await ask(scene, "POST", "/api/v1/session", {}, { account: "mum", password });
    assert.deepEqual([signedIn.status, signedIn.cookie.startsWith("__Host-box=")], [200, true]);
    const { cookie } = signedIn;
    const rights = ["system.read"];
    const made = await ask(scene, "POST", "/api/v1/tokens", { cookie }, { name: "script", rights });
    const authorization = `Bearer ${made.json.secret}`;
    const pem = `${scene.data}/tls/interface.pem`;
    const certificate = await Deno.readTextFile(pem);
    assert.match(
      new X509Certificate(certificate).subjectAltName!,
      /DNS:box\.home\.arpa.*IP Address:127\.0\.0\.1/,
    );
    const { output } = await scene.box.end("SIGKILL");
    assert.match(
      output.replaceAll(/\s/g, ""),
      new RegExp(new X509Certificate(certificate).fingerprint256),
    );
    await scene.start();
    assert.ok(
      await within(
        WAIT,
        () => ask(scene, "GET", "/healthz", {}).then(({ status }) => status === 200, () => false),
      ),
    );
    assert.equal(await Deno.readTextFile(pem), certificate);
    assert.equal((await ask(scene, "GET", "/api/v1/session", { cookie })).json.account.name, "mum");
    assert.equal((await ask(scene, "GET", "/api/v1/status", { authorization })).status, 200);
    assert.equal(
      (await ask(scene, "GET", "/api/v1/accounts", { authorization })).json.code,
      "no_right",
    );
    assert.equal((await ask(scene, "GET", "/api/v1/status", {})).json.code, "not_signed_in");
  }));

Deno.test({
  name: "In a crowd DNS and the socket answer, and HTTP and HTTPS once it is gone",
  ignore: !hasTool("prlimit"),
  fn: () =>
    Scene.run({ https: true, before: ["prlimit", "--nofile=160:160"] }, async (scene) => {
      const overHttp = () =>
        fetch(`http://127.0.0.1:${scene.box.http}/healthz`, { signal: AbortSignal.timeout(2000) })
          .then((response) => response.body?.cancel().then(() => true), () => false);
      const overHttps = () =>
        ask(scene, "GET", "/healthz", {}).then(({ status }) => status === 200, () => false);
      assert.ok(await within(WAIT, overHttps));
      for (let round = 0; round < (LONG ? 5 : 1); round++) {
        const held: number[] = [];
        for (let i = 0; i < 240; i++) {
          held.push(connectFrom(`127.0.3.${1 + i % 200}`, i % 2 ? scene.https : scene.box.http));
        }
        await pause(500);
        assert.ok(
          openDescriptors(scene.box.pid) <= 160 - 20,
          String(openDescriptors(scene.box.pid)),
        );
        const answer = await askOnce(scene.box.port, `n${round}.example`);
        assert.equal(answer === undefined ? "none" : answer[3] & 15, 0);
        // Starting a thread loads modules, and the runtime aborts when it can open no file.
        const made = await scene.service.call("POST", "/api/v1/accounts", {
          body: {
            name: `mum${round}`,
            password: "gravel ocean tulip",
            kind: "administrator",
            role: "full",
          },
        });
        assert.notEqual(made, undefined);
        held.forEach((fd) => fd >= 0 && closeDescriptor(fd));
        assert.ok(
          await within(WAIT, async () => await overHttp() === true),
          "HTTP answers no more",
        );
        assert.ok(await within(WAIT, overHttps), "HTTPS answers no more");
      }
    }),
});
