/**
 * kill -9 at any moment, under load and changes: nothing acknowledged is lost and the next start is
 * fast.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { askOnce } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { hasTool } from "../support/tool.ts";
import { pause, Scene, within } from "../support/whole_box.ts";

/** Kills in a quick run; `LOOPS` sets more. */
const LOOPS = Number(Deno.env.get("LOOPS") ?? "4");
/**
 * Milliseconds for a start, and until listed names are blocked; on a busy machine four times the
 * start time without a kill.
 */
const READY = 3000;

function integrity(path: string): string {
  const database = new DatabaseSync(path);
  try {
    return String(Object.values(database.prepare("pragma integrity_check").get() ?? {})[0]);
  } finally {
    database.close();
  }
}

/** What was acknowledged so far, and the last change without a response. */
class Acknowledged {
  ttl = -1;
  asked = -1;
  readonly lists: string[] = [];
}

async function changeSettings(
  scene: Scene,
  known: Acknowledged,
  stopped: () => boolean,
): Promise<void> {
  while (!stopped()) {
    const value = (known.asked + 1) % 80_000;
    known.asked = value;
    await scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value } });
    known.ttl = value;
  }
}

async function addList(scene: Scene, known: Acknowledged, loop: number): Promise<void> {
  const path = `${scene.folder}/list-${loop}.txt`;
  await Deno.writeTextFile(path, `ads-${loop}.example\n`);
  await scene.service.call("POST", "/api/v1/lists", { body: { path } });
  known.lists.push(path);
}

/** Sends many queries until stopped; with dnsperf where available. */
async function load(scene: Scene, loop: number, stopped: () => boolean): Promise<void> {
  if (!hasTool("dnsperf")) {
    for (let i = 0; !stopped(); i++) {
      await Promise.all(
        Array.from(
          { length: 8 },
          (_, n) => askOnce(scene.box.port, `k${loop}-${i}-${n}.example`, 50),
        ),
      );
    }
    return;
  }
  const names = `${scene.folder}/names`;
  await Deno.writeTextFile(
    names,
    Array.from({ length: 5000 }, (_, n) => `n${loop}-${n}.example A\n`).join(""),
  );
  const args = [
    "-s",
    "127.0.0.1",
    "-p",
    String(scene.box.port),
    "-d",
    names,
    "-l",
    "30",
    "-Q",
    "3000",
    "-t",
    "1",
  ];
  const child = new Deno.Command("dnsperf", { args, stdout: "null", stderr: "null" }).spawn();
  while (!stopped()) await pause(5);
  child.kill("SIGKILL");
  await child.status;
}

/**
 * The invariants after every start: acknowledged settings and lists are present, and listed names
 * are blocked.
 */
async function check(
  scene: Scene,
  known: Acknowledged,
  loop: number,
  ready: number,
): Promise<void> {
  const { settings } = await scene.service.call<{ settings: { key: string; value: unknown }[] }>(
    "GET",
    "/api/v1/settings",
  );
  const ttl = settings.find(({ key }) => key === "blocked_ttl")!.value;
  assert.ok(
    known.ttl < 0 || ttl === known.ttl || ttl === known.asked,
    `${ttl} was saved, ${known.ttl} acknowledged`,
  );
  if (known.asked >= 0) known.ttl = Number(ttl);
  const { lists } = await scene.service.call<{ lists: { url: string }[] }>("GET", "/api/v1/lists");
  for (const path of known.lists) {
    assert.ok(lists.some(({ url }) => url === path), `${path} was lost in loop ${loop}`);
  }
  for (const path of known.lists.slice(-3)) {
    const name = /list-(\d+)/.exec(path)![1];
    const blocks = async () => {
      const response = await askOnce(scene.box.port, `ads-${name}.example`, 500);
      return response !== undefined && readMessage(response).answer[0]?.data === "0.0.0.0";
    };
    assert.ok(await within(ready, blocks), `ads-${name}.example is not blocked in loop ${loop}`);
  }
}

Deno.test(`A box killed ${LOOPS} times under load and changes keeps all that it acknowledged`, () =>
  Scene.run({}, async (scene) => {
    const known = new Acknowledged();
    const starts: number[] = [];
    await scene.box.end("SIGTERM");
    const ready = Math.max(READY, 4 * await scene.start());
    for (let loop = 0; loop < LOOPS; loop++) {
      let stopped = false;
      const adding = addList(scene, known, loop);
      const work = [
        load(scene, loop, () => stopped),
        changeSettings(scene, known, () => stopped),
        adding,
      ]
        .map((each) => each.catch((error) => stopped || Promise.reject(error)));
      // Every other kill follows right after the acknowledgement of a list.
      const moment = loop % 2 === 1 ? adding : pause(10 + (loop * 137) % 890);
      await Promise.race([moment, Promise.all(work)]);
      stopped = true;
      const { signal, output } = await scene.box.end("SIGKILL");
      assert.equal(signal, "SIGKILL", output);
      await Promise.all(work);
      for (const name of ["box.db", "journal.db", "stats.db"]) {
        assert.equal(integrity(`${scene.data}/${name}`), "ok", `${name} after kill ${loop}`);
      }
      starts.push(await scene.start());
      await check(scene, known, loop, ready);
    }
    starts.sort((a, b) => a - b);
    assert.ok(starts.at(-1)! < ready, `the slowest start took ${starts.at(-1)} ms of ${ready}`);
    console.log(
      `start to first answer: median ${starts[LOOPS >> 1]!.toFixed(0)} ms, worst ${
        starts.at(-1)!.toFixed(0)
      } ms; ` +
        `acknowledged: ${known.asked} settings, ${known.lists.length} lists`,
    );
  }));
