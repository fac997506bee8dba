/**
 * A data directory on a full disk: DNS works, everything else reports it and recovers by itself.
 */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

interface Status {
  readonly databases: Record<string, string>;
  readonly journal: { readonly written: number; readonly skipped: number; readonly lost: number };
  readonly warnings: readonly string[];
}

function fill(path: string): void {
  using file = Deno.openSync(path, { create: true, write: true });
  for (const size of [65_536, 4096, 512, 1]) {
    try {
      for (;;) file.writeSync(new Uint8Array(size));
    } catch {
      // No room for another block of this size.
    }
  }
}

async function askMany(port: number, from: number, count: number): Promise<number> {
  let answered = 0;
  for (let i = from; i < from + count; i += 20) {
    const got = await Promise.all(
      Array.from({ length: 20 }, (_, n) => askOnce(port, `name-${i + n}.example`)),
    );
    answered += got.filter((response) => response !== undefined).length;
  }
  return answered;
}

Deno.test({
  name: "On a full disk DNS works, settings are refused, and free space restores everything",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    Scene.run({ disk: "8m" }, async (scene) => {
      const status = () => scene.service.call<Status>("GET", "/api/v1/status");
      const save = () =>
        scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value: 42 } });
      fill(`${scene.data}/filler`);
      assert.equal(await askMany(scene.box.port, 0, 2000), 2000);
      assert.ok(
        await within(
          WAIT,
          async () => {
            await askMany(scene.box.port, 0, 20);
            return (await status()).journal.lost > 0;
          },
        ),
      );
      await assert.rejects(async () => {
        for (let i = 0; i < 200; i++) {
          await scene.service.call("PUT", "/api/v1/settings/local_records", {
            body: {
              value: Array.from({ length: 400 }, (_, n) => `a${i}-${n}.home.arpa A 192.168.1.5`),
            },
          });
        }
      }, /full|room|cannot be (used|written)/i);
      assert.equal(await askMany(scene.box.port, 2000, 200), 200);
      await Deno.remove(`${scene.data}/filler`);
      assert.ok(
        await within(WAIT, () => save().then(() => true, () => false)),
        "settings can be saved again",
      );
      const { written } = (await status()).journal;
      await askMany(scene.box.port, 4000, 100);
      assert.ok(
        await within(WAIT, async () => (await status()).journal.written > written),
        "the journal goes on",
      );
      const { code, output } = await scene.box.end("SIGTERM");
      assert.equal(code, 0, output);
      assert.match(output, /The database (journal|stats|box) cannot be used now: the disk is full/);
    }),
});

Deno.test({
  name: "A box on a read-only disk answers and blocks as before, and reports the problem",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    Scene.run({}, async (scene) => {
      await Deno.writeTextFile(`${scene.folder}/ads.txt`, "ads.example\n");
      await scene.service.call("POST", "/api/v1/lists", {
        body: { path: `${scene.folder}/ads.txt` },
      });
      const address = async (name: string) => {
        const response = await askOnce(scene.box.port, name);
        return response && readMessage(response).answer[0]?.data;
      };
      assert.ok(await within(WAIT, async () => await address("ads.example") === "0.0.0.0"));
      await scene.box.end("SIGTERM");
      scene.readOnly = true;
      await scene.start();
      assert.equal(await address("ads.example"), "0.0.0.0");
      assert.equal(await address("new.example"), "192.0.2.9");
      await scene.box.runs();
      const { code, output } = await scene.box.end("SIGTERM");
      assert.equal(code, 0, output);
      assert.match(output, /read-only disk: names are answered/);
      assert.doesNotMatch(output, /An error occurred/);
    }),
});
