/**
 * Every route has a command that calls it over the local socket, proven by running the commands.
 */
import assert from "node:assert/strict";
import { type Application, ROUTES } from "../../api/app/routes.ts";
import type { Route } from "../../api/http/route.ts";
import { serveApi } from "../../api/http/serve.ts";
import { Input } from "../../cli/input.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { type BoxServices, boxServices, type Content } from "./box_services.ts";
import { keyOf } from "./good_requests.ts";
import { run } from "./run_command.ts";

/** Routes without a command, and why. */
const EXCUSED: readonly (readonly [route: RegExp, why: string])[] = [
  [/^get \/healthz$/, "for whoever watches the box from outside; `box status` tells it and more"],
  [
    /^get \/api\/v1\/stats$/,
    "the numbers that are open to the network; `box status` tells them and more",
  ],
  [
    /^\w+ \/api\/v1\/ask$/,
    "of the device that asks, which is known by its address; the local socket has none",
  ],
  [
    /^get \/certificate\/box-ca\.(crt|mobileconfig)$/,
    "other forms of what `box certificate pem` prints",
  ],
  [/^get \/api\/v1\/openapi\.json$/, "a document for programs"],
  [
    /^get \/api\/v1\/backups\/restore\/\{id\}$/,
    "a page asks for a preview again; `box restore` has it from the preview itself",
  ],
  [
    /^post \/api\/v1\/backups\/restore\/\{id\}\/apply$/,
    "needs a preview: tests/whole/restore_test.ts calls it by `box restore`",
  ],
  [
    /^post \/api\/v1\/setup\/restore\//,
    "of the default account in a browser; `box restore` works before and after the setup",
  ],
  [
    /^get \/api\/v1\/pwned-range/,
    "of a browser, in which the password stays; the local socket has no session",
  ],
  [
    /^get \/api\/v1\/import\/\{id\}$/,
    "how far it is; `box import` asks while a person waits, and tells the whole report",
  ],
  [
    /^get \/api\/v1\/updates\/stream$/,
    "for pages and programs; `box update` reads the state, since the box restarts meanwhile",
  ],
  [/^\w+ \/api\/v1\/session(\/|$)/, "the local socket needs no session"],
  [
    /^\w+ \/api\/v1\/me(\/|$)/,
    "of the account that is signed in; `box account` changes any account",
  ],
  [
    /^post \/api\/v1\/alerts\/\{id\}\/acknowledge$/,
    "one alert as a page does it; the command acknowledges any number at once",
  ],
];

