import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { LIST_FORMATS, type ListFormat } from "../../../../policy/model/rule.ts";
import { COUNTS, withService } from "../../../../tests/support/list_bench.ts";
import { DomainError } from "../../../schema/errors.ts";
import { hashNames } from "./confidential.ts";

const encoder = new TextEncoder();

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}

/** Returns the stored form of a list that is received in pieces of this size. */
async function kept(text: string, format: ListFormat, size = 7): Promise<string> {
  const bytes = encoder.encode(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let out = "";
  for await (const piece of hashNames(format)(pieces())) out += new TextDecoder().decode(piece);
  return out;
}

Deno.test("names of every format are stored as hashes, hashes unchanged, and nothing else", async () => {
  const lines = (...names: string[]) => names.map((name) => `${hashOf(name)}\n`).join("");
  assert.equal(
    await kept("# Bad\nBAD.example\n\nworse.example\n", "domains"),
    lines("bad.example", "worse.example"),
  );
  assert.equal(
    await kept("0.0.0.0 bad.example other.example\n", "hosts"),
    lines("bad.example", "other.example"),
  );
  assert.equal(
    await kept(
      "||bad.example^\n@@||fine.example^\n/regex/\n||typed.example^$dnstype=A\n",
      "adblock",
    ),
    lines("bad.example", "typed.example"),
  );
  assert.equal(
    await kept("$TTL 60\nbad.example CNAME .\n*.bad.example CNAME .\n", "rpz"),
    lines("bad.example", "bad.example"),
  );
  assert.equal(
    await kept(`${hashOf("bad.example").toUpperCase()} # note\n`, "sha256"),
    lines("bad.example"),
  );
  assert.equal(
    await kept(`${hashOf("bad.example")}\nworse.example`, "auto"),
    lines("bad.example", "worse.example"),
  );
});

Deno.test("a list without names is refused, so the previous copy stays", async () => {
  await assert.rejects(kept("# nothing\n/regex/\n", "adblock"), DomainError);
  await assert.rejects(kept("", "auto"), DomainError);
});

Deno.test("only lines of hashes are stored of any confidential list", async () => {
  const part = fc.constantFrom(
    "bad.example",
    "||",
    "^",
    "@@",
    "\n",
    "\n",
    " ",
    "0.0.0.0 ",
    "#",
    "$important",
    "\0",
    "é.example",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 40 }),
      fc.constantFrom(...LIST_FORMATS),
      fc.integer({ min: 1, max: 20 }),
      async (parts, format, size) => {
        const text = await kept(parts.join(""), format, size).catch((
          error,
        ) => {
          assert.ok(error instanceof DomainError);
          return "";
        });
        assert.match(text, /^(?:[0-9a-f]{64}\n)*$/);
      },
    ),
    { numRuns: 300, seed: 762 },
  );
});

Deno.test("no readable name of a confidential list is in its copies or in the database", async () => {
  const secret = /bad\d+\.example|listed\.example/;
  const readable = (path: string): string[] =>
    [...Deno.readDirSync(path)].flatMap(({ name, isDirectory }) => {
      const each = `${path}/${name}`;
      if (isDirectory) return readable(each);
      return secret.test(new TextDecoder("latin1").decode(Deno.readFileSync(each))) ? [each] : [];
    });
  await withService(async ({ service, server, outside, folder }) => {
    server.text = Array.from({ length: 300 }, (_, i) => `bad${i}.example\n`).join("");
    await Deno.writeTextFile(
      `${outside}/secret.txt`,
      "listed.example\nother.example\nthird.example\nwrong line here\n",
    );
    const fetched = await service.add({
      url: server.url("/gzip"),
      category: "child_abuse",
      format: "domains",
    });
    const given = await service.add({ path: `${outside}/secret.txt`, category: "child_abuse" });
    assert.deepEqual((await service.refreshDue()).map(({ health }) => health), ["ok", "ok"]);
    await service.counted(fetched.id, COUNTS);
    const [, ...contents] = await service.contents();
    assert.deepEqual(contents.map(({ id, format }) => [id, format]), [[fetched.id, "sha256"], [
      given.id,
      "sha256",
    ]]);
    assert.match(await Deno.readTextFile(contents[0].path!), /^(?:[0-9a-f]{64}\n){300}$/);
    // A copy that lost lines is held apart, and contains hashes too.
    server.text = "bad1.example\n";
    assert.equal((await service.refresh(fetched.id))[0].health, "held");
    assert.deepEqual(readable(folder), []);
    assert.equal((await service.get(fetched.id)).counts?.samples[0].text, "");
    await assert.rejects(
      service.add({ url: server.url("/good"), category: "child_abuse", kind: "allow" }),
      /cannot allow: child_abuse/,
    );
  });
});

Deno.test("lines of a confidential list are counted before hashing, without their text", async () => {
  await withService(async ({ service, db, server, folder, clock }) => {
    server.text = [
      "# a comment",
      ...Array.from({ length: 10 }, (_, i) => `bad${i}.example`),
      "@@||fine.example^",
      "a wrong line",
      "another wrong line",
      "",
    ].join("\n");
    const { id } = await service.add({ url: server.url("/gzip"), category: "child_abuse" });
    const [state] = await service.refresh(id);
    assert.equal(state.health, "ok");
    const compiled = { ...COUNTS, lines: 10, used: 10, names: 10, ignored: {}, refused: {} };
    await service.counted(id, { ...compiled, samples: [] });
    const counts = async () => (await service.get(id)).counts;
    const read = await counts();
    assert.deepEqual([read?.lines, read?.used, read?.names, read?.samples], [14, 10, 10, []]);
    assert.deepEqual(read?.ignored, { comment: 1, "unsupported-trigger": 1 });
    assert.deepEqual(read?.refused, { "not-a-name": 2 });

    // A copy of an older version of the box, whose lines were not counted, is fetched completely
    // once.
    await db.run("update lists set inspected = null where id = ?", [id]);
    clock.now += 24 * 3_600_000 * 1.2;
    await service.refreshDue();
    assert.doesNotMatch(server.lastRequest, /if-none-match/);
    await service.counted(id, { ...compiled, samples: [] });
    assert.deepEqual((await counts())?.refused, { "not-a-name": 2 });

    // Too many refused lines are a concern here too, and their text is neither shown nor stored.
    server.text = `${"a wrong line\n".repeat(9)}bad1.example\nbad2.example\n`;
    const [doubtful] = await service.refresh(id);
    assert.equal(doubtful.health, "doubtful");
    assert.deepEqual(doubtful.held?.concerns, [
      { kind: "refused", count: 9, of: 11, examples: [] },
    ]);
    assert.equal(
      await Deno.readTextFile(`${folder}/lists/${id}.held`),
      `${hashOf("bad1.example")}\n${hashOf("bad2.example")}\n`,
    );
    await service.accept(id);
    await service.counted(id, { ...compiled, lines: 2, used: 2, samples: [] });
    assert.deepEqual((await counts())?.refused, { "not-a-name": 9 });
  });
});
