import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { ROUTES } from "../../api/app/routes.ts";
import { serveApi, type ServedApi } from "../../api/http/serve.ts";
import { WAIT, within } from "../support/whole_box.ts";
import { sentence } from "../../policy/model/sentence.ts";
import { boxServices } from "./box_services.ts";
import { observation } from "./facts.ts";
import { run, withService } from "./run_command.ts";

Deno.test("Lists show and change whom they are for, by name, and say when that is no one", async () => {
  await withService(async ({ ask }) => {
    assert.equal((await ask("people", "add", "Lea", "--profile", "child")).code, 0);
    const hours = ["--hours", "mon-fri 18:00-20:00"];
    const { code, out } = await ask("lists", "scope", "1", "--for", "lea,profile:teen", ...hours);
    assert.equal(code, 0);
    assert.match(out, /, teenagers/);
    assert.match(out, /Lea \(person:\d+\)/);
    assert.match(out, /; mon-fri 18:00-20:00/);
    await ask("lists", "scope", "1", "--for", "lea", "--hours", "always");
    const except = await ask("lists", "scope", "0", "--except", "lea");
    assert.match(except.out, /everyone except Lea \(person:\d+\) {2}Starter list/);
    await ask("people", "remove", "Lea");
    const left = (await ask("lists")).out;
    assert.match(left, /^ 0 {2}ok .* everyone {2}Starter list$/m);
    assert.match(left, /^ 1 {2}for_no_one .* no one /m);
    assert.match(left, /has no effect: all whom it was for have been removed/);
    const added = await ask("lists", "add", "https://lists.example/l", "--for", "profile:child");
    assert.match(added.out, /children/);
    const checked = await ask("lists", "check", "https://lists.example/l", "--for", "profile:teen");
    assert.match(checked.out, /Only queries of those it would be for were counted/);
    assert.match(
      (await ask("lists", "scope", "1", "--for", "nobody")).err,
      /No person, group or device has this name/,
    );
  });
});

Deno.test("Tables are aligned and show ages, with colours only on a terminal", async () => {
  await withService(async ({ ask, socket }) => {
    const { out } = await ask("lists");
    assert.equal(
      out,
      "ID  State  Kind   Entries  Copy          For       Name          Address\n" +
        " 0  ok     block           with the box  everyone  Starter list\n" +
        " 1  ok     block           1 h ago       everyone  Starter       https://lists.example/hosts\n",
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
      /^Protection +Verdict +Why\nlocal names +next +Nothing to say\nlists +decides +Blocked by rule \|\|ads\.example\^/,
    );
    assert.match(out, /;; QUESTION SECTION:\n;ads\.example\. +IN +AAAA\n/);
    assert.match(out, /;; blocked \(list\), 321 µs, \d+ bytes\n$/);
    const explained = await ask("explain", "ads.example", "--person", "nobody");
    assert.deepEqual([explained.code, explained.out], [1, ""]);
    assert.match(
      (await ask("explain", "ads.example")).out,
      /^Protection +Outcome +Why\n[^]*\nblocked \(list\)\n$/,
    );
    assert.match(
      (await ask("explain", "x.example", "--device", "3", "--group", "1")).err,
      /Only one of --device/,
    );
    assert.match((await ask("query", "a..b")).err, /not a domain name/);
    assert.equal((await ask("query", "a.example", "--as", "nobody")).code, 1);
  });
});

Deno.test("Lists are added, turned off, shown and removed by number", async () => {
  await withService(async ({ ask, services }) => {
    assert.match(
      (await ask("lists", "add", "https://lists.example/l", "--name", "Mine")).out,
      /^ 2 .* Mine /m,
    );
    const unknown = await ask("lists", "add", "oisd-smal");
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /perhaps oisd-small is meant.*lists catalogue.*: oisd-smal\n/);
    assert.equal(
      (await ask("cache", "flush", "")).err,
      "box: This is not a domain name: (empty)\n",
    );
    assert.match((await ask("lists", "check", "/")).err, /a folder, not a file: \/\n/);
    assert.match((await ask("lists", "check", "/dev/zero")).err, /no such file/);
    assert.match((await ask("lists", "disable", "2")).out, /^ 2 +off/m);
    assert.equal((await ask("lists", "remove", "2")).out, "List 2 is removed.\n");
    assert.deepEqual(await ask("lists", "enable", "2"), {
      code: 1,
      out: "",
      err: "box: There is no list with the number: 2\n",
    });
    assert.equal((await ask("lists", "accept", "1")).code, 1);
    services.feed(Array.from({ length: 12 }, () => observation({ name: "a.example" })));
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, "a.example\nb.example\ngoogle.com\nx y\n");
    const { out } = await ask("lists", "check", file);
    assert.match(out, /^Lines +4\nUsed +3 +3 names/);
    assert.match(out, /^This list is doubtful/m);
    assert.match(out, /^- It would block 1 of 1.000 websites that nearly everybody uses: /m);
    assert.match(out, /^In the last 7 days it would have blocked 12 queries to 1 names/m);
    assert.match(out, /^ +12 /m);
    await Deno.remove(file);
    assert.match((await ask("lists", "check", "./nothing.txt")).err, /There is no such file/);
  });
});

