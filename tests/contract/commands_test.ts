import assert from "node:assert/strict";
import { REASONS } from "../../policy/reasons.ts";
import { COMMANDS } from "../../cli/list.ts";
import { HOSTILE, observation } from "./facts.ts";
import { run, withService } from "./run_command.ts";

/** A successful call of each command. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  setup: ["show"],
  status: [],
  query: ["ads.example", "--explain"],
  explain: ["ads.example", "--device", "3"],
  log: [],
  allow: ["shop.example"],
  block: ["ads.example", "--for", "1h"],
  records: [],
  "dns-services": [],
  "https-redirect": [],
  rules: [],
  services: ["--blocked"],
  categories: [],
  "safe-search": [],
  pause: [],
  scopes: [],
  holidays: [],
  tunnels: [],
  lookalike: [],
  threats: [],
  quarantine: [],
  restrict: [],
  breaches: [],
  certificate: [],
  people: [],
  hours: [],
  cut: ["children", "--for", "45m"],
  uncut: ["children"],
  homework: ["Emma", "--for", "30"],
  bonus: ["Emma"],
  limits: [],
  devices: [],
  groups: [],
  requests: ["--all"],
  network: [],
  scan: ["show"],
  learning: [],
  lists: [],
  stats: [],
  top: [],
  clients: [],
  activity: ["device:3"],
  time: ["1"],
  metrics: [],
  alerts: [],
  audit: [],
  exports: [],
  backup: [],
  restore: [],
  cache: ["flush"],
  settings: [],
  upstreams: [],
  tasks: [],
  account: [],
  token: [],
  "time-zone": [],
  terms: [],
  telemetry: [],
  update: [],
  plan: [],
  import: [new URL("devices.csv", import.meta.url).pathname],
  maintenance: ["resolver"],
  diagnostic: [],
  identity: [],
  restart: ["--no-wait"],
  "power-off": [],
  version: [],
  help: [],
  completion: ["bash"],
};
/** Commands that do not use the socket of the service, or not with a single response. */
const APART = ["serve", "healthcheck", "companion"];

Deno.test("Every command has a description, a usage line, and examples that contain its name", () => {
  assert.equal(new Set(COMMANDS.map(({ name }) => name)).size, COMMANDS.length);
  for (const { name, summary, usage, examples } of COMMANDS) {
    assert.match(summary, /^[A-Z].*[^.]$/, name);
    assert.ok(usage.length > 0 && examples.length > 0, name);
    for (const example of examples) assert.ok(example.startsWith(`box ${name}`), example);
    assert.ok(
      Object.hasOwn(CALLS, name) || APART.includes(name),
      `${name} has no call in this test`,
    );
  }
});

Deno.test("Every command has help, by --help, -h and box help, with exit code 0 and its options", async () => {
  for (const command of COMMANDS.filter(({ name }) => name !== "serve")) {
    for (const argv of [[command.name, "--help"], [command.name, "-h"], ["help", command.name]]) {
      const { code, out, err } = await run(argv);
      assert.deepEqual([code, err], [0, ""], argv.join(" "));
      for (const option of Object.keys(command.options ?? {})) {
        assert.ok(out.includes(`--${option}`), option);
      }
      for (const action of Object.keys(command.actions ?? {})) {
        assert.ok(out.includes(`  ${action}`), action);
      }
    }
  }
  for (const argv of [[], ["help"], ["--help"], ["-h"]]) {
    const { code, out } = await run(argv);
    assert.equal(code, 0);
    for (const { name, summary } of COMMANDS) {
      assert.ok(out.includes(name) && out.includes(summary), name);
    }
  }
});

Deno.test("serve passes its options to the box, and help reads them from it", async () => {
  assert.equal(
    (await run(["serve", "--dev", "--dns-listen", ":53"])).out,
    "serve --dev --dns-listen :53\n",
  );
  assert.equal((await run(["help", "serve"])).out, "serve --help\n");
});

Deno.test("An unknown option exits with 2 and is named, on every command", async () => {
  for (const { name } of COMMANDS.filter(({ name }) => name !== "serve")) {
    const { code, out, err } = await run([name, "--surprise"]);
    assert.deepEqual([code, out], [2, ""], name);
    assert.match(err, /^box: Unknown option \(`box [a-z-]+ --help` lists them\): --surprise\n$/);
  }
  assert.match((await run(["log", "--folow"])).err, /perhaps --follow is meant/);
});

Deno.test("An unknown command exits with 2 and suggests the nearest", async () => {
  assert.deepEqual(await run(["stauts"]), {
    code: 2,
    out: "",
    err: "box: Unknown command, perhaps status is meant (`box help` lists them): stauts\n",
  });
  assert.equal(
    (await run(["\x1b[2J"])).err,
    "box: Unknown command (`box help` lists them): \\u{1b}[2J\n",
  );
});

