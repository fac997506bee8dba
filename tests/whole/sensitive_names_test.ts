/**
 * Names of sensitive categories through a box as a process: counted and journalled, without the
 * name (A 1).
 */
import assert from "node:assert/strict";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import type { StatisticsResponse } from "../../api/features/insight/statistics/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const SECRET = "secret-meeting";
const WORST = "worst-of-all";
const REAL = "192.0.2.9";

async function list(scene: Scene, name: string, category: string): Promise<void> {
  const path = `${await Deno.realPath(scene.folder)}/${category}.txt`;
  await Deno.writeTextFile(path, `||${name}.example^\n`);
  await scene.service.call("POST", "/api/v1/lists", { body: { path, category } });
}

async function addressOf(scene: Scene, name: string): Promise<string | undefined> {
  const response = await askOnce(scene.box.port, `www.${name}.example`);
  return response === undefined ? undefined : readMessage(response).answer[0]?.data;
}

/** The content of the databases and their write-ahead logs. */
async function bytesOf(scene: Scene, database: "journal" | "stats"): Promise<string> {
  const files = ["", "-wal"].map((end) => `${scene.folder}/data/${database}.db${end}`);
  const read = (path: string) => Deno.readFile(path).catch(() => new Uint8Array(0));
  return (await Promise.all(files.map(read))).map((bytes) =>
    new TextDecoder("latin1").decode(bytes)
  ).join("");
}

Deno.test("A name of a sensitive category is counted, and appears in no table, page, export or file", () =>
  Scene.run({}, async (scene) => {
    await list(scene, SECRET, "adult");
    await list(scene, WORST, "child_abuse");
    const choose = (adult: string) =>
      scene.service.call("PUT", "/api/v1/categories", {
        query: { scope: "all" },
        body: { categories: { adult } },
      });
    await choose("monitor");
    assert.equal(await addressOf(scene, SECRET), REAL);
    await choose("block");
    assert.notEqual(await addressOf(scene, SECRET), REAL);
    assert.notEqual(await addressOf(scene, WORST), REAL);
    const page = () =>
      scene.service.call<QueryPage>("GET", "/api/v1/queries", { query: { limit: 50 } });
    assert.ok(
      await within(
        WAIT,
        async () => (await page()).entries.filter(({ hidden }) => hidden).length === 3,
      ),
    );
    const hidden = (await page()).entries.filter(({ hidden }) => hidden);
    assert.deepEqual(
      hidden.map((
        { status, origin, list, rule, answer },
      ) => [status, origin, list > 0, rule, answer]),
      [
        ["blocked", "category:child_abuse", false, "", ""],
        ["blocked", "category:adult", true, "", ""],
        ["answered", "", true, "", ""],
      ],
    );
    const { by } = await scene.service.call<StatisticsResponse>("GET", "/api/v1/statistics", {});
    assert.deepEqual([by.category.adult, by.category.child_abuse], [2, 1]);
    const shown: string[] = [];
    for (
      const path of [
        "queries",
        "top?kind=names",
        "top?kind=blocked",
        "statistics",
        "clients",
        "top?kind=lists",
      ]
    ) {
      shown.push(JSON.stringify(await scene.service.call("GET", `/api/v1/${path}`, {})));
    }
    for await (const piece of scene.service.text("/api/v1/queries/export", {})) shown.push(piece);
    shown.push(await bytesOf(scene, "journal"), await bytesOf(scene, "stats"));
    assert.match(shown.join(""), /first\.example/);
    assert.doesNotMatch(shown.join(""), new RegExp(`${SECRET}|${WORST}`));
  }));
