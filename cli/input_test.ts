import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../tests/support/any_character.ts";
import { Input } from "./input.ts";
import { readAnswer, readSecret } from "./prompt.ts";
import type { Terminal } from "./terminal.ts";

/** Standard input that delivers these pieces and records whether it echoes. */
function inputOf(pieces: readonly string[], interactive: boolean) {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  const raw: boolean[] = [];
  const input = new Input({
    read(into) {
      const piece = left.shift();
      if (piece === undefined) return Promise.resolve(null);
      into.set(piece);
      return Promise.resolve(piece.length);
    },
    setRaw: (on) => void raw.push(on),
    isTerminal: () => interactive,
  });
  let err = "";
  const terminal = { input, err: (text: string) => void (err += text) } as unknown as Terminal;
  return { input, terminal, raw, said: () => err };
}

Deno.test("line() returns lines one by one, whatever pieces they arrive in, even without a final newline", async () => {
  const { input } = inputOf(["on", "e\r\ntwo\n", "\nlast"], false);
  const lines = [];
  for (let line = await input.line(); line !== undefined; line = await input.line()) {
    lines.push(line);
  }
  assert.deepEqual(lines, ["one", "two", "", "last"]);
});

Deno.test("readSecret() reads without echo, asks twice for a new secret, and restores the echo", async () => {
  const { terminal, raw, said } = inputOf(["päx\x7fss\r", "wrong\x15päss\n"], true);
  assert.equal(await readSecret(terminal, "Password", true), "päss");
  assert.deepEqual(raw, [true, false, true, false]);
  assert.equal(said(), "Password: \nPassword again: \n");
  await assert.rejects(
    readSecret(inputOf(["one\rtwo\r"], true).terminal, "Password", true),
    /not the same/,
  );
  for (const end of ["\x03", "\x04", "ab\x03"]) {
    const broken = inputOf([end], true);
    await assert.rejects(readSecret(broken.terminal, "Password"), /Nothing is changed/);
    assert.deepEqual(broken.raw, [true, false]);
  }
});

Deno.test("readSecret() reads one line from a script and prompts for nothing", async () => {
  const { terminal, said } = inputOf(["secret words\n"], false);
  assert.equal(await readSecret(terminal, "Password", true), "secret words");
  assert.equal(await readAnswer(terminal, "Country", "FR"), "FR");
  assert.equal(said(), "");
  await assert.rejects(readSecret(terminal, "Password"), /standard input/);
});

Deno.test("readAnswer() returns what the user types, or the default", async () => {
  const { terminal } = inputOf(["\n", " DE \n"], true);
  assert.deepEqual([
    await readAnswer(terminal, "Country", "FR"),
    await readAnswer(terminal, "Country", "FR"),
  ], [
    "FR",
    "DE",
  ]);
});

Deno.test("Any typed bytes end in a line or in nothing, and the echo is always restored", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 100 }), { maxLength: 5 }),
      async (pieces) => {
        const { input, raw } = inputOf(pieces, true);
        await input.hidden(() => assert.equal(raw.at(-1), true));
        assert.equal(raw.at(-1), false);
        await input.line();
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});
