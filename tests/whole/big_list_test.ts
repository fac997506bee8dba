/** A list as large as `LIST_LINES` says, taken by the running box: answers stay quick meanwhile (reliability E 20, 31). */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import { delays, quantile } from "../support/flood.ts";
import { readMessage } from "../support/message_text.ts";
import { residentMegabytes, Scene } from "../support/whole_box.ts";

/** Lines of the list; ten million in the long run. */
const LINES = Number(Deno.env.get("LIST_LINES") ?? 100_000);
/** Far above what is seen, for machines that do other things meanwhile. */
const QUICK = 250;

Deno.test("answers stay quick while a large list is compiled", () =>
  Scene.run({}, async (scene) => {
    const path = `${scene.folder}/large.txt`, count = LINES;
    const file = await Deno.open(path, { create: true, write: true });
    const encoder = new TextEncoder();
    for (let i = 0; i < count; i += 10_000) {
      const text = Array.from({ length: 10_000 }, (_, n) => `a${i + n}.ads${(i + n) % 977}.example\n`).join("");
      for (let bytes = encoder.encode(text); bytes.length > 0;) bytes = bytes.subarray(await file.write(bytes));
    }
    file.close();
    await askOnce(scene.box.port, "warm.example", 2000);
    const last = `a${count - 1}.ads${(count - 1) % 977}.example`;
    const isBlocked = async () => {
      const response = await askOnce(scene.box.port, last, 2000);
      return response !== undefined && readMessage(response).answer[0]?.data === "0.0.0.0";
    };
    const began = performance.now(), all: number[] = [];
    const added = scene.command("lists", "add", path);
    while (!await isBlocked()) {
      assert.ok(performance.now() - began < 180_000, "the list never held");
      all.push(...await delays(scene.box.port, 20, () => "warm.example", 2));
    }
    const { code, text } = await added;
    assert.equal(code, 0, text);
    all.sort((a, b) => a - b);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${count} names taken in ${seconds} s; answers meanwhile: median ${quantile(all, 0.5).toFixed(2)} ms, ` +
        `p99 ${quantile(all, 0.99).toFixed(1)} ms, worst ${all.at(-1)!.toFixed(1)} ms; resident ${
          residentMegabytes(scene.box.pid).toFixed(0)
        } MB`,
    );
    assert.ok(quantile(all, 0.99) < QUICK);
  }));
