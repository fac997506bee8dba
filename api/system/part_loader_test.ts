import assert from "node:assert/strict";
import { createPartLoader } from "./part_loader.ts";

Deno.test("a part whose load failed is loaded once its file exists", async () => {
  const folder = await Deno.makeTempDir();
  const load = createPartLoader((path) => new URL(`file://${folder}/${path}.js`));
  try {
    await assert.rejects(load("page"), /Module not found/);
    await assert.rejects(load("page"), /Module not found/);
    await Deno.writeTextFile(`${folder}/page.js`, "export const title = 'Home';");
    assert.equal((await load<{ title: string }>("page")).title, "Home");
    assert.equal(await load("page"), await load("page"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
