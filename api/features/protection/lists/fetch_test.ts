import assert from "node:assert/strict";
import { listOf, ListServer } from "../../../../tests/support/list_server.ts";
import { LIST_BOUNDS } from "./decode.ts";
import { type FetchedList, fetchList, type FetchOptions } from "./fetch.ts";

const HOME: FetchOptions = {
  lookup: (host) => Promise.resolve(host === "lists.test" ? ["127.0.0.1"] : []),
  allowPrivate: () => true,
};

async function withServer(run: (server: ListServer, path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const server = new ListServer();
  try {
    await run(server, `${folder}/1.txt`);
    const left = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
      name !== "1.txt"
    );
    assert.deepEqual(left, [], "nothing is left aside");
  } finally {
    await server.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function keep(fetched: FetchedList | "unchanged", path: string): Promise<string> {
  assert.notEqual(fetched, "unchanged");
  await (fetched as FetchedList).file.keep();
  return await Deno.readTextFile(path);
}

for (const path of ["/good", "/gzip", "/list.gz", "/moved"]) {
  Deno.test(`a list is fetched and stored decoded: ${path}`, () =>
    withServer(async (server, file) => {
      const fetched = await fetchList(server.url(path), undefined, file, HOME);
      assert.equal(await keep(fetched, file), listOf(200));
      assert.equal((fetched as FetchedList).lines, 200);
      assert.match(server.lastRequest, /user-agent: box\/\d/);
    }));
}

for (const path of ["/good", "/dated"]) {
  Deno.test(`a list that did not change is not sent again: ${path}`, () =>
    withServer(async (server, file) => {
      const fetched = await fetchList(server.url(path), undefined, file, HOME) as FetchedList;
      await keep(fetched, file);
      assert.equal(await fetchList(server.url(path), fetched, file, HOME), "unchanged");
    }));
}

Deno.test("the connection uses the address that was looked up", () =>
  withServer(async (server, file) => {
    const url = server.url("/good").replace("127.0.0.1", "lists.test");
    await keep(await fetchList(url, undefined, file, HOME), file);
    assert.match(server.lastRequest, /host: lists\.test/);
  }));

const SMALL = { ...LIST_BOUNDS, compressed: 4_000_000, raw: 8_000_000 };
const REFUSED: readonly (readonly [path: string, why: RegExp, options?: Partial<FetchOptions>])[] =
  [
    ["/404", /no longer has the list \(error 404\)/],
    ["/500", /answered 500/],
    ["/loop", /more than 5 times/],
    ["/to-file", /not by: file/],
    ["/captive", /web page instead of a list/],
    ["/captive-plain", /web page instead of a list/],
    ["/bomb", /unpacks to more than 150 times/],
    ["/bomb", /larger than 8 MB once unpacked/, { bounds: { ...SMALL, ratio: 100_000 } }],
    ["/endless", /larger than 4 MB as sent/, { bounds: SMALL }],
    ["/endless", /more than 5000 lines/, { bounds: { ...LIST_BOUNDS, lines: 5000 } }],
    ["/drip", /longer than 1 seconds/, { timeout: 400 }],
    ["/silent", /sent nothing for 1 seconds/, { idleTimeout: 300 }],
    ["/cut", /cut the connection/],
    ["/cut-gzip", /damaged or cut/],
    ["/wrong-length", /cut/],
    ["/binary", /binary file/],
    ["/nul", /binary file/],
    ["/utf16", /UTF-16/],
  ];

for (const [path, why, options] of REFUSED) {
  Deno.test(`a bad answer is refused and leaves nothing behind: ${path}, ${why.source}`, () =>
    withServer(async (server, file) => {
      await assert.rejects(fetchList(server.url(path), undefined, file, { ...HOME, ...options }), {
        code: "list_refused",
        message: why,
      });
    }));
}

Deno.test("one line of 100 MB is stored and counts as one line", () =>
  withServer(async (server, file) => {
    const bounds = { ...LIST_BOUNDS, compressed: 128 * 1024 * 1024 };
    const fetched = await fetchList(server.url("/one-line"), undefined, file, {
      ...HOME,
      bounds,
    }) as FetchedList;
    await fetched.file.drop();
    assert.equal(fetched.lines, 1);
    assert.equal(fetched.bytes, 100_000_000);
  }));

Deno.test("a private address is refused, initially and after a redirect, with the name of the setting", () =>
  withServer(async (server, file) => {
    const away = { ...HOME, allowPrivate: () => false };
    await assert.rejects(
      fetchList(server.url("/good"), undefined, file, away),
      /lists_allow_private/,
    );
    assert.deepEqual(server.requests, []);
    let asked = 0;
    const first = { ...HOME, allowPrivate: () => asked++ === 0 };
    await assert.rejects(
      fetchList(server.url("/to-metadata"), undefined, file, first),
      /169\.254\.169\.254/,
    );
  }));

Deno.test("the error for an unreachable server contains its name", () =>
  withServer(async (_server, file) => {
    await assert.rejects(
      fetchList("http://127.0.0.1:1/x", undefined, file, HOME),
      /refused the connection/,
    );
    await assert.rejects(
      fetchList("http://nowhere.test/x", undefined, file, HOME),
      /nowhere\.test was not found/,
    );
  }));
