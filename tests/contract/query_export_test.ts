import assert from "node:assert/strict";
import { type Application, ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { openApiDocument } from "../../api/http/openapi.ts";
import { serveApi } from "../../api/http/serve.ts";
import { boxServices } from "./box_services.ts";
import { NOW, observation } from "./facts.ts";
import { run, withService } from "./run_command.ts";

const HEAD =
  "id,time,duration,client,transport,name,type,rcode,status,reason,origin,list,rule,upstream,size,answer,client_name," +
  "hidden,device_id,device,person_id,person,private,shared_by\r\n";
const ENTRIES = 25_000;

/**
 * Services with a long journal, newest first. `reads` counts its pages; reading fails where
 * `broken` says.
 */
async function longJournal(broken = Infinity) {
  const services = await boxServices();
  const seen = { reads: 0 };
  const recent: Application["journal"]["recent"] = (
    _filter,
    limit = 100,
    cursor = Number.MAX_SAFE_INTEGER,
  ) => {
    if (++seen.reads > broken) return Promise.reject(new Error("the disk is gone"));
    const first = Math.min(cursor - 1, ENTRIES);
    const count = Math.min(limit, first);
    const entries = Array.from({ length: count }, (_, i) => ({ id: first - i, ...observation() }));
    return Promise.resolve(count < limit ? { entries } : { entries, next: entries[count - 1].id });
  };
  return { seen, services: { ...services, journal: { ...services.journal, recent } } };
}

const ask = async (query: string, given?: Application) => {
  const app = apiApp(ROUTES, given ?? await boxServices());
  return await app.request(`/api/v1/queries/export${query}`, {}, { door: "socket" });
};

Deno.test("The journal is exported as a dated CSV file, and as JSON lines on request", async () => {
  const csv = await ask("");
  const day = new Date(NOW).toISOString().slice(0, 10);
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  assert.equal(
    csv.headers.get("content-disposition"),
    `attachment; filename="box-queries-${day}.csv"`,
  );
  assert.equal(csv.headers.get("cache-control"), "no-store");
  const at = `${new Date(NOW - 5000).toISOString().slice(0, 19)}Z`;
  assert.equal(
    await csv.text(),
    `${HEAD}2,${at},1234,192.168.1.20,udp,ads.example,A,NOERROR,blocked,list,list:1,1,,9.9.9.9,56,93.184.216.34,Emma’s tablet,false,1,Emma’s tablet,1,Emma,false,\r\n` +
      `1,${at},1234,192.168.1.20,udp,example.com,A,NOERROR,answered,,,-1,,9.9.9.9,56,93.184.216.34,Emma’s tablet,false,1,Emma’s tablet,1,Emma,false,\r\n`,
  );
  const lines = await ask("?format=jsonl&name=ads");
  assert.equal(lines.headers.get("content-type"), "application/x-ndjson");
  assert.match(lines.headers.get("content-disposition")!, /\.jsonl"$/);
  const found = JSON.parse(await lines.text());
  assert.deepEqual([found.name, found.time], ["ads.example", (NOW - 5000) / 1000]);
});

Deno.test("A name that a spreadsheet would run as a formula is exported as text", async () => {
  const services = await boxServices();
  services.feed([
    observation({ name: '=cmd|"/c calc"!a1.example', client: "@SUM(1)", rule: "-2+3" }),
  ]);
  const text = await (await ask("?name=cmd", services)).text();
  assert.ok(
    text.includes(`,@SUM`) === false &&
      text.includes(`,'@SUM(1),udp,"'=cmd|""/c calc""!a1.example",A`),
    text,
  );
  assert.ok(text.includes(",'-2+3,"), text);
});

Deno.test("An export accepts the filters of the journal, and nothing else", async () => {
  const bad = ["?format=xml", "?limit=5", "?cursor=1", "?type=NOTYPE", "?status=x", "?since=soon"];
  for (const query of bad) {
    const response = await ask(query);
    assert.equal(response.status, 400, query);
    await response.body?.cancel();
  }
  const wanted: unknown[] = [];
  const services = await boxServices({ content: "family" });
  const recent: Application["journal"]["recent"] = (
    filter,
  ) => {
    wanted.push(filter);
    return Promise.resolve({ entries: [] });
  };
  const journal = { ...services.journal, recent };
  const query =
    "?name=ADS&client=10.0.0.1&status=blocked&reason=list&type=AAAA&since=1&until=2&group=1&person=3";
  assert.equal(await (await ask(query, { ...services, journal })).text(), HEAD);
  const filter = {
    name: "ADS",
    client: "10.0.0.1",
    status: "blocked",
    reason: "list",
    type: 28,
    since: 1,
    until: 2,
  };
  // The devices of the person in the group; a device with private names is not found by name.
  assert.deepEqual(wanted, [{ ...filter, devices: [3], except: [4, 5] }]);
});

Deno.test("Every entry is exported once, page by page, and nothing is read after the client disconnects", async () => {
  const { seen, services } = await longJournal();
  const text = await (await ask("", services)).text();
  const numbers = text.trimEnd().split("\r\n").slice(1).map((line) =>
    Number(line.slice(0, line.indexOf(",")))
  );
  assert.deepEqual(numbers, Array.from({ length: ENTRIES }, (_, i) => ENTRIES - i));
  seen.reads = 0;
  const reader = (await ask("", services)).body!.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(seen.reads < 5, `${seen.reads} pages were read ahead`);
  await reader.cancel();
  const before = seen.reads;
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(seen.reads, before);
});

Deno.test("The document lists both formats of the file", () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument(ROUTES, "0.9.0")));
  const { content } = paths["/api/v1/queries/export"].get.responses["200"];
  assert.deepEqual(Object.keys(content), ["text/csv", "application/x-ndjson"]);
  assert.equal(content["text/csv"].schema.type, "string");
});

Deno.test("box log export prints the file or writes a new one", () =>
  withService(async ({ ask, socket }) => {
    const file = `${socket}.csv`;
    assert.ok((await ask("log", "export")).out.startsWith(HEAD));
    assert.equal(
      JSON.parse((await ask("log", "export", "--json", "--name", "ads")).out).name,
      "ads.example",
    );
    assert.equal((await ask("log", "export", file)).out, `Written to ${file}.\n`);
    assert.ok((await Deno.readTextFile(file)).startsWith(HEAD));
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    assert.match((await ask("log", "export", file)).err, /there already/);
    for (
      const argv of [["export", "--follow"], ["export", "--limit", "1"], ["exprot"], [
        "--format",
        "csv",
      ]]
    ) {
      assert.equal((await ask("log", ...argv)).code, 2, argv.join(" "));
    }
    await Deno.remove(file);
  }));

Deno.test("An export that fails leaves no file behind", async () => {
  const folder = await Deno.makeTempDir();
  const socketPath = `${folder}/box.sock`;
  const file = `${folder}/queries.csv`;
  const api = await serveApi({
    routes: ROUTES,
    services: (await longJournal(10)).services,
    socketPath,
    http: [],
  });
  try {
    const { code, err } = await run(["log", "export", file, "--socket", socketPath]);
    assert.deepEqual([code, err], [3, "box: The service ended.\n"]);
    await assert.rejects(Deno.stat(file), Deno.errors.NotFound);
  } finally {
    await api.close();
    await Deno.remove(folder, { recursive: true });
  }
});