Deno.test("upstreams presets lists the public resolvers with what each blocks and its address", async () => {
  await withService(async ({ ask }) => {
    const { out } = await ask("upstreams", "presets");
    assert.match(out, /^ID +Operator +Country +Blocks +Protocols +Policy\n/);
    assert.match(
      out,
      /^quad9 +Quad9 +Switzerland +malware +doh, dot, plain +Blocks known malware; /m,
    );
    const { presets } = JSON.parse((await ask("upstreams", "presets", "--json")).out);
    assert.deepEqual(presets.find(({ id }: { id: string }) => id === "mullvad").protocols, [
      "doh",
      "dot",
    ]);
    assert.match((await ask("upstreams", "preset")).err, /perhaps presets is meant: preset/);
  });
});

Deno.test("upstreams test tries the configured or the named ones, and exits with 1 when one fails", async () => {
  await withService(async ({ ask, services }) => {
    await ask("settings", "set", "upstreams", "9.9.9.9,quad9/dot");
    const { code, out } = await ask("upstreams", "test");
    assert.match(out, /^Upstream +State +Connect +Then +DNSSEC +TCP +Certificate\n/);
    assert.match(out, /^9\.9\.9\.9 +answers +31\.2 ms +9\.9 ms +validated +yes\n/m);
    assert.match(
      out,
      /^quad9\/dot +answers +31\.2 ms +9\.9 ms +validated +dns\.quad9\.net, ends in 30 d$/m,
    );
    assert.equal(code, 0);
    const named = JSON.parse(
      (await ask("upstreams", "test", "[/home.example/]192.0.2.1", "--json")).out,
    );
    assert.deepEqual(
      named.upstreams.map((
        row: { upstream: string; domain: string },
      ) => [row.upstream, row.domain]),
      [
        ["192.0.2.1", "home.example"],
      ],
    );
    assert.match((await ask("upstreams", "test", "quda9")).err, /perhaps you mean quad9.*: quda9/);
    const error =
      sentence`It refuses connections, for nothing listens at port 53: check address and port: 192.0.2.1:53`;
    const state = "fails";
    const dnssec = "none";
    const nothing = { connectLatency: 0, latency: 0 };
    services.resolver.probe = () => Promise.resolve({ state, dnssec, ...nothing, error } as const);
    const failed = await ask("upstreams", "test", "192.0.2.1");
    assert.equal(failed.code, 1);
    assert.ok(failed.out.includes(`\n192.0.2.1: ${error}\n`), failed.out);
  });
});

Deno.test("Settings are set and reset, and a fixed one says what fixes it", async () => {
  await withService(async ({ ask, services }) => {
    assert.equal((await ask("settings", "set", "blocked_ttl", "60")).out, "blocked_ttl = 60\n");
    assert.equal((await ask("settings", "get", "blocked_ttl")).out, "60\n");
    assert.equal((await ask("settings", "reset", "blocked_ttl")).out, "blocked_ttl = 10\n");
    assert.match((await ask("settings", "set", "workers", "2")).out, /after a restart/);
    assert.match((await ask("settings", "get", "blockd_ttl")).err, /perhaps blocked_ttl is meant/);
    assert.equal(
      (await ask("settings", "set", "upstreams", "quad9,cloudflare/dot")).out,
      "upstreams = quad9,cloudflare/dot\n",
    );
    assert.match(
      (await ask("settings", "set", "upstreams", "1.1.1.1,quda9")).err,
      /perhaps you mean quad9.*: quda9\n$/,
    );
    await services.fix({ blocked_ttl: "5" });
    assert.match(
      (await ask("settings", "set", "blocked_ttl", "60")).err,
      /fixed by the option --blocked-ttl/,
    );
    services.databaseGone = true;
    assert.match((await ask("settings", "set", "workers", "2")).err, /the disk is full/);
  });
});

Deno.test("status exits with 1 when DNS does not answer", async () => {
  await withService(async ({ ask, services }) => {
    services.resolverGone = true;
    const { code, out } = await ask("status");
    assert.equal(code, 1);
    assert.match(out, /^Names +NOT answered$/m);
  });
});

Deno.test("log --follow shows queries as they arrive and survives a restart of the service", async () => {
  const folder = await Deno.makeTempDir();
  const socketPath = `${folder}/box.sock`;
  const services = await boxServices();
  const stop = new AbortController();
  const open = () => serveApi({ routes: ROUTES, services, socketPath, http: [] });
  let out = "";
  let err = "";
  const seen = async (holds: () => boolean) => {
    assert.ok(await within(WAIT, holds), out + err);
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

Deno.test("A service of another version and one that ends during a request have different messages", async () => {
  const folder = await Deno.makeTempDir();
  const serve = (answer: () => Response) =>
    Deno.serve({ path: `${folder}/box.sock`, onListen: () => {} }, answer);
  const old = serve(() =>
    Response.json({ error: "There is nothing at this address", code: "not_found" }, { status: 404 })
  );
  assert.match(
    (await run(["status", "--data-dir", folder])).err,
    /another version than this command\. Restart it/,
  );
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

Deno.test("healthcheck checks HTTP and DNS itself, and exits with 0 or 1", async () => {
  const services = await boxServices();
  const folder = await Deno.makeTempDir();
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
  // Without options it uses the addresses that the box reports (services_in_memory.ts), else the
  // default ports.
  const result = await run(["healthcheck", "--socket", `${folder}/box.sock`]);
  assert.match(result.out, /127\.0\.0\.1:5300/);
  assert.doesNotMatch(result.out, /:53(:|$)|http/m);
  assert.match(
    (await run(["healthcheck", "--socket", `${folder}/none.sock`])).out,
    /127\.0\.0\.1:80\/.*\n.*1:53/,
  );
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
