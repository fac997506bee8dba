/** Real lists, when a folder of them exists: nearly every line is understood and none is lost. */
import assert from "node:assert/strict";
import { detectContent } from "../../policy/lists/content.ts";
import { ListParser } from "../../policy/lists/parser.ts";
import type { ListFormat } from "../../policy/model/rule.ts";

/** Folder with lists named `*.adblock.txt`, `*.hosts.txt` or `*.domains.txt`. */
const FOLDER = Deno.env.get("BOX_REAL_LISTS");
const files = FOLDER === undefined ? [] : [...Deno.readDirSync(FOLDER)].map((entry) => entry.name);
const lists = files.filter((name) => /\.(adblock|hosts|domains)\.txt$/.test(name));

Deno.test({
  name: "Real lists of BOX_REAL_LISTS are read completely",
  ignore: lists.length === 0,
  fn() {
    for (const name of lists) {
      const bytes = Deno.readFileSync(`${FOLDER}/${name}`);
      const why: Record<string, number> = {};
      const count = (outcome: string) => void (why[outcome] = (why[outcome] ?? 0) + 1);
      const format = /\.(\w+)\.txt$/.exec(name)![1] as ListFormat;
      const parser = new ListParser(format, {
        name() {},
        rule() {},
        badfilter() {},
        ignored: count,
        refused: count,
      });
      for (let at = 0; at < bytes.length; at += 65_536) {
        parser.push(bytes.subarray(at, at + 65_536));
      }
      parser.end();
      const { lines, used, ignored, refused } = parser;
      console.log(name, { lines, used, ignored, refused }, why);
      assert.equal(detectContent(bytes), "list");
      assert.equal(used + ignored + refused, lines);
      assert.ok(refused < lines / 100, name);
    }
  },
});