/** A command line for each route. */
const CALLS: readonly (readonly string[])[] = [
  ["status"],
  ["query", "ads.example"],
  ["explain", "ads.example"],
  ["log"],
  ["log", "--follow"],
  ["log", "export"],
  ["stats"],
  ["top"],
  ["clients"],
  ["activity"],
  ["activity", "device:3"],
  ["activity", "device:3", "--names"],
  ["time", "Emma"],
  ["time", "Emma", "--report", "week"],
  ["metrics"],
  ["alerts"],
  ["alerts", "kinds"],
  ["alerts", "--follow"],
  ["alerts", "acknowledge", "--all"],
  ["alerts", "reopen", "1"],
  ["audit"],
  ["audit", "--all", "--json"],
  ["audit", "--follow"],
  ["backup"],
  ["backup", "key"],
  ["backup", "targets", "add", "disk", "/tmp"],
  ["backup", "targets", "show", "1"],
  ["backup", "targets", "change", "1", "/var/tmp"],
  ["backup", "targets", "test", "1"],
  ["backup", "run", "1"],
  ["backup", "list", "1"],
  ["backup", "remove", "1", "box-box-0011aabb-2026-11-27-030000.age"],
  ["backup", "targets", "remove", "1"],
  ["backup", "cancel"],
  ["backup", "--to", "/dev/null"],
  ["restore", "/etc/hostname", "--yes"],
  ["restore", "--back", "--yes"],
  ["exports"],
  ["exports", "add", "siem", "tls://siem.example:6514"],
  ["exports", "show", "1"],
  ["exports", "change", "1", "--audit", "on"],
  ["exports", "retry", "1"],
  ["exports", "test", "1"],
  ["exports", "remove", "1"],
  ["exports"],
  ["exports", "add", "nas", "tcp://nas.example:514"],
  ["exports", "change", "Office", "--audit", "on"],
  ["exports", "disable", "Office"],
  ["exports", "test", "Office"],
  ["exports", "remove", "Office"],
  ["dns-services"],
  ["dns-services", "certificate", "self", "dns.example.com"],
  ["dns-services", "protocols", "tls=on", "https=on"],
  ["dns-services", "retry"],
  ["dns-services", "profile", "-"],
  ["https-redirect"],
  ["https-redirect", "off"],
  ["people"],
  ["people", "add", "Zoé", "--profile", "teen"],
  ["people", "set", "Emma", "--profile", "teen"],
  ["people", "remove", "1"],
  ["hours"],
  ["hours", "Emma", "--set", "mon-fri 16:30-19:30"],
  ["hours", "allow", "--add", "school.example"],
  ["cut", "Emma", "--for", "morning"],
  ["cut", "Emma", "--undo"],
  ["cut", "Emma", "--end"],
  ["cut", "children", "--for", "30m"],
  ["uncut", "children"],
  ["homework", "Emma"],
  ["bonus", "Emma", "15"],
  ["bonus", "Emma", "--end"],
  ["limits", "Emma", "games", "60"],
  ["groups"],
  ["groups", "add", "Kitchen", "--kind", "appliance"],
  ["groups", "set", "Office", "--name", "Study"],
  ["groups", "remove", "office"],
  ["devices", "--person", "Emma", "--find", "tablet"],
  ["devices", "show", "1"],
  ["devices", "behaviour", "1"],
  ["devices", "add", "02-00-5e-00-00-09", "--name", "Scale"],
  ["devices", "set", "1", "--kind", "phone"],
  ["devices", "assign", "1", "nobody"],
  ["devices", "assign", "02:00:5e:00:00:03", "Emma"],
  ["devices", "share", "1", "Emma", "2"],
  ["devices", "group", "1", "Office"],
  ["devices", "merge", "1", "3"],
  ["devices", "quarantine", "1", "on"],
  ["devices", "new"],
  ["devices", "new", "child"],
  ["devices", "approve", "1"],
  ["devices", "forget", "1"],
  ["requests"],
  ["requests", "--all"],
  ["requests", "--follow"],
  ["requests", "accept", "2", "--minutes", "15"],
  ["requests", "refuse", "2"],
  ["network"],
  ["scan"],
  ["scan", "show"],
  ["scan", "stop"],
  ["holidays"],
  ["holidays", "add", "2027-05-14", "2027-05-15", "--name", "Bridge"],
  ["holidays", "remove", "1"],
  ["holidays", "countries"],
  ["holidays", "regions", "FR"],
  ["holidays", "import", "FR", "FR-ZA"],
  ["holidays", "stop"],
  ["holidays", "file", "/dev/null"],
  ["learning"],
  ["learning", "apply", "all"],
  ["learning", "end"],
  ["lists"],
  ["lists", "add", "https://lists.example/other"],
  ["lists", "refresh"],
  ["lists", "check", "https://lists.example/other"],
  ["lists", "catalogue"],
  ["lists", "disable", "1"],
  ["lists", "accept", "1"],
  ["lists", "remove", "1"],
  ["allow", "shop.example", "--for", "1h"],
  ["block", "/^ad[0-9]/"],
  ["rules"],
  ["rules", "rewrite", "nas.example", "192.168.1.5,2001:db8::5"],
  ["rules", "remove", "shop.example"],
  ["rules", "import", "/dev/null"],
  ["scopes"],
  ["services"],
  ["services", "show", "tiktok"],
  ["services", "block", "tiktok", "--scope", "device:1"],
  ["services", "add", "Choir", "--domains", "choir.example"],
  ["services", "change", "custom-club", "--name", "Club", "--group", "games"],
  ["services", "remove", "custom-club"],
  ["categories"],
  ["categories", "block", "games"],
  ["safe-search"],
  ["safe-search", "set", "all=on"],
  ["pause"],
  ["pause", "10min"],
  ["pause", "end", "--scope", "person:1"],
  ["records"],
  ["records", "add", "tv.example", "A", "192.168.1.9"],
  ["records", "set", "1", "192.168.1.6"],
  ["records", "remove", "nas.example"],
  ["records", "import", "/dev/null"],
  ["records", "devices"],
  ["records", "zones", "add", "lab.example"],
  ["records", "zones", "remove", "old.example"],
  ["records", "forward", "192.168.1.1", "--domain", "lan"],
  ["records", "forward"],
  ["certificate"],
  ["certificate", "pem"],
  ["certificate", "regenerate"],
  ["tunnels"],
  ["tunnels", "allow", "tunnel.example"],
  ["tunnels", "block", "antivirus.example"],
  ["tunnels", "forget", "tunnel.example"],
  ["lookalike"],
  ["lookalike", "typos", "off"],
  ["lookalike", "allow", "muller.example"],
  ["lookalike", "disallow", "muller.example"],
  ["threats"],
  ["threats", "off", "beacons"],
  ["threats", "spyware"],
  ["threats", "accept", "0123456789abcdef"],
  ["threats", "undo"],
  ["threats", "allow", "nas.example"],
  ["threats", "disallow", "nas.example"],
  ["quarantine"],
  ["restrict"],
  ["restrict", "show", "device:3"],
  ["restrict", "names", "group:1"],
  ["restrict", "learn", "device:1", "--days", "3"],
  ["restrict", "learn", "device:1", "device:3"],
  ["restrict", "now", "group:1"],
  ["restrict", "undo", "device:3"],
  ["restrict", "undo", "device:3", "removed.com"],
  ["restrict", "allow", "all", "www.vendor.com"],
  ["restrict", "remove", "device:3", "example.com"],
  ["breaches"],
  ["breaches", "add", "new@example.com", "--person", "Emma"],
  ["breaches", "check", "max@example.com"],
  ["breaches", "remove", "max@example.com"],
  ["upstreams"],
  ["upstreams", "presets"],
  ["upstreams", "scopes"],
  ["upstreams", "set", "quad9", "--scope", "device:1"],
  ["upstreams", "reset", "--scope", "person:1"],
  ["upstreams", "test"],
  ["upstreams", "test", "quad9/dot", "192.168.1.1"],
  ["cache", "flush"],
  ["setup", "show"],
  ["setup", "--name", "anna", "--accept-terms", "2026-10-13"],
  ["settings"],
  ["settings", "set", "blocked_ttl", "30"],
  ["settings", "set", "blocked_ttl=30", "canaries=off"],
  ["settings", "reset", "blocked_ttl"],
  ["time-zone"],
  ["time-zone", "Europe/Paris"],
  ["tasks"],
  ["tasks", "show", "lists.refresh"],
  ["tasks", "run", "lists.refresh"],
  ["terms"],
  ["terms", "accept", "2026-10-13"],
  ["telemetry"],
  ["telemetry", "off"],
  ["update"],
  ["update", "--check"],
  ["update", "--yes"],
  ["update", "--rollback", "--yes"],
  ["import", new URL("devices.csv", import.meta.url).pathname, "--yes"],
  ["import", "--found", "pihole"],
  ["import", "--found", "adguard", "--forget"],
  ["maintenance", "resolver"],
  ["maintenance", "network"],
  ["maintenance", "logs"],
  ["identity"],
  ["identity", "new"],
  ["restart", "--no-wait"],
  ["power-off"],
  ["diagnostic"],
  ["plan"],
  ["account"],
  ["account", "add", "lea", "--kind", "member", "--stdin"],
  ["account", "invite", "emma", "--person", "Emma"],
  ["account", "invite", "admin", "--person", "Emma"],
  ["account", "withdraw", "admin"],
  ["account", "accept", "A".repeat(43)],
  ["account", "accept", "A".repeat(43), "--stdin"],
  ["account", "change", "admin", "--language", "de"],
  ["account", "reset", "admin", "--stdin"],
  ["account", "signout", "admin"],
  ["account", "factors", "admin"],
  ["account", "factors", "admin", "--remove"],
  ["account", "remove", "admin"],
  ["token"],
  ["token", "create", "nas", "--rights", "all"],
  ["token", "revoke", "1"],
];

