/**
 * The clock jumps a year ahead and back while the box runs: nothing stops, and no stored data is
 * lost.
 */
import assert from "node:assert/strict";
import { IPV4_ONLY_NAME } from "../../policy/model/nat64.ts";
import { askOnce } from "../support/box_process.ts";
import { respond } from "../support/fake_upstream.ts";
import { readMessage } from "../support/message_text.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const DAY = 86_400_000;

interface Journal {
  readonly entries: readonly {
    readonly name: string;
    readonly status: string;
    readonly time: number;
  }[];
}

async function addressOf(scene: Scene, name: string): Promise<string | undefined> {
  const response = await askOnce(scene.box.port, name);
  return response === undefined ? undefined : readMessage(response).answer[0]?.data;
}

/** The year by the clock of the box. */
async function yearOf(scene: Scene): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${scene.box.http}/healthz`);
  await response.body?.cancel();
  return new Date(response.headers.get("date")!).getUTCFullYear();
}

async function namesInJournal(scene: Scene): Promise<string[]> {
  const { entries } = await scene.service.call<Journal>("GET", "/api/v1/queries", {
    query: { limit: 1000 },
  });
  return entries.map(({ name }) => name);
}

/**
 * Everything that depends on the clock, at the current time; `round` makes the queried names
 * unique.
 */
async function allWorks(scene: Scene, round: string, asked: () => number): Promise<void> {
  const before = asked();
  assert.equal(await addressOf(scene, `${round}.example`), "192.0.2.9");
  for (let i = 0; i < 5; i++) assert.equal(await addressOf(scene, `${round}.example`), "192.0.2.9");
  assert.equal(asked(), before + 1, `${round}: the cache asks again`);
  assert.equal(await addressOf(scene, "ads.example"), "0.0.0.0");
  assert.ok(
    await within(WAIT, async () => (await namesInJournal(scene)).includes(`${round}.example`)),
    round,
  );
  type Hour = { readonly queries: number };
  const counted = async () =>
    (await scene.service.call<Hour>("GET", "/api/v1/statistics", { query: { period: "hour" } }))
      .queries;
  assert.ok(
    await within(WAIT, async () => await counted() >= 7),
    `${round}: statistics count ${await counted()}`,
  );
  const { tasks } = await scene.service.call<{ tasks: { name: string }[] }>("GET", "/api/v1/tasks");
  for (
    const { name } of tasks.filter((task) =>
      /^(journal|stats|box|lists|sessions)\./.test(task.name)
    )
  ) {
    const run = await scene.service.call<{ last_error: string }>(
      "POST",
      `/api/v1/tasks/${name}/run`,
    );
    assert.equal(run.last_error, "", `${round}: ${name}`);
  }
  await scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value: 10 + before } });
}

Deno.test({
  name: "A clock that jumps a year ahead and back stops nothing and loses nothing",
  ignore: needsTool("faketime"),
  fn: () =>
    ShiftedClock.run(async (clock) => {
      let questions = 0;
      const script = (
        query: Parameters<typeof respond>[0],
      ) => {
        // The box looks for a NAT64 by itself.
        if (query.name !== IPV4_ONLY_NAME) questions++;
        return [respond(query, { address: "192.0.2.9" })];
      };
      await Scene.run({ script, env: clock.env(), flags: ["--rate-limit=1000"] }, async (scene) => {
        const year = new Date().getUTCFullYear();
        await Deno.writeTextFile(`${scene.folder}/ads.txt`, "ads.example\n");
        await scene.service.call("POST", "/api/v1/lists", {
          body: { path: `${scene.folder}/ads.txt` },
        });
        await allWorks(scene, "before", () => questions);
        const jumps = [["ahead", 1], ["back", 0], ["behind", -1], ["again", 0]] as const;
        for (const [round, years] of jumps) {
          assert.equal(await addressOf(scene, `kept-${round}.example`), "192.0.2.9");
          await clock.shift(years * 365 * DAY);
          assert.ok(
            await within(WAIT, async () => await yearOf(scene) === year + years),
            `${round}: ${await yearOf(scene)}`,
          );
          const asked = questions;
          assert.equal(await addressOf(scene, `kept-${round}.example`), "192.0.2.9");
          assert.equal(questions, asked, `${round}: what was cached is asked again`);
          await allWorks(scene, round, () => questions);
        }
        const names = await namesInJournal(scene);
        // Entries dated last year are older than the journal keeps.
        for (const round of ["before", "ahead", "back", "again"]) {
          assert.ok(names.includes(`${round}.example`), round);
        }
        const { code, output } = await scene.box.end("SIGTERM");
        assert.deepEqual([code, /fault/i.test(output)], [0, false], output);
      });
    }),
});
