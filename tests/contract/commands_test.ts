import assert from "node:assert/strict";
import { ROUTES } from "../../api/features/list.ts";
import { serveApi, type ServedApi } from "../../api/http/serve.ts";
import { box } from "../../cli/box.ts";
import { COMMANDS } from "../../cli/list.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { type BoxServices, boxServices, HOSTILE, NOW, observation } from "./box_services.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Changes = Partial<Pick<Terminal, "colors" | "signal" | "out" | "err" | "env">>;

async function run(argv: readonly string[], changes: Changes = {}): Promise<Ran> {
  let out = "", err = "";
  const code = await box(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colors: false,
    env: {},
    now: () => NOW,
    version: "0.9.0",
    serve: (args) => (out += `serve ${args.join(" ")}\n`, 0),
    ...changes,
  });
  return { code, out, err };
}

interface Running {
  readonly services: BoxServices;
  readonly socket: string;
  /** Runs a command against the service. */
  readonly ask: (...argv: string[]) => Promise<Ran>;
}

async function withService(test: (running: Running) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const services = boxServices(), socket = `${folder}/box.sock`;
  const api = await serveApi({ routes: ROUTES, services, socketPath: socket, http: [] });
  assert.deepEqual(api.errors, []);
  try {
    await test({ services, socket, ask: (...argv) => run([...argv, "--socket", socket]) });
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A call of each command that gives an answer. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  status: [],
  query: ["ads.example", "--explain"],
  log: [],
  lists: [],
  stats: [],
  top: [],
  cache: ["flush"],
  settings: [],
  upstreams: [],
  tasks: [],
  version: [],
  help: [],
  completion: ["bash"],
};
/** Commands that do not speak to the service over its socket, or not with one answer. */
const APART = ["serve", "healthcheck"];

Deno.test("every command says what it does, how it is called, and gives examples that name it", () => {
  assert.equal(new Set(COMMANDS.map(({ name }) => name)).size, COMMANDS.length);
  for (const { name, summary, usage, examples } of COMMANDS) {
    assert.match(summary, /^[A-Z].*[^.]$/, name);
    assert.ok(usage.length > 0 && examples.length > 0, name);
    for (const example of examples) assert.ok(example.startsWith(`box ${name}`), example);
    assert.ok(Object.hasOwn(CALLS, name) || APART.includes(name), `${name} has no call in this test`);
  }
});

Deno.test("every command has help, by --help, -h and box help, with exit code 0 and its options", async () => {
  for (const command of COMMANDS.filter(({ name }) => name !== "serve")) {
    for (const argv of [[command.name, "--help"], [command.name, "-h"], ["help", command.name]]) {
      const { code, out, err } = await run(argv);
      assert.deepEqual([code, err], [0, ""], argv.join(" "));
      for (const option of Object.keys(command.options ?? {})) assert.ok(out.includes(`--${option}`), option);
      for (const action of Object.keys(command.actions ?? {})) assert.ok(out.includes(`  ${action}`), action);
    }
  }
  for (const argv of [[], ["help"], ["--help"], ["-h"]]) {
    const { code, out } = await run(argv);
    assert.equal(code, 0);
    for (const { name, summary } of COMMANDS) assert.ok(out.includes(name) && out.includes(summary), name);
  }
});

Deno.test("serve hands its options to the box, and help asks it for them", async () => {
  assert.equal((await run(["serve", "--dev", "--dns-listen", ":53"])).out, "serve --dev --dns-listen :53\n");
  assert.equal((await run(["help", "serve"])).out, "serve --help\n");
});

Deno.test("an unknown option exits with 2 and says which, on every command", async () => {
  for (const { name } of COMMANDS.filter(({ name }) => name !== "serve")) {
    const { code, out, err } = await run([name, "--surprise"]);
    assert.deepEqual([code, out], [2, ""], name);
    assert.match(err, /^box: Unknown option \(`box [a-z]+ --help` lists them\): --surprise\n$/);
  }
  assert.match((await run(["log", "--folow"])).err, /perhaps --follow is meant/);
});

Deno.test("an unknown command exits with 2 and names the nearest", async () => {
  assert.deepEqual(await run(["stauts"]), {
    code: 2,
    out: "",
    err: "box: Unknown command, perhaps status is meant (`box help` lists them): stauts\n",
  });
  assert.equal((await run(["\x1b[2J"])).err, "box: Unknown command (`box help` lists them): \\u{1b}[2J\n");
});

Deno.test("wrong calls exit with 2 and say what is allowed", async () => {
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
    ["top worst", /allowed are names, blocked, clients, upstreams: worst/],
    ["cache", /box cache flush/],
    ["settings set", /Name the setting/],
    ["settings set blocked_ttl", /Give the new value/],
    ["settings get a b", /One argument too many/],
    ["tasks stop", /allowed is run/],
    ["tasks run", /Name the task/],
    ["completion tcsh", /bash, zsh or fish: tcsh/],
    ["healthcheck a:b:c:zz", /no address of a DNS server/],
    ["help nothing", /Unknown command/],
  ];
  for (const [line, message] of wrong) {
    const { code, err } = await run([...line.split(" "), "--socket", "/nonexistent/box.sock"]);
    assert.equal(code, 2, line);
    assert.match(err.trimEnd(), message, line);
  }
});