/** Standard input of a script that supplies a password. */
function password(): Input {
  let left = new TextEncoder().encode("velvet harbour stone\n");
  return new Input({
    read(into) {
      if (left.length === 0) return Promise.resolve(null);
      into.set(left);
      const { length } = left;
      left = new Uint8Array(0);
      return Promise.resolve(length);
    },
    setRaw: () => {},
    isTerminal: () => false,
  });
}

/**
 * The content of the box for a command: commands of accounts and of the setup need a new
 * installation.
 */
function contentOf([command]: readonly string[]): Content {
  return command === "account" || command === "setup" ? "setup" : "household";
}

/** The routes that the commands call. A box that a command changed is not used again. */
async function reached(): Promise<Set<string>> {
  const seen = new Set<string>();
  let requests = 0;
  const boxes = new Map<Content, BoxServices>();
  const folder = await Deno.makeTempDir();
  const watched = ROUTES.map((route): Route<Application> => ({
    ...route,
    handle: (given, services) => {
      seen.add(keyOf(route));
      requests++;
      if (route.method !== "get") boxes.clear();
      return route.handle(given, services);
    },
  }));
  try {
    for (const [at, argv] of CALLS.entries()) {
      const socketPath = `${folder}/${at}.sock`;
      const content = contentOf(argv);
      const services = boxes.get(content) ?? await boxServices({ content });
      boxes.set(content, services);
      const api = await serveApi({ routes: watched, services, socketPath, http: [] });
      const before = requests;
      const follows = argv.includes("--follow");
      const stop = new AbortController();
      const ran = run([...argv, "--socket", socketPath], {
        input: password(),
        signal: stop.signal,
      });
      if (follows) {
        assert.ok(
          await within(WAIT, () => requests > before),
          `box ${argv.join(" ")} asks nothing`,
        );
      }
      stop.abort();
      const { code, err } = await ran;
      assert.notEqual(code, 2, `box ${argv.join(" ")}: ${err}`);
      await api.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return seen;
}

Deno.test("Every route is called by a command, except those with a stated reason", async () => {
  const seen = await reached();
  assert.ok((await Deno.stat("/dev/null")).isCharDevice, "a device is written to, not replaced");
  const excused = (key: string) => EXCUSED.some(([route]) => route.test(key));
  const missing = ROUTES.map(keyOf).filter((key) => !seen.has(key) && !excused(key));
  assert.deepEqual(missing, [], "add a command, and a call of it to this test");
  for (const [route, why] of EXCUSED) {
    assert.ok(
      ROUTES.some((each) => route.test(keyOf(each))),
      `there is no such route: ${route} (${why})`,
    );
  }
});
