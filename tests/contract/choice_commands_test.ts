import assert from "node:assert/strict";
import { run, withService } from "./run_command.ts";

Deno.test("Services are blocked and allowed by scope or by a person's name", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => (await ask("services", ...argv)).out;
    const hours = "mon-fri 08:00-16:00";
    assert.equal(
      await output("block", "tiktok", "roblox", "--scope", "laptop", "--hours", hours),
      `TikTok (tiktok) for Laptop (device:2): block, ${hours}\nRoblox (roblox) for Laptop (device:2): block, ${hours}\n`,
    );
    assert.match(
      await output("--blocked", "--scope", "device:2"),
      /^tiktok +TikTok +social +block +block +device:2 +mon-fri/m,
    );
    assert.match(await output("allow", "tiktok", "-s", "device:2"), /: allow\n$/);
    assert.match(await output("follow", "tiktok", "-s", "device:1"), /: block\n$/);
    assert.match(await output("show", "tiktok"), /^TikTok, social:\n {2}tiktok\.com$/m);
    assert.equal(
      await output("add", "Le Café", "--domains", "cafe.example"),
      "Le Café is a service now: custom-le-cafe\n",
    );
    assert.equal(
      await output("remove", "custom-le-cafe"),
      "The service custom-le-cafe is removed.\n",
    );
    assert.match((await ask("services", "show", "tiktak")).err, /perhaps tiktok is meant: tiktak/);
    assert.match(
      (await ask("services", "--group", "none")).err,
      /allowed are ai, social, .*: none/,
    );
    assert.match(
      (await ask("services", "block", "tiktok", "--scope", "nobody")).err,
      /No person, group or device has this name .*: nobody/,
    );
  }, { content: "office" }));

Deno.test("Categories and safe search print the result of a choice, or why it is refused", () =>
  withService(async ({ ask }) => {
    assert.equal((await ask("categories", "block", "games")).out, "games for everyone: block\n");
    assert.match(
      (await ask("categories", "-s", "person:1")).out,
      /^bypass +block +follows +default/m,
    );
    assert.match((await ask("categories", "allow", "malware")).err, /accept_risk/);
    assert.equal(
      (await ask("categories", "allow", "malware", "--accept-risk")).out,
      "malware for everyone: allow\n",
    );
    assert.match(
      (await ask("safe-search", "set", "all=on", "-s", "anna")).out,
      /^YouTube +strict +strict +person:2/m,
    );
    assert.match(
      (await ask("safe-search", "set", "youtube=follow", "-s", "anna")).out,
      /^YouTube +off +follows/m,
    );
    assert.match((await ask("safe-search", "set", "google=strict")).err, /Google is off, on/);
  }, { content: "office" }));

Deno.test("A pause is started, shown and ended", () =>
  withService(async ({ ask }) => {
    assert.match(
      (await ask("pause", "10min", "--scope", "office")).out,
      /^Paused for Office \(group:1\) until 20\d\d-/,
    );
    assert.match((await ask("pause")).out, /^group:1 +Office +in 10 min/m);
    assert.equal(
      (await ask("pause", "end", "-s", "group:1")).out,
      "The pause for group:1 is over.\n",
    );
    assert.match((await ask("pause", "end")).err, /Nothing is paused for: all/);
    assert.match((await ask("pause", "2d")).err, /1440 minutes/);
  }, { content: "office" }));

Deno.test("A rule applies to the scope of its command", () =>
  withService(async ({ ask }) => {
    const { out } = await ask("block", "games.example", "--scope", "laptop");
    assert.equal(out, "games.example and all below it is blocked for Laptop.\n");
    assert.match((await ask("rules", "--scope", "laptop")).out, /^games\.example .* Laptop /m);
    assert.equal((await ask("rules", "--scope", "office")).out, "There are no rules.\n");
    assert.match(
      (await ask("rules", "remove", "games.example")).err,
      /no rule for: games\.example/,
    );
    assert.match((await ask("rules", "remove", "games.example", "-s", "laptop")).out, /is removed/);
  }, { content: "office" }));

Deno.test("Invalid calls exit with 2 and list the valid values", async () => {
  const wrong: readonly [string, RegExp][] = [
    ["services remve", /perhaps remove is meant.*: remve/],
    ["services block", /Name what to block/],
    ["services allow tiktok --hours", /needs a value: --hours/],
    ["services block tiktok --hours soon", /mon-fri 08:00-16:00.*: soon/],
    ["services add Club", /Give the names/],
    ["services remove", /Name the service/],
    ["categories bock x", /allowed are list, allow, monitor, block and follow/],
    ["categories block", /Name what to block/],
    ["safe-search set", /Say what to choose/],
    ["safe-search set google", /Write ENGINE=VALUE .*: google/],
    ["pause soon", /show, end and a time such as 10min: soon/],
    ["pause 10", /allowed are 30s, 15min, 2h, 3d: 10/],
  ];
  for (const [line, message] of wrong) {
    const { code, err } = await run([...line.split(" "), "--socket", "/nonexistent/box.sock"]);
    assert.equal(code, 2, line);
    assert.match(err.trimEnd(), message, line);
  }
});

Deno.test("Scopes and clients are named by the words that the output uses for them", () =>
  withService(async ({ ask }) => {
    const block = (scope: string) => ask("categories", "block", "games", "--scope", scope);
    assert.equal((await block("children")).out, "games for children: block\n");
    assert.equal((await block("Teen")).out, "games for teenagers: block\n");
    assert.equal((await block("adults")).out, "games for adults: block\n");
    assert.equal((await block("everyone")).out, "games for everyone: block\n");
    const query = async (whom: string) => await ask("query", "laptop.example", "--as", whom);
    for (const whom of ["anna", "Laptop", "children", "192.0.2.7", "device:2"]) {
      assert.equal((await query(whom)).code, 0, whom);
    }
    assert.match(
      (await query("nobody")).err,
      /No person, group or device has this name .*: nobody/,
    );
  }, { content: "office" }));
