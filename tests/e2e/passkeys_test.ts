import assert from "node:assert/strict";
import { request } from "node:http";
import { createHash, X509Certificate } from "node:crypto";
import { type BrowserPage, withBrowser } from "../support/browser.ts";
import { shared } from "../support/made_once.ts";
import { needsTool } from "../support/tool.ts";
import { Scene } from "../support/whole_box.ts";

const PASSWORD = "gravel ocean tulip";
const ignore = needsTool("chromium");

/** One box for the tests over plain HTTP. */
const withScene = shared<Scene>((test) => Scene.run({}, test), (_, run) => run());

/** An administrator of the box, and a page of their own browser at its origin. */
async function withPage(
  host: string,
  account: string,
  test: (browser: BrowserPage, scene: Scene) => Promise<void>,
): Promise<void> {
  await withScene(async (scene) => {
    const body = { name: account, password: PASSWORD, kind: "administrator", role: "full" };
    await scene.service.call("POST", "/api/v1/accounts", { body });
    await withBrowser(`http://${host}:${scene.box.http}`, (browser) => test(browser, scene));
  });
}

/** Signs in by password and registers a passkey; returns the recovery codes. */
async function register(
  { api, create }: BrowserPage,
  account = "anna",
): Promise<readonly string[]> {
  const signedIn = await api("POST", "/api/v1/session", { account, password: PASSWORD });
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.json));
  const options = await api("POST", "/api/v1/me/passkeys/options", { confirm_password: PASSWORD });
  assert.equal(options.status, 200, JSON.stringify(options.json));
  const credential = await create(options.json);
  const registered = await api("POST", "/api/v1/me/passkeys", { name: "laptop", credential });
  assert.equal(registered.status, 201, JSON.stringify(registered.json));
  return registered.json.recovery_codes;
}

/** Asks the browser to sign in with a passkey; returns its answer. */
async function shown({ api, get }: BrowserPage): Promise<unknown> {
  const options = await api("POST", "/api/v1/session/passkey/options", {});
  assert.equal(options.status, 200, JSON.stringify(options.json));
  return await get(options.json);
}

async function refusedWith(code: string, { api }: BrowserPage, credential: unknown): Promise<void> {
  const { status, json } = await api("POST", "/api/v1/session/passkey", { credential });
  assert.deepEqual([status, json.code], [401, code]);
}

Deno.test({
  name:
    "A passkey of Chromium is registered, signs in alone, and is refused when replayed or removed",
  ignore,
  fn: () =>
    withPage("localhost", "anna", async (browser) => {
      const { api } = browser;
      const codes = await register(browser);
      assert.equal((await api("GET", "/api/v1/me/passkeys")).json.passkeys[0].host, "localhost");
      assert.equal(codes.length, 10);
      assert.equal((await api("DELETE", "/api/v1/session")).status, 204);
      assert.equal((await api("GET", "/api/v1/me/passkeys")).status, 401);

      const credential = await shown(browser);
      const signedIn = await api("POST", "/api/v1/session/passkey", { credential });
      assert.deepEqual([signedIn.status, signedIn.json.account?.name], [200, "anna"]);
      const { passkeys: [passkey] } = (await api("GET", "/api/v1/me/passkeys")).json;
      assert.deepEqual([passkey.name, passkey.last_use > 0], ["laptop", true]);
      await refusedWith("wrong_passkey", browser, credential);

      const path = `/api/v1/me/passkeys/${passkey.id}`;
      assert.equal((await api("DELETE", path)).json.code, "password_needed");
      assert.equal((await api("DELETE", path, { confirm_password: PASSWORD })).status, 204);
      await refusedWith("wrong_passkey", browser, await shown(browser));
    }),
});

Deno.test({
  name:
    "An account with a passkey needs it or a recovery code besides the password, and a code works once",
  ignore,
  fn: () =>
    withPage("localhost", "bert", async (browser, scene) => {
      const { api } = browser;
      const [code, other] = await register(browser, "bert");
      const signIn = (more: object) =>
        api("POST", "/api/v1/session", { account: "bert", password: PASSWORD, ...more });
      const needed = await signIn({});
      assert.deepEqual([needed.status, needed.json.code, needed.json.factors], [
        401,
        "code_needed",
        [
          "passkey",
          "recovery",
        ],
      ]);
      assert.equal((await signIn({ code: code.toLowerCase().replaceAll("-", " ") })).status, 200);
      assert.equal((await signIn({ code })).json.code, "wrong_code");
      assert.equal((await signIn({ code: other })).status, 200);
      const output = await scene.command("account", "factors", "bert");
      assert.match(output.text, /Passkeys\s+1\s+Recovery codes left\s+8/);
      assert.equal((await scene.command("account", "factors", "bert", "--remove")).code, 0);
      assert.equal((await signIn({})).status, 200);
    }),
});

