import assert from "node:assert/strict";
import { withService } from "./run_command.ts";

Deno.test("Alerts are shown, acknowledged by number and all at once, and their kinds are listed", () =>
  withService(async ({ ask }) => {
    assert.match(
      (await ask("alerts")).out,
      /^ +1 .* restricted .*answered .*3 times\n1 not acknowledged\n$/,
    );
    assert.equal((await ask("alerts", "acknowledge", "7")).out, "0 acknowledged, 1 left\n");
    assert.equal((await ask("alerts", "acknowledge", "1")).out, "1 acknowledged, 0 left\n");
    assert.equal((await ask("alerts", "acknowledge", "--all")).out, "0 acknowledged, 0 left\n");
    assert.equal((await ask("alerts", "reopen", "1", "9")).out, "1 opened again, 1 open\n");
    assert.equal((await ask("alerts", "reopen")).code, 2);
    assert.match((await ask("alerts", "kinds")).out, /^malicious +security +6 +day +20 /m);
    assert.equal((await ask("alerts", "acknowledge")).code, 2);
    assert.equal((await ask("alerts", "acknowledge", "x")).code, 2);
    assert.equal((await ask("alerts", "acknowledge", "1", "--all")).code, 2);
    assert.equal((await ask("alerts", "show", "1")).code, 2);
  }));

Deno.test("The administration log is shown, filtered by action, and printed in full", () =>
  withService(async ({ ask }) => {
    assert.match(
      (await ask("audit")).out,
      /\(192\.168\.1\.9\) {2}task\.run {2}A task was run by hand {2}task=/,
    );
    assert.equal((await ask("audit", "--action", "settings")).out, "");
    assert.equal(JSON.parse((await ask("audit", "--all", "--json")).out).action, "task.run");
    assert.equal((await ask("audit", "--follow", "--action", "x")).code, 2);
    assert.equal((await ask("audit", "--all", "--limit", "3")).code, 2);
  }));

Deno.test("Export targets are added by their place, changed, tested and removed", () =>
  withService(async ({ ask, services }) => {
    const configs = async () => (await services.exports.list()).map(({ config }) => config);
    assert.match(
      (await ask("exports", "add", "siem", "tls://siem.example:6514", "--format", "cef")).out,
      /is added/,
    );
    const mail = [
      "smtps://[2001:db8::1]:465",
      "--from",
      "b@example.com",
      "--to",
      "a@example.com, c@example.com",
    ];
    assert.equal(
      (await ask("exports", "add", "mail", ...mail, "--kinds", "malicious,tunnel", "--audit", "on"))
        .code,
      0,
    );
    const [, siem, post] = await configs();
    assert.deepEqual(siem, {
      kind: "syslog",
      host: "siem.example",
      port: 6514,
      transport: "tls",
      format: "cef",
      ca: "",
    });
    assert.deepEqual(post, {
      kind: "mail",
      host: "2001:db8::1",
      port: 465,
      ca: "",
      security: "tls",
      user: "",
      from: "b@example.com",
      to: ["a@example.com", "c@example.com"],
    });
    assert.equal(
      (await ask("exports", "change", "SIEM", "--kinds", "all", "--audit", "off")).code,
      0,
    );
    assert.deepEqual((await configs())[1], siem);
    assert.equal((await ask("exports", "disable", "mail")).out, "The target mail is off.\n");
    assert.match(
      (await ask("exports")).out,
      /^mail +off +smtps:\/\/\[2001:db8::1\]:465 +malicious, tunnel +yes /m,
    );
    const tried = await ask("exports", "test", "siem");
    assert.deepEqual([tried.code, tried.out.split("\n")[0]], [
      1,
      "It was not taken: The name siem.example was not found, or the box itself blocks it",
    ]);
    assert.equal((await ask("exports", "remove", "siem")).out, "The target siem is removed.\n");
    assert.match(
      (await ask("exports", "remove", "siem")).err,
      /no target of this name or number: siem/,
    );
    for (
      const wrong of [["add"], ["add", "x"], ["add", "x", "gopher://x"], [
        "add",
        "x",
        "smtp://h:25",
      ], ["fly", "x"]]
    ) {
      assert.equal((await ask("exports", ...wrong)).code, 2, wrong.join(" "));
    }
    assert.equal((await ask("exports", "add", "x", "tls://h:70000")).code, 1);
  }));
