import assert from "node:assert/strict";
import { LANGUAGES } from "../../../../policy/catalogue/languages.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { openDatabase } from "../../../store/open.ts";
import { TERMS_VERSION, TERMS_VERSIONS, TermsService } from "./service.ts";
import { TERMS_TEXT } from "./text.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

Deno.test("the terms are accepted once, by the first account, and callbacks run", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-terms-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  let now = 1_000_000;
  let calls = 0;
  const terms = new TermsService({ db, runtime: testRuntime({ now: () => now }) });
  terms.whenAccepted(() => calls++);
  try {
    assert.deepEqual([await terms.accepted(), await terms.inForce()], [undefined, false]);
    await db.run(
      "insert into terms (version, accepted, account) values ('2026-09-27', 500, 'old')",
    );
    assert.deepEqual([(await terms.accepted())!.version, await terms.inForce()], [
      "2026-09-27",
      false,
    ]);
    const first = { version: TERMS_VERSION, at: 1000, by: "anna" };
    assert.deepEqual(await terms.accept("anna"), first);
    now = 2_000_000;
    assert.deepEqual(await terms.accept("bert"), first);
    assert.deepEqual([await terms.inForce(), calls], [true, 1]);
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
  await assert.rejects(terms.inForce(), DatabaseUnavailableError);
});

Deno.test("the current version is the last one, and every language has the same number of sentences", () => {
  assert.equal(TERMS_VERSIONS.at(-1), TERMS_VERSION);
  const { before, sends, after } = TERMS_TEXT.en;
  // A 7.12.2 lists eight items.
  assert.equal(sends.length, 8);
  for (const language of LANGUAGES) {
    const text = TERMS_TEXT[language];
    assert.deepEqual(
      [text.before.length, text.sends.length, text.after.length],
      [before.length, sends.length, after.length],
      language,
    );
    assert.equal(
      new Set([text.title, ...text.before, ...text.sends, ...text.after]).size,
      13,
      language,
    );
    assert.ok(
      text.sends.some((sent) => sent.includes("BOX_PASSWORD_BREACH_CHECK=false")),
      language,
    );
  }
});