Deno.test({
  name: "A copy of a passkey with a lower counter is refused",
  ignore,
  fn: () =>
    withPage("localhost", "cora", async (browser) => {
      const { tools, authenticatorId } = browser;
      await register(browser, "cora");
      const { credentials: [copy] } = await tools.send("WebAuthn.getCredentials", {
        authenticatorId,
      });
      for (let times = 0; times < 3; times++) {
        const { status } = await browser.api("POST", "/api/v1/session/passkey", {
          credential: await shown(browser),
        });
        assert.equal(status, 200);
      }
      await tools.send("WebAuthn.clearCredentials", { authenticatorId });
      await tools.send("WebAuthn.addCredential", { authenticatorId, credential: copy });
      await refusedWith("wrong_passkey", browser, await shown(browser));
    }),
});

Deno.test({
  name: "At an IP address there are no passkeys, and the box says why",
  ignore,
  fn: () =>
    withPage("127.0.0.1", "dora", async ({ api }) => {
      const { status, json } = await api("POST", "/api/v1/session/passkey/options", {});
      assert.deepEqual([status, json.code], [409, "no_passkeys_here"]);
      assert.match(json.error, /do not work at IP addresses/);
    }),
});

Deno.test({
  name:
    "Over HTTPS at a name of passkey_names a passkey of Chromium is registered and signs in alone",
  ignore,
  fn: () => {
    const name = "box.example.com";
    return Scene.run(
      { https: true, flags: [`--passkey-names=${name}`] },
      async ({ service, data, https }) => {
        const anna = { name: "anna", password: PASSWORD, kind: "administrator", role: "full" };
        await service.call("POST", "/api/v1/accounts", { body: anna });
        const { publicKey } = new X509Certificate(
          await Deno.readTextFile(`${data}/tls/interface.pem`),
        );
        const key = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }))
          .digest("base64");
        // As on a device that trusts the certificate, and whose network resolves the name.
        const trusting = [
          `--ignore-certificate-errors-spki-list=${key}`,
          `--host-resolver-rules=MAP ${name} 127.0.0.1`,
        ];
        await withBrowser(`https://${name}:${https}`, async (browser) => {
          const { api, page } = browser;
          await register(browser);
          assert.equal((await api("GET", "/api/v1/me/passkeys")).json.passkeys[0].host, name);
          const [cookie] = await page.context().cookies();
          const { httpOnly, secure, sameSite } = cookie;
          assert.deepEqual([cookie.name, httpOnly, secure, sameSite], [
            "__Host-box",
            true,
            true,
            "Strict",
          ]);
          assert.equal((await api("DELETE", "/api/v1/session")).status, 204);
          const signedIn = await api("POST", "/api/v1/session/passkey", {
            credential: await shown(browser),
          });
          assert.deepEqual([signedIn.status, signedIn.json.account?.name], [200, "anna"]);
        }, trusting);
      },
    );
  },
});

Deno.test("The box answers under a name of passkey_names, and passkeys work there", () =>
  Scene.run({ flags: ["--passkey-names=Box.Example.com"] }, async ({ box }) => {
    const ask = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const path = "/api/v1/session/passkey/options";
        const headers = { host, "content-type": "application/json" };
        const asked = request(
          { host: "127.0.0.1", port: box.http, method: "POST", path, headers },
          (response) => {
            let text = "";
            response.setEncoding("utf8").on("data", (part: string) => text += part).on(
              "end",
              () => resolve(text),
            );
          },
        );
        asked.on("error", reject).end("{}");
      });
    assert.equal(JSON.parse(await ask("box.example.com")).rpId, "box.example.com");
    assert.equal(JSON.parse(await ask("box.home.arpa")).code, "no_passkeys_here");
    assert.equal(JSON.parse(await ask("evil.example")).code, "wrong_host");
  }));
