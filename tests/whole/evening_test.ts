/**
 * The evening of a family: at every step each device gets the access that the box reports (A 3.2,
 * 7.1).
 */
import assert from "node:assert/strict";
import { MACHINE_CLOCK } from "../../api/system/machine_clock.ts";
import { Evening, unixOf } from "../support/evening.ts";
import { MOMENTS } from "../support/evening_moments.ts";
import { OPEN } from "../support/home_box.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

/** Whether the machine of the test would know the time by itself. */
const KNOWS = MACHINE_CLOCK.synchronised() !== false || MACHINE_CLOCK.hardware() !== undefined ||
  MACHINE_CLOCK.alwaysHasClock;
const DAY = 86_400_000;
const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl", "faketime");

Deno.test({
  name: "From 16:00 to 21:00 each device of a family gets what the box reports, also through kills",
  ignore: CANNOT,
  fn: () =>
    Evening.run(async (evening) => {
      for (const moment of MOMENTS) {
        await evening.reach(moment);
        await evening.compare(moment);
      }
    }),
});

Deno.test({
  name:
    "Periods end to the second, also after a kill, and a clock set by days applies hours at its new time",
  ignore: CANNOT,
  fn: () =>
    Evening.run(async (evening) => {
      await evening.until("17:00");
      await evening.parent("PUT", "tom", "mode", { mode: "cut", duration: "30" });
      await evening.killed();
      const { people } = await evening.schedules();
      // Counted from the instant at which the box started it, which the API gives in seconds.
      const end = people.find(({ person_id }) => person_id === evening.people.tom)!.mode!.until *
        1000;
      const ask = async (at: number) => {
        await evening.clock.set(at);
        const answer = await evening.box.ask("phone", "news.example");
        return { answer, late: evening.clock.now() >= end };
      };
      // A busy machine may send its query only after the second is over.
      const before = await ask(end - 2000);
      assert.ok(before.answer === "blocked" || before.late, before.answer);
      assert.equal((await ask(end + 1000)).answer, OPEN);
      // Further than hours are precomputed, and back: the box notices that its clock was set.
      const says = (unix: number, answer: string) =>
        evening.clock.set(unix).then(() =>
          within(WAIT, async () => await evening.box.ask("phone", "news.example") === answer)
        );
      assert.ok(await says(unixOf("21:30") + 10 * DAY, "blocked"), "ten days ahead, at night");
      assert.ok(await says(unixOf("18:00"), OPEN), "and back");
      assert.ok(await says(unixOf("03:00") - 10 * DAY, "blocked"), "ten days back, at night");
    }),
});

Deno.test({
  name:
    "A box that starts in 1970 does not apply hours, keeps a cut, and applies both once the clock is set",
  ignore: CANNOT,
  fn: () =>
    Evening.run(async (evening) => {
      const { box } = evening;
      const gets =
        async () => [await evening.reportedAccess(), (await evening.schedules()).time_known];
      const open = {
        tablet: "open",
        phone: "open",
        kitchen: "open",
        tv: "open",
        laptop: "open",
      } as const;
      assert.deepEqual(await gets(), [open, false]);
      await evening.compare({ at: "1970", what: "hours hold back", gets: open });
      assert.match(await evening.page("/hours"), /does not know the time yet/);
      await evening.parent("PUT", "tom", "mode", { mode: "cut", duration: "30" });
      const cut = { ...open, phone: "closed", kitchen: "closed" } as const;
      await evening.compare({ at: "1970", what: "a cut holds", gets: cut });
      // Set by a time server, or manually and confirmed.
      await evening.until("20:30");
      if (!KNOWS) await box.call("PUT", "/api/v1/settings/trust_clock", { value: "always" });
      assert.ok(await within(WAIT, async () => (await evening.schedules()).time_known));
      const closed = {
        tablet: "closed",
        phone: "closed",
        kitchen: "closed",
        tv: "closed",
        laptop: "open",
      } as const;
      await evening.compare({
        at: "20:30",
        what: "Emma's hours are over, Tom is cut",
        gets: closed,
      });
      const { people } = await evening.schedules();
      const tom = people.find(({ person_id }) => person_id === evening.people.tom)!;
      const left = tom.mode!.until * 1000 - evening.clock.now();
      assert.ok(left > 25 * 60_000 && left <= 30 * 60_000, `the cut lasts ${left} ms more`);
    }, 86_400_000 * 100),
});
