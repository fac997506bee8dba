/** The output of the commands of the box itself. */
import assert from "node:assert/strict";
import { Input } from "../../cli/input.ts";
import { onNewBox, run, withService } from "./run_command.ts";

/** Standard input with this text, from a terminal or a script. */
function typed(text: string, interactive: boolean): Input {
  let left: Uint8Array | undefined = new TextEncoder().encode(text);
  return new Input({
    read(into) {
      const bytes = left ?? new Uint8Array(0);
      left = undefined;
      into.set(bytes);
      return Promise.resolve(bytes.length === 0 ? null : bytes.length);
    },
    setRaw: () => {},
    isTerminal: () => interactive,
  });
}

const PASSWORD = "a long way to tipperary";

Deno.test("box setup prompts for everything, shows the terms first, and never prints the password", async () => {
  await onNewBox(async ({ socket, services }) => {
    const answers = `yes\nanna\n${PASSWORD}\r${PASSWORD}\rfr\nEurope/Paris\noff\n\n`;
    const { code, out, err } = await run(["setup", "--socket", socket], {
      input: typed(answers, true),
    });
    assert.deepEqual([code, out], [
      0,
      "The installation is finished; sign in as anna.\nThe time zone holds after a restart of the box: box restart\n",
    ]);
    assert.match(
      err,
      /^Terms of use\n[\s\S]*- The names asked, to the upstream DNS servers[\s\S]*Do you accept these terms/,
    );
    assert.match(
      err,
      /Lists to subscribe .* \[hagezi-normal,hagezi-threats-medium,phishing-army\]/,
    );
    const subscribed = (await services.lists.list()).map(({ category }) => category);
    for (const category of ["malware", "phishing"]) assert.ok(subscribed.includes(category));
    assert.ok(!err.includes(PASSWORD));
    const { values } = services.settings.resolved();
    assert.deepEqual([values.country, values.time_zone, values.telemetry], [
      "FR",
      "Europe/Paris",
      false,
    ]);
    assert.equal((await services.terms.accepted())!.by, "anna");
    const again = await run(["setup", "--socket", socket], { input: typed(answers, true) });
    assert.deepEqual([again.code, again.err], [1, "box: The installation is finished already\n"]);
  });
});

Deno.test("box setup takes options and a password from standard input, and needs the terms accepted by version", async () => {
  await onNewBox(async ({ socket, services }) => {
    const argv = [
      "setup",
      "--name",
      "anna",
      "--network",
      "guests",
      "--upstreams",
      "quad9",
      "--lists",
      "oisd-small",
    ];
    const refused = await run([...argv, "--socket", socket], {
      input: typed(`${PASSWORD}\n`, false),
    });
    assert.deepEqual([refused.code, /--accept-terms 2026-10-13/.test(refused.err)], [2, true]);
    const more = [
      "--accept-terms",
      "2026-10-13",
      "--telemetry",
      "on",
      "--json",
      "--socket",
      socket,
    ];
    const done = await run([...argv, ...more], { input: typed(`${PASSWORD}\n`, false) });
    assert.equal(done.err, "");
    assert.deepEqual(JSON.parse(done.out), {
      account: "anna",
      terms_accepted: true,
      restart_needed: false,
    });
    const { values } = services.settings.resolved();
    assert.deepEqual([values.network_kind, values.anonymize_clients, values.upstreams], [
      "guests",
      "all",
      ["quad9"],
    ]);
  });
  await onNewBox(async ({ socket }) => {
    const weak = ["setup", "--name", "anna", "--accept-terms", "2026-10-13", "--socket", socket];
    assert.match((await run(weak, { input: typed("password\n", false) })).err, /^box: .*password/i);
    assert.match((await run(weak, { input: typed("", false) })).err, /standard input/);
  });
});

Deno.test("Refusing the terms, or ending the input, changes nothing", async () => {
  for (const answers of ["no\n", "\n", "", `yes\nanna\n${PASSWORD}\rother\r`, "yes\nanna\n\x03"]) {
    await onNewBox(async ({ socket, services }) => {
      const { code, out } = await run(["setup", "--socket", socket], {
        input: typed(answers, true),
      });
      assert.ok(code !== 0 && out === "", answers);
      assert.equal(await services.accounts.isFinished(), false);
      assert.equal(services.settings.resolved().sources.telemetry, "default");
    });
  }
});

