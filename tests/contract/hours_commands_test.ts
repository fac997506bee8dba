import assert from "node:assert/strict";
import { timeText } from "../../cli/times.ts";
import { NOW } from "./facts.ts";
import { withService } from "./run_command.ts";

const clock = (minutes: number) => timeText(NOW / 1000 + minutes * 60, "Europe/Paris");

Deno.test("Hours are shown, painted, turned on and off, and changed by text", () =>
  withService(async ({ ask }) => {
    const { out } = await ask("hours");
    assert.match(
      out,
      /^ID +Name +Profile +Hours +Now +Until +Extra time +Mode\n +1 +Emma +child +on +open +\d/,
    );
    assert.match(out, /homework until/);
    assert.match(out, /ID +Shared device +Now +Until +Mode\n +2 /);
    const one = (await ask("hours", "Emma")).out;
    assert.match(
      one,
      /^Name +Emma\nHours +on, mon-fri 07:00-08:00, mon-fri 16:30-19:30, sat,sun 08:00-20:00\nNow +open\n/,
    );
    const grid = (await ask("hours", "emma", "--grid")).out.split("\n");
    assert.equal(grid[1], `Mon ${"..............##.................######........."}`);
    assert.equal(grid[7], `Sun ${"................########################........"}`);
    const set = await ask("hours", "emma", "--set", "mon-fri 16:15-19:30, sun 10:00-12:00");
    assert.equal(set.out, "The hours of Emma are on: mon-fri 16:15-19:30, sun 10:00-12:00\n");
    assert.match(
      (await ask("hours", "emma", "--off")).out,
      /^The hours of Emma are off: mon-fri 16:15/,
    );
    assert.match((await ask("hours", "emma", "--grid")).out, /Mon \.{32}\+######\.{9}\n/);
    assert.equal(JSON.parse((await ask("hours", "emma", "--json")).out).enabled, false);
  }, { flags: { time_zone: "Europe/Paris" } }));

Deno.test("Invalid hours commands exit with 2 and list the valid values", () =>
  withService(async ({ ask }) => {
    const wrong: readonly [string, RegExp][] = [
      ["hours --on", /box hours PERSON/],
      ["hours emma --on --off", /--on or --off, not both/],
      ["hours emma --set soon", /Bad value for --set.*: soon/],
      ["hours emma --add a.example", /box hours allow/],
      ["hours 2", /not for adults/],
      ["hours allow --set a.example --default", /one of --set, --add, --remove and --default/],
      ["hours allow --remove nothing.example", /not among those always allowed: nothing\.example/],
      ["cut", /box cut PERSON/],
      ["cut emma --for 45", /30/],
      ["cut emma --for 30 --end", /--for or --end, not both/],
      ["cut emma --for 30 --undo", /--undo alone/],
      ["cut emma --end --undo", /--undo alone/],
      ["bonus", /box bonus PERSON/],
      ["bonus emma 20", /15, 30, 60: 20/],
      ["bonus emma 30 --end", /minutes or --end/],
      ["limits emma malware 60", /games, videos, social: malware/],
      ["limits emma games", /box limits emma games MINUTES/],
      ["limits emma games soon", /15 to 480: soon/],
    ];
    for (const [line, message] of wrong) {
      const { code, err } = await ask(...line.split(" "));
      assert.deepEqual([code, message.test(err)], [2, true], `${line}: ${err}`);
    }
    assert.match((await ask("cut", "2")).err, /not for adults/);
    assert.equal((await ask("limits", "emma", "games", "10")).code, 1);
  }, { flags: { time_zone: "Europe/Paris" } }));

Deno.test("Always-permitted names are added, removed, replaced, and reset", () =>
  withService(async ({ ask }) => {
    assert.match((await ask("hours", "allow")).out, /^parcoursup\.fr$/m);
    assert.equal(
      (await ask("hours", "allow", "--set", "School.example, b.example")).out,
      "school.example\nb.example\n",
    );
    assert.equal(
      (await ask("hours", "allow", "--add", "bücher.example")).out,
      "school.example\nb.example\nxn--bcher-kva.example\n",
    );
    assert.equal(
      (await ask("hours", "allow", "--remove", "B.example")).out,
      "school.example\nxn--bcher-kva.example\n",
    );
    assert.match((await ask("hours", "allow", "--add", "com")).err, /many owners.*: com/);
    assert.equal(
      (await ask("hours", "allow", "--set", "")).out,
      "No name answers when the hours are closed.\n",
    );
    assert.match((await ask("hours", "allow", "--default")).out, /^parcoursup\.fr$/m);
  }, { flags: { time_zone: "Europe/Paris" } }));

Deno.test("The last change of a cut is undone once, with the extra time that it ended", () =>
  withService(async ({ ask }) => {
    await ask("cut", "emma");
    const undone = await ask("cut", "emma", "--undo");
    assert.equal(
      undone.out,
      `Undone. Emma: homework until ${clock(59)}; extra time ${clock(-1)} to ${
        clock(29).slice(11)
      }.\n`,
    );
    const again = await ask("cut", "emma", "--undo");
    assert.deepEqual([again.code, again.out], [1, ""]);
    assert.match(again.err, /can no longer be undone.*: Emma/);
  }, { flags: { time_zone: "Europe/Paris" } }));

Deno.test("cut, homework, bonus and limits print their end time, and can be ended", () =>
  withService(async ({ ask, services }) => {
    // On a vacation day the weekend hours apply.
    await services.vacations.remove(1);
    assert.equal(
      (await ask("cut", "emma")).out,
      `The Internet of Emma is cut until ${clock(60)}. Ended with it: homework and extra time.\n`,
    );
    assert.match(
      (await ask("bonus", "emma", "15")).out,
      new RegExp(
        `^Emma has extra time from .+ The cut goes on until ${
          clock(60)
        }; the minutes start after it\\. ` +
          "To end it now: box cut emma --end\n$",
      ),
    );
    assert.equal(
      (await ask("homework", "emma", "--for", "30")).out,
      `Emma has homework until ${clock(30)}. Ended with it: the cut.\n`,
    );
    assert.equal(
      (await ask("homework", "emma", "--end")).out,
      "The cut or homework of Emma is over.\n",
    );
    assert.equal((await ask("cut", "emma", "--end")).code, 1);
    assert.equal(
      (await ask("bonus", "emma", "15")).out,
      `Emma has extra time from ${clock(0)} to ${clock(30)}.\n`,
    );
    assert.equal((await ask("bonus", "emma", "--end")).out, "The extra time of Emma is over.\n");
    assert.equal(
      (await ask("bonus", "emma")).out,
      `Emma has extra time from ${clock(0)} to ${clock(30)}.\n`,
    );
    assert.match(
      (await ask("limits")).out,
      /^Who +Category +Minutes today +Used +Left +Blocked until\nEmma +games +60 +60 +0 +\d/,
    );
    assert.equal(
      (await ask("limits", "emma", "games", "90")).out,
      "Emma has 90 minutes a day for games.\n",
    );
    assert.match((await ask("limits", "emma")).out, /Emma +games +90 +60 +30 *\n/);
    assert.equal((await ask("limits", "emma", "games", "0")).out, "Emma has no limit for games.\n");
    assert.equal((await ask("limits")).out, "There are no daily limits.\n");
  }, { flags: { time_zone: "Europe/Paris" } }));

Deno.test("The Internet is cut for all children or everyone, and turned on again", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => (await ask(...argv)).out;
    assert.match(
      await output("cut", "children", "--for", "45m"),
      /^The Internet is off for all children and teenagers until .+ People: \d+, devices: \d+\. .*box uncut children\n$/,
    );
    assert.match(
      await output("cut", "all", "--until", "07:00"),
      /for everyone until .+ 07:00:00\./,
    );
    assert.equal(await output("uncut", "all"), "The Internet is on again for everyone.\n");
    assert.equal((await ask("uncut", "all")).code, 1);
    assert.match(await output("cut", "children", "--end"), /on again for all children/);
    assert.equal((await ask("cut", "all", "--for", "30", "--until", "07:00")).code, 2);
    assert.equal((await ask("cut", "emma", "--until", "07:00")).code, 2);
    assert.equal((await ask("uncut", "emma")).code, 2);
  }, { flags: { time_zone: "Europe/Paris" } }));
