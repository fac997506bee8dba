import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../support/any_character.ts";
import { type Application, ROUTES } from "../../api/app/routes.ts";
import { type Metric, metricsText } from "../../api/schema/metrics_text.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { hasTool } from "../support/tool.ts";

const HTTPS: Connection = { door: "https", address: "192.168.1.9" };
const SOCKET: Connection = { door: "socket" };

function ask(
  services: Application,
  init: RequestInit = {},
  connection = HTTPS,
  path = "/metrics",
): Promise<Response> {
  const headers = { host: "box", ...init.headers as Record<string, string> };
  return Promise.resolve(
    apiApp(ROUTES, services).fetch(
      new Request(`https://box${path}`, { ...init, headers }),
      connection,
    ),
  );
}

async function servicesWith(metrics: string): Promise<Application> {
  return await boxServices({ flags: { metrics } });
}

interface Parsed {
  readonly name: string;
  readonly type: string;
  readonly values: { readonly labels: Record<string, string>; readonly value: number }[];
}

const UNESCAPED: Readonly<Record<string, string>> = { "\\\\": "\\", '\\"': '"', "\\n": "\n" };

/**
 * Parses the text format strictly: help, type, then the values of each metric, with unique labels.
 */
function parsed(text: string): Parsed[] {
  const found: Parsed[] = [];
  const seen = new Set<string>();
  assert.ok(text.endsWith("\n"));
  for (const line of text.split("\n").slice(0, -1)) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line);
    if (comment?.[1] === "HELP") {
      assert.ok(found.every(({ name }) => name !== comment[2]), line);
      found.push({ name: comment[2], type: "", values: [] });
    } else if (comment !== null) {
      const last = found.at(-1)!;
      assert.deepEqual([last.name, last.type], [comment[2], ""], line);
      assert.match(comment[3], /^(counter|gauge)$/);
      found[found.length - 1] = { ...last, type: comment[3] };
    } else found.at(-1)!.values.push(valueOf(line, found.at(-1)!, seen));
  }
  return found;
}

