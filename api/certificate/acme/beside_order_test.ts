/** External account binding and the certificate that an order replaces. */
import assert from "node:assert/strict";
import { AcmeScene, providerDeps } from "../../../tests/support/acme_scene.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import type { HttpsCaller } from "../../system/https_call.ts";

const ignore = needsTool("pebble", "knotd", "knotc", "kdig", "openssl");

Deno.test({
  name: "an account is bound to one of the authority's pages; another one there takes another key",
  ignore,
  fn: async () => {
    const key = (letter: string) => btoa(letter.repeat(33));
    const accounts = { one: key("a"), two: key("b") };
    await AcmeScene.run({ pebble: { accounts, refusedNonces: 30 } }, async (scene) => {
      const bound = (keyId: string, letter: string) => ({
        account: { keyId, hmacKey: key(letter) },
      });
      await assert.rejects(scene.obtain(), /wants an account made on its own pages first/);
      await assert.rejects(
        scene.obtain(bound("one", "b")),
        /does not take the account that was given/,
      );
      await assert.rejects(
        scene.obtain(bound("none", "a")),
        /does not take the account that was given/,
      );
      await scene.obtain(bound("one", "a"));
      const { account } = await scene.memory.state();
      const path = `${scene.folder}/tls/acme.key`;
      const first = await Deno.readTextFile(path);
      assert.equal(account!.bound, "one");
      scene.memory = scene.newMemory();
      // Without a binding the previous account remains.
      await scene.obtain();
      await scene.obtain(bound("one", "a"));
      assert.deepEqual((await scene.memory.state()).account, account);
      await scene.obtain(bound("two", "b"));
      assert.equal((await scene.memory.state()).account!.bound, "two");
      assert.notEqual(await Deno.readTextFile(path), first);
    });
  },
});

Deno.test({
  name: "an order names the certificate it replaces, and omits it when the authority rejects it",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      const replaced: (string | undefined)[] = [];
      const { call: ask } = providerDeps({ ca: scene.pebble.web.ca });
      let refuses = false;
      const call: HttpsCaller = async (made) => {
        if (made.url.pathname !== "/order-plz") return await ask(made);
        const { payload } = JSON.parse(made.body!);
        const { replaces } = JSON.parse(atob(payload));
        replaced.push(replaces);
        if (!refuses || replaces === undefined) return await ask(made);
        const text = JSON.stringify({
          type: "urn:ietf:params:acme:error:alreadyReplaced",
          detail: "taken",
        });
        const { headers } = await ask({
          ...made,
          method: "HEAD",
          url: new URL("/nonce-plz", made.url),
          body: "",
        });
        return { status: 409, headers, text };
      };
      const { directory } = scene.pebble;
      const renewal = {
        directory,
        certificate: "aa.bb",
        next: 1,
        at: 1,
        window: { start: 1, end: 2 },
      };
      await scene.memory.keep({ renewal });
      await scene.obtain({}, { call });
      assert.equal((await scene.memory.state()).renewal, undefined, "it is replaced");
      refuses = true;
      await scene.memory.keep({ renewal });
      await scene.obtain({}, { call });
      assert.deepEqual(replaced, ["aa.bb", "aa.bb", undefined]);
    }),
});
