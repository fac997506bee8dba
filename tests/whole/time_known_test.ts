/**
 * A box with a wrong clock at its start: DNS works, and features that need the time of day wait and
 * say so.
 */
import assert from "node:assert/strict";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { RestrictedOverviewResponse } from "../../api/features/protection/restricted/routes.ts";
import { MACHINE_CLOCK } from "../../api/system/machine_clock.ts";
import { gridOf } from "../../policy/model/week.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { needsTool } from "../support/tool.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

/** Whether the machine of the test would know the time by itself. */
const KNOWS = MACHINE_CLOCK.synchronised() !== false || MACHINE_CLOCK.hardware() !== undefined ||
  MACHINE_CLOCK.alwaysHasClock;

async function known(scene: Scene): Promise<boolean> {
  return (await scene.service.call<{ time_known: boolean }>("GET", "/api/v1/status")).time_known;
}

Deno.test({
  name: "A box that starts in 1970 reports an unknown time until the clock is set or confirmed",
  ignore: needsTool("faketime"),
  fn: () =>
    ShiftedClock.run(async (clock) => {
      await clock.set(86_400_000);
      await Scene.run({ env: clock.env() }, async (scene) => {
        assert.equal(await known(scene), false);
        assert.match(
          (await scene.command("status")).text,
          /Clock\s+not known: hours and daily limits do not apply/,
        );
        const trust = (value: string) =>
          scene.service.call("PUT", "/api/v1/settings/trust_clock", { body: { value } });
        await trust("always");
        assert.ok(await within(WAIT, () => known(scene)), "told that it is right");
        await trust("auto");
        assert.ok(await within(WAIT, async () => !await known(scene)), "taken back");
        await clock.shift(0);
        if (KNOWS) assert.ok(await within(WAIT, () => known(scene)), "set");
        const { code, output } = await scene.box.end("SIGTERM");
        assert.deepEqual([code, /fault/i.test(output)], [0, false], output);
      });
    }),
});

interface Schedules {
  readonly zone: string;
  readonly people: readonly { readonly open_now: boolean; readonly next_change: number }[];
}

Deno.test({
  name: "Hours use another time zone from the next restart on, and the old one until then",
  ignore: needsTool("faketime"),
  fn: () =>
    ShiftedClock.run(async (clock) => {
      // Tuesday at four in the afternoon in Paris, at ten in the morning in New York, at midnight
      // in Tokyo.
      const now = Date.UTC(2026, 10, 24, 15);
      await clock.set(now);
      await Scene.run({ env: clock.env(), flags: ["--trust-clock=always"] }, async (scene) => {
        const { service } = scene;
        const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
        const choose = (zone: string) =>
          service.call("PUT", "/api/v1/time-zone", { body: { zone } });
        const { id } = await service.call<{ id: number }>("POST", "/api/v1/people", {
          body: { name: "Emma", profile: "child" },
        });
        const grid = gridOf([{ days, from: "07:00", to: "15:00" }]);
        await service.call("PUT", `/api/v1/people/${id}/schedule`, {
          body: { enabled: true, grid },
        });
        const stands = async () => {
          const { zone, people: [{ open_now, next_change }] } = await service.call<Schedules>(
            "GET",
            "/api/v1/schedules",
          );
          return [zone, open_now, (next_change * 1000 - now) / 3_600_000];
        };
        const restart = async () => {
          await scene.box.end("SIGTERM");
          await clock.set(now);
          await scene.start();
        };
        await choose("America/New_York");
        await restart();
        assert.deepEqual(await stands(), ["America/New_York", true, 5]);
        await choose("Asia/Tokyo");
        assert.deepEqual(await stands(), ["America/New_York", true, 5]);
        await restart();
        assert.deepEqual(await stands(), ["Asia/Tokyo", false, 7]);
      });
    }),
});

Deno.test({
  name: "A learning that begins in 1970 lasts its days from the right time on, in any time zone",
  ignore: needsTool("faketime"),
  fn: () =>
    ShiftedClock.run(async (clock) => {
      const DAY = 86_400_000;
      await clock.set(DAY);
      await Scene.run({ env: clock.env(true) }, async (scene) => {
        const { service } = scene;
        const { id } = await service.call<{ id: number }>("POST", "/api/v1/devices", {
          body: { mac: "02:00:5e:10:00:02", name: "Camera" },
        });
        await service.call("PUT", `/api/v1/restrict/device/${id}`, {
          body: { mode: "learning", days: 2 },
        });
        const subject = async () => {
          const { code, text } = await scene.command("tasks", "run", "restrict.learning");
          assert.equal(code, 0, text);
          const overview = await service.call<RestrictedOverviewResponse>(
            "GET",
            "/api/v1/restrict",
          );
          return overview.subjects[0];
        };
        const isLeft = async (days: number) => {
          const { mode, ends } = await subject();
          const left = ends * 1000 - clock.now();
          assert.equal(mode, "learning");
          assert.ok(Math.abs(left - days * DAY) < 60_000, `${left / DAY} days left`);
        };
        // Days that an unknown clock counts end nothing, and the learning moves with the clock: at
        // this correction, which is wrong too, and once more at the next one.
        await clock.set(4 * DAY);
        assert.equal((await subject()).mode, "learning");
        assert.equal(await known(scene), false);
        const isMoved = async () =>
          Math.abs((await subject()).ends * 1000 - clock.now() - 2 * DAY) < 60_000;
        assert.ok(await within(WAIT, isMoved));

        await clock.shift(0);
        await service.call("PUT", "/api/v1/settings/trust_clock", { body: { value: "always" } });
        assert.ok(await within(WAIT, () => known(scene)));
        await isLeft(2);
        await clock.shift(DAY);
        await service.call("PUT", "/api/v1/time-zone", { body: { zone: "Pacific/Kiritimati" } });
        await scene.box.end("SIGTERM");
        await scene.start();
        await isLeft(1);
        await clock.shift(2 * DAY + 60_000);
        assert.equal((await subject()).mode, "restricted");
        const { alerts } = await service.call<AlertPage>("GET", "/api/v1/alerts", {
          query: { kind: "restricted.learned" },
        });
        assert.deepEqual(alerts.map(({ device_id, detail }) => [device_id, detail]), [[id, "0"]]);
      });
    }),
});