function valueOf(line: string, metric: Parsed, seen: Set<string>): Parsed["values"][number] {
  const [, name, labels = "", value] = /^(\w+)(?:\{(.+)\})? (\S+)$/s.exec(line)!;
  assert.equal(name, metric.name);
  assert.notEqual(metric.type, "", line);
  assert.ok(!seen.has(name + labels), line);
  seen.add(name + labels);
  const pairs = [...labels.matchAll(/(?:^|,)([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"/g)];
  assert.equal(pairs.map(([whole]) => whole).join(""), labels, line);
  const entries = pairs.map((
    [, key, text],
  ) => [key, text.replace(/\\./g, (sign) => UNESCAPED[sign])]);
  return { labels: Object.fromEntries(entries), value: Number(value.replace("Inf", "Infinity")) };
}

Deno.test("While metrics are off, the response equals that for an unknown address", async () => {
  for (const services of [await boxServices(), await servicesWith("off")]) {
    for (const method of ["GET", "POST", "PATCH", "OPTIONS"]) {
      const here: Response = await ask(services, { method });
      const nowhere: Response = await ask(services, { method }, HTTPS, "/metrix");
      assert.deepEqual([here.status, await here.text()], [404, await nowhere.text()], method);
      assert.deepEqual([...here.headers], [...nowhere.headers]);
    }
    const foreign: Connection = { door: "https", address: "203.0.113.9" };
    const [there, nowhere] = [
      await ask(services, {}, foreign),
      await ask(services, {}, foreign, "/metrix"),
    ];
    assert.deepEqual([there.status, await there.text()], [403, await nowhere.text()]);
  }
});

Deno.test("Tokens with reports and system rights get the metrics, others do not; in open mode the network does", async () => {
  const status = async (metrics: string, person: string, connection?: Connection) => {
    const headers = person === "" ? {} : { authorization: `Bearer ${person}` };
    const response = await ask(await servicesWith(metrics), { headers }, connection);
    await response.body?.cancel();
    return response.status;
  };
  for (
    const [person, wanted] of [["readonly", 200], ["full", 200], ["member", 403], ["setup", 401], [
      "",
      401,
    ], [
      "no",
      401,
    ]] as const
  ) {
    assert.equal(await status("token", person), wanted, person);
  }
  assert.equal(
    await status("token", "full", { door: "http", address: "192.168.1.9" }),
    401,
    "a token is not read over HTTP",
  );
  for (const person of ["", "no", "member"]) {
    assert.equal(await status("open", person), 200, person);
  }
  assert.equal(await status("open", "", { door: "http", address: "192.168.1.9" }), 200);
  assert.equal(await status("open", "", { door: "http", address: "203.0.113.9" }), 403);
  for (const metrics of ["off", "token", "open"]) {
    assert.equal(await status(metrics, "", SOCKET), 200);
  }
});

Deno.test("The metrics are well-formed, in base units, and contain no name and no client", async () => {
  const response = await ask(await servicesWith("open"));
  const text = await response.text();
  const found = parsed(text);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const { name, type, values } of found) {
    assert.match(name, /^(box|process)_[a-z_]+$/);
    assert.equal(name.endsWith("_total"), type === "counter", name);
    assert.doesNotMatch(name, /milliseconds|_ms(_|$)|kilo|mega/);
    assert.ok(values.length > 0, name);
  }
  const value = (name: string, labels: Record<string, string> = {}) =>
    found.find((metric) => metric.name === name)?.values.find((row) =>
      JSON.stringify(row.labels) === JSON.stringify(labels)
    )
      ?.value;
  assert.equal(value("box_build_info", { version: "0.9.0" }), 1);
  assert.equal(value("box_queries_total", { status: "blocked" }), 48);
  assert.equal(value("box_blocked_by_reason_total", { reason: "list" }), 48);
  assert.equal(value("box_upstream_latency_seconds", { upstream: "9.9.9.9" }), 0.01234);
  assert.equal(value("box_journal_skipped_total"), 3);
  assert.equal(value("box_alerts_open"), 1);
  assert.ok(value("process_resident_memory_bytes")! > 1e6 && value("process_open_fds")! > 2);
  assert.doesNotMatch(text, /example\.com|192\.168\.1\.20/);
});

Deno.test("Without resolver and database the metrics report that, and everything else", async () => {
  const services = await boxServices({ flags: { metrics: "open" } });
  services.resolverGone = true;
  services.databaseGone = true;
  const found = parsed(await (await ask(services)).text());
  assert.equal(found.find(({ name }) => name === "box_resolver_up")!.values[0].value, 0);
  assert.ok(found.every(({ name }) => !name.startsWith("box_upstream")));
});

Deno.test("Any label is read back unchanged", () => {
  const text = fc.string({ unit: ANY_CHARACTER, maxLength: 20 });
  const number = fc.double();
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
      number,
      text,
      (labels, value, help) => {
        const clean = [...new Set(labels.map((label) => label.toWellFormed()))];
        const metric: Metric = {
          name: "x",
          help: `h${help.replace(/[\r\u2028\u2029]/g, "")}`,
          type: "gauge",
          values: clean.map((a) => [{ a }, value]),
        };
        const [found] = parsed(metricsText([metric]));
        assert.deepEqual(
          found.values,
          clean.map((a) => ({ labels: { a }, value: value === 0 ? found.values[0].value : value })),
        );
      },
    ),
    { seed: 8, numRuns: 500 },
  );
});

if (hasTool("promtool")) {
  Deno.test("promtool of Prometheus reports no problem", async () => {
    const text = await (await ask(await servicesWith("open"))).text();
    const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    const child = new Deno.Command("promtool", { args: ["check", "metrics"], ...piped }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
    const { success, stdout, stderr } = await child.output();
    assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  });
}

Deno.test("box metrics prints them, with any value of the setting", () =>
  withService(async ({ ask }) => {
    assert.equal(parsed((await ask("metrics")).out)[0].name, "box_build_info");
    assert.equal(
      parsed(JSON.parse((await ask("metrics", "--json")).out).metrics)[0].name,
      "box_build_info",
    );
  }));

Deno.test("Late answers of an upstream are a metric, and no field of its API", async () => {
  const services = await servicesWith("open");
  const parsedMetrics = parsed(await (await ask(services)).text());
  const late = parsedMetrics.find(({ name }) => name === "box_upstream_late_answers_total");
  assert.deepEqual([late?.type, late?.values], [
    "counter",
    [{ labels: { upstream: "9.9.9.9" }, value: 2 }],
  ]);
  const { upstreams } = await (await ask(services, {}, SOCKET, "/api/v1/upstreams")).json();
  assert.deepEqual(Object.keys(upstreams[0]).filter((field) => field === "late"), []);
});
