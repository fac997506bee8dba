import assert from "node:assert/strict";
import { NameTable } from "../../policy/snapshot/name_table.ts";
import { compileLists, type CompileProgress, type ListSource } from "./compiler.ts";

const workerUrl = new URL("./compiler_thread.ts", import.meta.url);
const secret = new Uint8Array(16).fill(7);
const adblock = { format: "adblock", kind: "block" } as const;

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("compileLists() writes the table to a partial file and renames it", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.txt`, "||ads.example^\n||spam.example^\nnonsense line\n");
    const lists: ListSource[] = [
      { index: 0, path: `${folder}/a.txt`, ...adblock },
      { index: 1, text: "||ads.example^\n||b.example^$dnstype=A\n", ...adblock },
    ];
    const heard: CompileProgress[] = [];
    const compiled = await compileLists({
      lists,
      secret,
      protectedNames: [],
      tablePath: `${folder}/names.1`,
    }, {
      workerUrl,
      progress: (progress) => heard.push(progress),
    });
    assert.equal(compiled.table?.names, 2);
    const bytes = await Deno.readFile(`${folder}/names.1`);
    assert.equal(bytes.length, compiled.table?.bytes);
    assert.ok(NameTable.open(bytes) instanceof NameTable);
    assert.deepEqual(compiled.rules.map(({ list, text }) => [list, text]), [[
      1,
      "||b.example^$dnstype=A",
    ]]);
    assert.equal(compiled.reports[1].duplicates, 1);
    assert.equal(compiled.reports[0].lines, 3);
    assert.equal(heard.at(-1)?.lists, 2);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "a.txt",
      "names.1",
    ]);
  }));

Deno.test("compileLists() reports an unreadable list and compiles the others", () =>
  inFolder(async (folder) => {
    const lists: ListSource[] = [
      { index: 0, path: `${folder}/missing.txt`, ...adblock },
      { index: 1, text: "||ads.example^\n", ...adblock },
    ];
    const request = { lists, secret, protectedNames: [], tablePath: `${folder}/names` };
    const compiled = await compileLists(request, { workerUrl });
    assert.equal(compiled.table?.names, 1);
    assert.match(compiled.reports[0].error ?? "", /No such file/);
    assert.equal(compiled.reports[1].error, undefined);
  }));

Deno.test("compileLists() rejects when the table cannot be written", () =>
  inFolder(async (folder) => {
    const lists: ListSource[] = [{ index: 0, text: "||ads.example^\n", ...adblock }];
    const request = { lists, secret, protectedNames: [], tablePath: `${folder}/nowhere/names` };
    await assert.rejects(compileLists(request, { workerUrl }), /Compile the lists: .*No such file/);
  }));

Deno.test("compileLists() returns no table when the lists contain no names", () =>
  inFolder(async (folder) => {
    const request = { lists: [], secret, protectedNames: [], tablePath: `${folder}/names` };
    assert.equal((await compileLists(request, { workerUrl })).table, undefined);
  }));

Deno.test("compileLists() stops when aborted and leaves no files", () =>
  inFolder(async (folder) => {
    const text = Array.from({ length: 300_000 }, (_, i) => `||n${i}.example^\n`).join("");
    const stop = new AbortController();
    const request = {
      lists: [{ index: 0, text, ...adblock }],
      secret,
      protectedNames: [],
      tablePath: `${folder}/names`,
    };
    const running = compileLists(request, { workerUrl, signal: stop.signal });
    stop.abort(new Error("Not wanted any more"));
    await assert.rejects(running, /Not wanted any more/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));