Deno.test("Terms, statistics, time zone and plan are shown as they are", async () => {
  await withService(async ({ ask }) => {
    assert.match(
      (await ask("terms", "show", "--lang", "de")).out,
      /^Nutzungsbedingungen\n[\s\S]*In force +2026-10-13\nAccepted +none\n$/,
    );
    assert.match(
      (await ask("telemetry")).out,
      /^Sent +nothing: The current terms of use were not accepted yet$/m,
    );
    assert.match((await ask("terms", "accept", "2026-10-12")).err, /terms_version|in force first/);
    assert.equal(
      (await ask("terms", "accept", "2026-10-13")).out,
      "The terms of 2026-10-13 are accepted.\n",
    );
    assert.match((await ask("terms")).out, /Accepted +2026-10-13, 0 s ago, by box\n$/);
    assert.match(
      (await ask("telemetry")).out,
      /^Body +\{"id":"0{32}","version":"0\.9\.0","install":"[a-z]+","country":"","arch":"amd64"\}$/m,
    );
    assert.match(
      (await ask("time-zone", "Europe/Paris")).out,
      /^Chosen +Europe\/Paris\n[\s\S]*after a restart/,
    );
    assert.match((await ask("time-zone", "system")).out, /^Chosen +that of the machine/);
    assert.match(
      (await ask("time-zone", "Europe/Atlantis")).err,
      /Europe\/Paris; empty = the system's: Europe\/Atlantis/,
    );
    assert.match((await ask("plan")).out, /^Plan: none; during the beta every function is open\n/);
  }, { flags: { cloud_url: "https://cloud.example" } });
});

Deno.test("Several settings are set at once, all or none", async () => {
  await onNewBox(async ({ ask, services }) => {
    assert.equal(
      (await ask("settings", "set", "blocked_ttl=30", "canaries=off")).out,
      "blocked_ttl = 30\ncanaries = off\n",
    );
    assert.match(
      (await ask("settings", "set", "blocked_ttl=40", "canaries=maybe")).err,
      /Bad value for canaries/,
    );
    assert.equal(services.settings.resolved().values.blocked_ttl, 30);
    assert.equal(
      (await ask("settings", "reset", "blocked_ttl", "canaries")).out,
      "blocked_ttl = 10\ncanaries = on\n",
    );
    assert.match(
      (await ask("settings", "set", "blockd_ttl=1", "canaries=on")).err,
      /perhaps blocked_ttl is meant/,
    );
  });
});

Deno.test("maintenance reports what it removed, and the diagnostic goes into a new file only", async () => {
  await withService(async ({ ask }) => {
    assert.equal(
      (await ask("maintenance", "logs")).out,
      "Done. Removed: 2 queries, 1 domain that restricted mode blocked.\n",
    );
    assert.equal(
      (await ask("maintenance", "network")).out,
      "Done. Removed: 4 machines.\n",
    );
    const folder = await Deno.makeTempDir();
    const file = `${folder}/diagnostic.json`;
    assert.equal((await ask("diagnostic", file)).code, 0);
    assert.equal(JSON.parse(await Deno.readTextFile(file)).version, "0.9.0");
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    assert.match((await ask("diagnostic", file)).err, /is there already/);
    assert.match((await ask("diagnostic", `${folder}/none/x.json`)).err, /cannot be written/);
    await Deno.remove(folder, { recursive: true });
  });
});

Deno.test("Without waiting a task is only started, and an unknown one is answered with the nearest name", async () => {
  await onNewBox(async ({ ask }) => {
    assert.equal((await ask("tasks", "run", "lists.refresh", "--no-wait")).code, 0);
    assert.match((await ask("tasks", "show", "lists.refresh")).out, /^lists\.refresh /m);
    assert.match(
      (await ask("tasks", "run", "lists.refrehs")).err,
      /perhaps lists\.refresh is meant/,
    );
  });
});