Deno.test("Invalid calls exit with 2 and list the valid values", async () => {
  const wrong: readonly [string, RegExp][] = [
    ["query", /Name what to ask/],
    ["query a A b", /One argument too many .*: b$/],
    ["query a A --type AAAA", /once/],
    ["query a --type", /needs a value: --type/],
    ["log --status surprised", /allowed are answered, cached/],
    ["log --limit 0", /from 1 to 1000: 0/],
    ["log --since yesterday", /30s, 15min, 2h, 3d/],
    ["log --follow=yes", /takes no value: --follow/],
    ["lists refesh", /perhaps refresh is meant/],
    ["lists remove", /number of a list/],
    ["lists remove x", /no number of a list: x/],
    ["lists add", /Name the list/],
    ["lists scope 1", /--for WHOM, --except WHOM or --hours HOURS/],
    ["lists scope 1 --hours friday", /Bad value for --hours/],
    ["allow", /Name what to allow/],
    ["block a b", /One argument too many.*: b$/],
    ["allow a.example --for soon", /allowed are 30s, 15min, 2h, 3d: soon/],
    ["allow a.example --until tomorrow", /2026-12-24T18:00 or Unix seconds: tomorrow/],
    ["allow a.example --for 1h --until 2030-01-01", /not both/],
    ["rules remve", /perhaps remove is meant.*: remve/],
    ["rules remove", /Name the rule/],
    ["rules remove a b", /One argument too many for `box rules remove`: b/],
    ["rules rewrite a.example", /Say what to answer instead/],
    ["top worst", /allowed are names, blocked, .*, services: worst/],
    ["cache", /box cache flush/],
    ["settings set", /Name the setting/],
    ["settings set blocked_ttl", /Give the new value/],
    ["settings get a b", /One argument too many/],
    ["upstreams tset", /perhaps test is meant: tset/],
    ["upstreams presets quad9", /One argument too many.*: quad9/],
    ["tasks stop", /allowed are show and run/],
    ["tasks show", /Name the task/],
    ["settings set a=1 b", /KEY=VALUE: b/],
    ["setup now", /allowed is show: now/],
    ["terms accept", /Name the version/],
    ["terms refuse", /allowed are show and accept/],
    ["telemetry maybe", /allowed are show, on and off/],
    ["maintenance", /resolver, network or logs/],
    ["maintenance all", /resolver, network or logs: all/],
    ["tasks run", /Name the task/],
    ["completion tcsh", /bash, zsh or fish: tcsh/],
    ["healthcheck a:b:c:zz", /no address of a DNS server/],
    ["help nothing", /Unknown command \(`box help` lists them\): nothing$/],
  ];
  for (const [line, message] of wrong) {
    const { code, err } = await run([...line.split(" "), "--socket", "/nonexistent/box.sock"]);
    assert.equal(code, 2, line);
    assert.match(err.trimEnd(), message, line);
  }
});

Deno.test("Every command that needs the service exits with 3 when it does not run, and explains how to start it", async () => {
  for (const [name, argv] of Object.entries(CALLS)) {
    if (["version", "help", "completion"].includes(name)) continue;
    const { code, err } = await run([name, ...argv, "--data-dir", "/nonexistent/"]);
    assert.equal(code, 3, name);
    assert.match(
      err,
      /^box: The box is not running \(no answer on \/nonexistent\/box\.sock\)\. Start it with `box serve`/,
    );
  }
  assert.match(
    (await run(["status"], { env: { BOX_DATA_DIR: "/nonexistent/b" } })).err,
    /\/nonexistent\/b\/box\.sock/,
  );
  assert.equal((await run(["log", "--follow", "--data-dir", "/nonexistent"])).code, 3);
});

Deno.test("Every command prints only JSON with --json", async () => {
  await withService(async ({ ask }) => {
    for (
      const [name, argv] of [
        ...Object.entries(CALLS),
        ["upstreams", ["presets"]] as const,
        [
          "upstreams",
          ["test"],
        ] as const,
      ]
    ) {
      const { code, out, err } = await ask(name, ...argv, "--json");
      assert.deepEqual([code, err], [0, ""], name);
      assert.equal(typeof JSON.parse(out), "object", name);
    }
  });
});

Deno.test("No command prints characters that control the terminal or the writing direction", async () => {
  await withService(async ({ ask, services }) => {
    services.feed([
      observation({
        name: HOSTILE,
        answer: HOSTILE,
        client: HOSTILE,
        rule: HOSTILE,
        reason: "list",
      }),
    ]);
    const calls = [...Object.entries(CALLS).map(([name, argv]) => [name, ...argv]), [
      "lists",
      "check",
      "https://x.example",
    ]];
    for (const argv of calls) {
      const { code, out } = await ask(...argv);
      assert.equal(code, 0, argv.join(" "));
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(out, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/, argv.join(" "));
    }
    const { out } = await ask("log");
    assert.ok(
      out.includes("\\u{1b}[2J\\u{1b}]0;owned\\u{7}evil\\u{202e}.example\\u{d}\\u{a}answered"),
      out,
    );
    assert.equal(out.trimEnd().split("\n").length, 3);
  });
});

Deno.test("Completion knows every command and option in each shell", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await run(["completion", shell]);
    for (const { name, options = {} } of COMMANDS) {
      assert.ok(out.includes(name), `${shell} ${name}`);
      for (const option of Object.keys(options)) {
        assert.ok(out.includes(option), `${shell} ${name} ${option}`);
      }
    }
  }
});

Deno.test("A filter that cannot match is refused, and the listed reasons are the declared ones", async () => {
  for (const line of ["log --client tv", "stats --client 300.1.1.1", "top --client tv"]) {
    const { code, err } = await run(line.split(" "));
    assert.equal(code, 2, line);
    assert.match(err, /--client, allowed is an IP address: (tv|300\.1\.1\.1)\n$/);
  }
  const { code, err } = await run(["log", "--reason", "surprised"]);
  const reasons = [...new Set(REASONS.map(({ reason }) => reason))].join(", ");
  assert.deepEqual([code, err], [
    2,
    `box: Bad value for --reason, allowed are ${reasons}: surprised\n`,
  ]);
});