Deno.test("every command that asks the service exits with 3 when it does not run, and says how to start it", async () => {
  for (const [name, argv] of Object.entries(CALLS)) {
    if (["version", "help", "completion"].includes(name)) continue;
    const { code, err } = await run([name, ...argv, "--data-dir", "/nonexistent/"]);
    assert.equal(code, 3, name);
    assert.match(
      err,
      /^box: The box is not running \(no answer on \/nonexistent\/box\.sock\)\. Start it with `box serve`/,
    );
  }
  assert.match((await run(["status"], { env: { BOX_DATA_DIR: "/nonexistent/b" } })).err, /\/nonexistent\/b\/box\.sock/);
  assert.equal((await run(["log", "--follow", "--data-dir", "/nonexistent"])).code, 3);
});

Deno.test("every command prints JSON alone with --json", async () => {
  await withService(async ({ ask }) => {
    for (const [name, argv] of Object.entries(CALLS)) {
      const { code, out, err } = await ask(name, ...argv, "--json");
      assert.deepEqual([code, err], [0, ""], name);
      assert.equal(typeof JSON.parse(out), "object", name);
    }
  });
});

Deno.test("no command lets through what moves the cursor, names the window or turns the writing", async () => {
  await withService(async ({ ask, services }) => {
    services.feed([observation({ name: HOSTILE, answer: HOSTILE, client: HOSTILE, rule: HOSTILE, reason: "list" })]);
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
    assert.ok(out.includes("\\u{1b}[2J\\u{1b}]0;owned\\u{7}evil\\u{202e}.example\\u{d}\\u{a}answered"), out);
    assert.equal(out.trimEnd().split("\n").length, 3);
  });
});

Deno.test("tables are aligned and tell ages, and colours come on a terminal only", async () => {
  await withService(async ({ ask, socket }) => {
    const { out } = await ask("lists");
    assert.equal(
      out,
      "ID  State  Kind   Entries  Copy     Name     Address\n" +
        " 1  ok     block           1 h ago  Starter  https://lists.example/hosts\n",
    );
    const colored = await run(["lists", "--socket", socket], { colors: true });
    assert.ok(colored.out.includes("\x1b[32mok   \x1b[0m"));
  });
});

Deno.test("query --explain shows each protection in order, then the answer", async () => {
  await withService(async ({ ask }) => {
    const { out } = await ask("query", "ads.example", "AAAA", "--explain", "--as", "192.168.1.20");
    assert.match(
      out,
      /^Protection +Verdict +Why\nlocal names +next +No name of the box\nlists +decides +\|\|ads\.example\^/,
    );
    assert.match(out, /;; QUESTION SECTION:\n;ads\.example\. +IN +AAAA\n/);
    assert.match(out, /;; blocked \(list\), 321 µs, \d+ octets\n$/);
    assert.match((await ask("query", "a..b")).err, /no domain name/);
    assert.equal((await ask("query", "a.example", "--as", "nobody")).code, 1);
  });
});

Deno.test("lists are added, turned off, looked at and removed by their number", async () => {
  await withService(async ({ ask }) => {
    assert.match((await ask("lists", "add", "https://new.example/l", "--name", "Mine")).out, /^ 2 .* Mine /m);
    assert.match((await ask("lists", "disable", "2")).out, /^ 2 +off/m);
    assert.equal((await ask("lists", "remove", "2")).out, "List 2 is removed.\n");
    assert.deepEqual(await ask("lists", "enable", "2"), {
      code: 1,
      out: "",
      err: "box: There is no list with the number: 2.\n",
    });
    assert.equal((await ask("lists", "accept", "1")).code, 1);
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, "a.example\nb.example\nx y\n");
    assert.match((await ask("lists", "check", file)).out, /^Lines +4\nUsed +3 +3 names/);
    await Deno.remove(file);
    assert.match((await ask("lists", "check", "./nothing.txt")).err, /There is no such file/);
  });
});

