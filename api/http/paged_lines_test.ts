import assert from "node:assert/strict";
import { pagedLines } from "./paged_lines.ts";

/** Pages of three numbers up to ten; `reads` counts the reads. */
function pages() {
  const seen = { reads: 0 };
  const read = (cursor = 0) => {
    seen.reads++;
    const entries = [cursor, cursor + 1, cursor + 2].filter((each) => each < 10);
    return Promise.resolve(entries.length < 3 ? { entries } : { entries, next: cursor + 3 });
  };
  return { seen, read };
}

Deno.test("every page is sent once, after the head", async () => {
  const stream = pagedLines(pages().read, (entry) => `${entry}\n`, "n\n");
  assert.equal(await new Response(stream).text(), "n\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  const none = () => Promise.resolve({ entries: [] });
  assert.equal(await new Response(pagedLines(none, () => "", "n\n")).text(), "n\n");
  assert.equal(await new Response(pagedLines(none, () => "")).text(), "");
});

Deno.test("an empty page that is not the last one does not end the stream", async () => {
  const read = (cursor = 0) =>
    Promise.resolve({
      entries: cursor % 3 === 0 ? [cursor] : [],
      ...cursor < 7 ? { next: cursor + 1 } : {},
    });
  assert.equal(await new Response(pagedLines(read, (n) => `${n}\n`)).text(), "0\n3\n6\n");
});

Deno.test("a page is read only when there is room, and none after the reader has left", async () => {
  const { seen, read } = pages();
  const reader = pagedLines(read, (entry) => `${entry}\n`).getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(seen.reads <= 2, `${seen.reads}`);
  await reader.cancel();
  const before = seen.reads;
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(seen.reads, before);
});

Deno.test("a page that cannot be read aborts the stream", async () => {
  const { read } = pages();
  const broken = (cursor?: number) =>
    cursor === 6 ? Promise.reject(new Error("gone")) : read(cursor);
  await assert.rejects(new Response(pagedLines(broken, (entry) => `${entry}\n`)).text(), /gone/);
});
