/** `box requests` from a user's view: pending and answered requests, and each answer. */
import assert from "node:assert/strict";
import { withService } from "./run_command.ts";

Deno.test("box requests shows pending requests, with --all answered ones too, without control characters", () =>
  withService(async ({ ask }) => {
    const waiting = await ask("requests");
    const all = await ask("requests", "--all");
    assert.deepEqual([waiting.code, all.code], [0, 0]);
    assert.match(waiting.out, /2\s+Emma\s+30 min of Internet\s+waits/);
    assert.doesNotMatch(waiting.out, /games/);
    assert.match(all.out, /1\s+Emma\s+15 min of games\s+accepted, 30 min/);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(all.out, /[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    const { requests, waiting: count } = JSON.parse((await ask("requests", "--all", "--json")).out);
    assert.deepEqual([requests.length, count], [2, 1]);
  }));

Deno.test("box requests accept and refuse answer once", () =>
  withService(async ({ ask }) => {
    const given = await ask("requests", "accept", "2", "--minutes", "15");
    assert.deepEqual([given.code, given.out], [0, "Emma has 15 more minutes of Internet.\n"]);
    const again = await ask("requests", "refuse", "2");
    assert.deepEqual([again.code, again.out], [1, ""]);
    assert.match(again.err, /This request was already accepted, by: box/);
    assert.equal((await ask("requests")).out, "No request waits.\n");
  }));

Deno.test("Granting minutes of a category says that homework stays active", () =>
  withService(async ({ ask, services }) => {
    const page = await services.requests.page(10);
    const [waiting] = page;
    await services.requests.refuse(waiting.id, "anna");
    await services.requests.ask("192.168.1.20", { minutes: 15, category: "games", message: "" });
    const given = await ask("requests", "accept", "3");
    assert.match(
      given.out,
      /^Emma has 15 more minutes of games\. Homework goes on until [-\d: ]+ and blocks games until then\.\n$/,
    );
  }));

Deno.test("box requests explains what it refuses", () =>
  withService(async ({ ask }) => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["accept"], /box requests accept ID/],
      [["accept", "x\u001b[2J"], /not the number of a request/],
      [["accept", "2", "--minutes", "20"], /allowed are 15, 30, 60: 20/],
      [["refuse", "1", "2"], /One argument too many/],
      [["acept", "2"], /perhaps accept is meant/],
    ];
    for (const [words, text] of wrong) {
      const { code, err } = await ask("requests", ...words);
      assert.equal(code, 2, err);
      assert.match(err, text);
    }
    assert.equal((await ask("requests", "accept", "99")).code, 1);
  }));
