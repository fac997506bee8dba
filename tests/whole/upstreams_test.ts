/** Upstreams that fail, recover, lie and disconnect, seen from a client of the running box. */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import { type FakeScript, respond } from "../support/fake_upstream.ts";
import { delays, quantile } from "../support/flood.ts";
import { readMessage } from "../support/message_text.ts";
import { pause, Scene, within } from "../support/whole_box.ts";

async function answer(scene: Scene, name: string, wait = 6000) {
  const response = await askOnce(scene.box.port, name, wait);
  return response === undefined
    ? undefined
    : { rcode: response[3] & 15, data: readMessage(response).answer[0]?.data };
}

Deno.test("With all upstreams dead, local and cached names work, and one recovered upstream restores all", () => {
  let alive = true;
  const script: FakeScript = (query) => alive ? [respond(query, { address: "192.0.2.9" })] : [];
  return Scene.run({ script, flags: ["--upstream-timeout=500"] }, async (scene) => {
    assert.equal((await answer(scene, "kept.example"))?.data, "192.0.2.9");
    await answer(scene, "kept.example");
    alive = false;
    const began = performance.now();
    assert.equal((await answer(scene, "lost.example"))?.rcode, 2);
    assert.ok(performance.now() - began < 4500, "SERVFAIL came too late");
    assert.equal((await answer(scene, "kept.example"))?.data, "192.0.2.9");
    assert.equal((await answer(scene, "box.home.arpa"))?.rcode, 0);
    const queriesBefore = scene.upstream.queries.length;
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => askOnce(scene.box.port, `storm${i % 20}.example`, 100)),
    );
    await pause(1500);
    const sent = scene.upstream.queries.length - queriesBefore;
    assert.ok(sent < 200, `${sent} questions went to a dead upstream for 20 names`);
    alive = true;
    const back = async () =>
      (await answer(scene, `back${performance.now().toFixed(0)}.example`, 1000))?.data ===
        "192.0.2.9";
    assert.ok(await within(6000, back), "the upstream is back and not asked");
  });
});

Deno.test("An upstream that lies, cuts and resets is not believed, and does not delay other names", () => {
  const script: FakeScript = (query) => {
    if (query.name.startsWith("lie")) {
      return [
        respond(query, { id: query.id ^ 1 }),
        new Uint8Array([1, 2, 3]),
        30,
        respond(query, { address: "192.0.2.9" }),
      ];
    }
    if (query.name.startsWith("cut")) {
      return query.transport === "udp" ? [respond(query, { truncated: true })] : ["close"];
    }
    if (query.name.startsWith("slow")) return [5000, respond(query)];
    return [respond(query, { address: "192.0.2.9" })];
  };
  return Scene.run({ script, flags: ["--upstream-timeout=500"] }, async (scene) => {
    assert.equal((await answer(scene, "lie.example"))?.data, "192.0.2.9");
    const before = scene.upstream.connections;
    assert.equal((await answer(scene, "cut.example"))?.rcode, 2);
    assert.ok(
      scene.upstream.connections - before <= 3,
      `${scene.upstream.connections - before} connections for one name`,
    );
    for (let i = 0; i < 300; i++) void askOnce(scene.box.port, `slow${i}.example`, 50);
    await pause(200);
    const sorted = await delays(scene.box.port, 50, (i) => `well${i % 5}.example`);
    assert.ok(
      quantile(sorted, 0.5) < 250,
      `${quantile(sorted, 0.5).toFixed(0)} ms beside slow names`,
    );
    await pause(1000);
  });
});

Deno.test("An upstream slower than the timeout answers the client's second query at the latest", () => {
  const script: FakeScript = (query) =>
    query.name.startsWith("slow")
      ? [3000, respond(query, { address: "192.0.2.9" })]
      : [respond(query, { address: "192.0.2.9" })];
  return Scene.run({ script, flags: ["--upstream-timeout=500"] }, async (scene) => {
    const began = performance.now();
    const first = await answer(scene, "slow.example");
    const second = await answer(scene, "slow.example");
    assert.equal(second?.data, "192.0.2.9", `the first query got ${JSON.stringify(first)}`);
    const took = performance.now() - began;
    assert.ok(took < 4000, `${took.toFixed(0)} ms`);
    // The upstream is known to be slow by now, so a query waits for its answer.
    assert.equal((await answer(scene, "slow2.example"))?.data, "192.0.2.9");
  });
});

for (const [down, action] of [["silent", []], ["failing", ["SERVFAIL"]]] as const) {
  Deno.test(`A stale name is refreshed within 2 seconds of the return of a ${down} upstream`, () => {
    let state = "up";
    const script: FakeScript = (query) =>
      state === "down"
        ? action.map(() => respond(query, { rcode: 2 }))
        : [respond(query, { address: state === "up" ? "192.0.2.9" : "192.0.2.10", ttl: 1 })];
    return Scene.run({ script }, async (scene) => {
      const clock = setInterval(() => void askOnce(scene.box.port, "stale.example", 200), 500);
      try {
        assert.equal((await answer(scene, "stale.example"))?.data, "192.0.2.9");
        state = "down";
        for (const seconds of [2, 4, 9]) {
          await pause(seconds * 1000);
          const queriesBefore = scene.upstream.queries.length;
          state = "up again";
          const returned = performance.now();
          assert.ok(
            await within(
              5000,
              async () => (await answer(scene, "stale.example", 2500))?.data === "192.0.2.10",
            ),
          );
          const took = performance.now() - returned;
          assert.ok(
            took < 2000,
            `${took.toFixed(0)} ms after ${seconds} seconds (${queriesBefore})`,
          );
          state = "up";
          assert.ok(
            await within(
              5000,
              async () => (await answer(scene, "stale.example", 2500))?.data === "192.0.2.9",
            ),
          );
          state = "down";
        }
      } finally {
        clearInterval(clock);
      }
    });
  });
}
