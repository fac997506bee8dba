/**
 * Live data of a box as a process: names of clients, events that a browser follows through a
 * restart, and metrics.
 */
import assert from "node:assert/strict";
import type { QueryPage, QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { ClientsResponse } from "../../api/features/insight/statistics/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { type FakeQuery, respond } from "../support/fake_upstream.ts";
import { tokenOf } from "../support/script_token.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const PTR = 12;

/** A router that knows its clients, and an upstream that answers everything else. */
function script(query: FakeQuery) {
  if (query.type !== PTR) return [respond(query, { address: "192.0.2.9" })];
  const plain = respond(query, {});
  const target = [...label("tablet"), ...label("lan"), 0];
  plain[7] = 1;
  return [
    new Uint8Array([...plain, 0xc0, 12, 0, PTR, 0, 1, 0, 0, 0, 60, 0, target.length, ...target]),
  ];
}

const label = (text: string) => [text.length, ...new TextEncoder().encode(text)];

/** The events of a stream until one for a name; the entries and the last id. */
async function followed(
  scene: Scene,
  token: string,
  last: string,
  until: string,
  then: () => Promise<unknown>,
) {
  const leave = new AbortController();
  const headers = {
    accept: "text/event-stream",
    authorization: `Bearer ${token}`,
    "last-event-id": last,
  };
  const url = `http://127.0.0.1:${scene.box.http}/api/v1/queries/stream?name=example`;
  const response = await fetch(url, { headers, signal: leave.signal });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let sent = false;
  while (!text.includes(`"name":"${until}"`) || !text.endsWith("\n\n")) {
    text += (await reader.read()).value!;
    if (sent) continue;
    sent = true;
    then();
  }
  leave.abort();
  const entries = [...text.matchAll(/^data: (\{"?.*"name".*)$/gm)].map(([, data]) =>
    JSON.parse(data) as QueryResponse
  );
  return { text, entries, last: [...text.matchAll(/^id: (\d+)$/gm)].at(-1)![1] };
}

Deno.test("Live events continue where a client left off, report what a restart lost, and match the journal", () =>
  Scene.run({}, async (scene) => {
    const token = await tokenOf(scene, ["reports.read", "system.read"]);
    const ask = (name: string) => askOnce(scene.box.port, name);
    const first = await followed(scene, token, "", "one.example", () => ask("one.example"));
    await ask("missed.example");
    await within(WAIT, async () => JSON.stringify(await page(scene)).includes("missed.example"));
    const second = await followed(
      scene,
      token,
      first.last,
      "missed.example",
      () => Promise.resolve(),
    );
    assert.deepEqual(second.entries.map(({ name }) => name), ["missed.example"]);
    assert.ok(!second.text.includes("skipped"));
    const { entries } = await page(scene);
    assert.equal(entries.find(({ name }) => name === "missed.example")!.id, Number(second.last));
    await scene.box.end("SIGKILL");
    await scene.start();
    const third = await followed(
      scene,
      token,
      second.last,
      "after.example",
      () => ask("after.example"),
    );
    assert.match(third.text, /event: skipped\ndata: \{"skipped":0\}/);
    assert.ok(Number(third.last) > Number(second.last));
  }));

function page(scene: Scene): Promise<QueryPage> {
  return scene.service.call<QueryPage>("GET", "/api/v1/queries", { query: { limit: 50 } });
}

Deno.test("Clients get the names that their router knows, and those look-ups count for no client", () =>
  Scene.run({ script }, async (scene) => {
    const upstream = `127.0.0.1:${scene.upstream.port}`;
    await scene.service.call("PUT", "/api/v1/settings/private_upstreams", {
      body: { value: [upstream] },
    });
    for (const as of ["192.168.1.20", "10.9.8.7", "198.51.100.4"]) {
      await scene.service.call("POST", "/api/v1/query", { body: { name: "toy.example", as } });
    }
    let found: ClientsResponse["clients"] = [];
    const named = () => Object.fromEntries(found.map(({ address, name }) => [address, name]));
    await within(WAIT, async () => {
      found = (await scene.service.call<ClientsResponse>("GET", "/api/v1/clients")).clients;
      return named()["10.9.8.7"] === "tablet.lan" && "198.51.100.4" in named();
    });
    assert.deepEqual(named(), {
      "127.0.0.1": "box",
      "192.168.1.20": "tablet.lan",
      "10.9.8.7": "tablet.lan",
      "198.51.100.4": "",
    });
    const { entries } = await page(scene);
    assert.ok(
      entries.some(({ client, client_name }) =>
        client === "192.168.1.20" && client_name === "tablet.lan"
      ),
    );
    assert.ok(entries.every(({ type }) => type !== "PTR"));
  }));

Deno.test("Metrics are available to a token once they are turned on, without a restart", () =>
  Scene.run({}, async (scene) => {
    const token = await tokenOf(scene, ["reports.read", "system.read"]);
    const url = `http://127.0.0.1:${scene.box.http}/metrics`;
    const get = async (headers: Record<string, string> = {}) => {
      const response = await fetch(url, { headers });
      return { status: response.status, text: await response.text() };
    };
    const authorization = `Bearer ${token}`;
    assert.deepEqual([(await get()).status, (await get({ authorization })).status], [404, 404]);
    await scene.service.call("PUT", "/api/v1/settings/metrics", { body: { value: "token" } });
    await askOnce(scene.box.port, "one.example");
    const { status, text } = await get({ authorization });
    assert.deepEqual([(await get()).status, status], [401, 200]);
    assert.match(text, /^box_queries_total\{status="answered"\} [1-9]/m);
    assert.match(text, /^process_cpu_seconds_total \d/m);
    assert.match((await scene.command("metrics")).text, /^box_resolver_up 1$/m);
  }));