Deno.test("settings are set and put back, and one that is fixed says by what", async () => {
  await withService(async ({ ask, services }) => {
    assert.equal((await ask("settings", "set", "blocked_ttl", "60")).out, "blocked_ttl = 60\n");
    assert.equal((await ask("settings", "get", "blocked_ttl")).out, "60\n");
    assert.equal((await ask("settings", "reset", "blocked_ttl")).out, "blocked_ttl = 10\n");
    assert.match((await ask("settings", "set", "workers", "2")).out, /after a restart/);
    assert.match((await ask("settings", "get", "blockd_ttl")).err, /perhaps blocked_ttl is meant/);
    services.flags.blocked_ttl = "5";
    await services.settingsChanged();
    assert.match((await ask("settings", "set", "blocked_ttl", "60")).err, /fixed by the option --blocked-ttl/);
    services.databaseGone = true;
    assert.match((await ask("settings", "set", "workers", "2")).err, /the disk is full/);
  });
});

Deno.test("status exits with 1 when names are not answered", async () => {
  await withService(async ({ ask, services }) => {
    services.resolverGone = true;
    const { code, out } = await ask("status");
    assert.equal(code, 1);
    assert.match(out, /^Names +NOT answered$/m);
  });
});

Deno.test("log --follow shows queries as they come and survives a restart of the service", async () => {
  const folder = await Deno.makeTempDir();
  const socketPath = `${folder}/box.sock`, services = boxServices(), stop = new AbortController();
  const open = () => serveApi({ routes: ROUTES, services, socketPath, http: [] });
  let out = "", err = "";
  const seen = async (holds: () => boolean) => {
    for (let i = 0; i < 400 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(holds(), out + err);
  };
  let api: ServedApi = await open();
  const following = run(["log", "--follow", "--limit", "1", "--socket", socketPath], {
    signal: stop.signal,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  await seen(() => out.includes("ads.example"));
  assert.ok(!out.includes("  example.com"));
  services.feed([observation({ name: "live.example" })]);
  await seen(() => out.includes("live.example"));
  await api.close();
  await seen(() => err.includes("The service stopped"));
  api = await open();
  await seen(() => err.includes("The service is back"));
  services.feed([observation({ name: "after.example" })]);
  await seen(() => out.includes("after.example"));
  stop.abort();
  assert.equal((await following).code, 0);
  await api.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a service of another version and one that ends in the middle are told apart", async () => {
  const folder = await Deno.makeTempDir();
  const serve = (answer: () => Response) => Deno.serve({ path: `${folder}/box.sock`, onListen: () => {} }, answer);
  const old = serve(() =>
    Response.json({ error: "There is nothing at this address", code: "not_found" }, { status: 404 })
  );
  assert.match((await run(["status", "--data-dir", folder])).err, /another version than this command\. Restart it/);
  await old.shutdown();
  const strange = serve(() => new Response("<html>", { status: 500 }));
  assert.match((await run(["status", "--data-dir", folder])).err, /another version/);
  await strange.shutdown();
  const cut = serve(() => new Response('{"version":'));
  const { code, err } = await run(["status", "--data-dir", folder]);
  assert.equal(code, 3);
  assert.match(err, /ended before it had answered/);
  await cut.shutdown();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("healthcheck asks HTTP and DNS itself, and exits with 0 or 1", async () => {
  const services = boxServices(), folder = await Deno.makeTempDir();
  const { createSocket } = await import("node:dgram");
  const dns = createSocket("udp4");
  let rcode = 5;
  dns.on("message", (message, { address, port }) => {
    const answer = new Uint8Array(message);
    answer[2] |= 0x80;
    answer[3] = rcode;
    dns.send(answer, port, address);
  });
  await new Promise<void>((resolve) => dns.bind(0, "127.0.0.1", () => resolve()));
  const server = `127.0.0.1:${dns.address().port}`;
  const api = await serveApi({
    routes: ROUTES,
    services,
    socketPath: `${folder}/box.sock`,
    http: [{ address: "127.0.0.1", port: 18_053 }],
  });
  const url = "http://127.0.0.1:18053/healthz";
  assert.deepEqual(await run(["healthcheck", url, server]), {
    code: 0,
    out: `ok    ${url}\nok    ${server}\n`,
    err: "",
  });
  services.resolverGone = true;
  rcode = 2;
  const { code, out } = await run(["healthcheck", url, server, "--json"]);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(out).checks.map(({ problem }: { problem: string }) => problem), [
    "it answered 503",
    "it answered SERVFAIL",
  ]);
  await api.close();
  assert.match((await run(["healthcheck", url])).out, /^FAIL {2}http.*: no answer$/m);
  dns.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("completion knows every command and option of each shell", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await run(["completion", shell]);
    for (const { name, options = {} } of COMMANDS) {
      assert.ok(out.includes(name), `${shell} ${name}`);
      for (const option of Object.keys(options)) assert.ok(out.includes(option), `${shell} ${name} ${option}`);
    }
  }
});
