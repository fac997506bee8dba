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

/** What is kept of a list that comes in pieces of this size. */
async function kept(text: string, format: ListFormat, size = 7): Promise<string> {
  const bytes = encoder.encode(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let out = "";
  for await (const piece of hashNames(format)(pieces())) out += new TextDecoder().decode(piece);
  return out;
}

Deno.test("names of every format are kept as their hashes, hashes as they are, and nothing else is", async () => {
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

Deno.test("a list that holds no name is refused, so that the copy of before stays", async () => {
  await assert.rejects(kept("# nothing\n/regex/\n", "adblock"), DomainError);
  await assert.rejects(kept("", "auto"), DomainError);
});

Deno.test("whatever a confidential list holds, nothing but lines of hashes is kept", async () => {
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

Deno.test("of a confidential list no readable name is kept: not in its copy, nor aside, nor in the database", async () => {
  const secret = /bad\d+\.example|listed\.example/;
  const readable = (path: string): string[] =>
    [...Deno.readDirSync(path)].flatMap(({ name, isDirectory }) => {
      const each = `${path}/${name}`;
      if (isDirectory) return readable(each);
      return secret.test(new TextDecoder("latin1").decode(Deno.readFileSync(each))) ? [each] : [];
    });
  await withService(async ({ service, server, outside, folder }) => {
    server.text = Array.from({ length: 300 }, (_, i) => `bad${i}.example\n`).join("");
    await Deno.writeTextFile(`${outside}/secret.txt`, "listed.example\nwrong line here\n");
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
    // A shrunken copy waits aside, and holds hashes as well.
    server.text = "bad1.example\n";
    assert.equal((await service.refresh(fetched.id))[0].health, "held");
    assert.deepEqual(readable(folder), []);
    assert.equal((await service.get(fetched.id)).counts?.samples[0].text, "");
    await assert.rejects(
      service.add({ url: server.url("/good"), category: "child_abuse", kind: "allow" }),
      /cannot allow names: child_abuse/,
    );
  });
});
