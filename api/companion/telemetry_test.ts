import assert from "node:assert/strict";
import { CompanionScene, jsonOf } from "../../tests/support/companion_scene.ts";
import { COMPANION_LIMITS } from "./limits.ts";

const SIGNAL = { version: "0.9.0", install: "deb", country: "FR", arch: "amd64" } as const;
const id = (n: number) => n.toString(16).padStart(32, "0");
const AGENT = { "user-agent": "Box/0.9.0" };

Deno.test("signals are counted by day and kind, each id once a day, and nothing else is stored", async () => {
  await using scene = await CompanionScene.open();
  await using two = await CompanionScene.open(scene.folder);
  const take = (n: number, changes = {}) =>
    scene.telemetry.take({ id: id(n), ...SIGNAL, ...changes });
  await Promise.all([
    take(1),
    two.telemetry.take({ id: id(1), ...SIGNAL }),
    take(1),
    take(2),
    take(3, { country: "" }),
  ]);
  const day = "2026-11-21";
  assert.deepEqual(await scene.telemetry.of(day), [
    { day, ...SIGNAL, count: 2 },
    { day, ...SIGNAL, country: "", count: 1 },
  ]);
  scene.time += 86_399_000;
  await take(1);
  assert.deepEqual(await scene.telemetry.of("2026-11-22"), []);
  scene.time += 1000;
  await take(1);
  assert.equal((await scene.telemetry.of("2026-11-22"))[0].count, 1);
  await scene.telemetry.sweep();
  assert.deepEqual(
    (await scene.database.all("select id from telemetry_ids")).map((row) => row.id),
    [id(1)],
  );
});

Deno.test("the kinds of a day are limited, and every signal is counted", async () => {
  await using scene = await CompanionScene.open();
  const day = "2026-11-21";
  const { kindsPerDay } = COMPANION_LIMITS.telemetry;
  await scene.database.run(
    "insert into telemetry_counts select ?, 'v' || value, 'deb', '', 'arm', 1 from json_each(?)",
    [day, JSON.stringify(Array.from({ length: kindsPerDay }, (_, i) => i))],
  );
  await scene.telemetry.take({ id: id(1), ...SIGNAL, version: "9.9.9" });
  await scene.telemetry.take({ id: id(2), ...SIGNAL, version: "9.9.8" });
  const rows = await scene.telemetry.of(day);
  assert.equal(rows.length, kindsPerDay + 1);
  assert.deepEqual(rows[0], { ...SIGNAL, day, version: "", country: "", count: 2 });
});

Deno.test("only the exact body with its User-Agent is accepted (A 2.9, 7.12.3)", async () => {
  await using scene = await CompanionScene.open();
  const good = { id: id(1), ...SIGNAL };
  const bad: readonly (readonly [unknown, Record<string, string>, string])[] = [
    [{ ...good, more: 1 }, AGENT, "bad_request"],
    [{ ...good, id: "x" }, AGENT, "bad_request"],
    [{ ...good, id: id(1).toUpperCase().replace("0", "A") }, AGENT, "bad_request"],
    [{ ...good, version: "0.9" }, AGENT, "bad_request"],
    [{ ...good, install: "windows" }, AGENT, "bad_request"],
    [{ ...good, country: "fr" }, AGENT, "bad_request"],
    [{ ...good, arch: "mips" }, AGENT, "bad_request"],
    [{ ...SIGNAL }, AGENT, "bad_request"],
    [[], AGENT, "bad_request"],
    [good, {}, "bad_request"],
    [good, { "user-agent": "Box/0.9.1" }, "bad_request"],
    [good, { ...AGENT, "content-type": "text/plain" }, "wrong_type"],
  ];
  for (const [body, headers, code] of bad) {
    assert.equal(
      jsonOf(await scene.call("POST", "/v1/telemetry", body, headers)).code,
      code,
      JSON.stringify(body),
    );
  }
  assert.deepEqual(await scene.telemetry.of("2026-11-21"), []);
  assert.equal((await scene.call("POST", "/v1/telemetry", good, AGENT)).status, 204);
  assert.equal((await scene.telemetry.of("2026-11-21"))[0].count, 1);
});
