/**
 * The network over the API and the command line: machines, pages of them, scans that are started,
 * watched and stopped.
 */
import assert from "node:assert/strict";
import { Machine } from "../../api/features/network/machines/machine.ts";
import type { NetworkPage } from "../../api/features/network/machines/routes.ts";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { type BoxServices, boxServices } from "./box_services.ts";
import { HOSTILE, NOW } from "./facts.ts";
import { withService } from "./run_command.ts";

async function open(machines?: readonly Machine[]) {
  const services = await boxServices();
  const given = machines === undefined ? services : {
    ...services,
    machines: { all: () => [...machines], addressesOf: (machine: Machine) => machine.addressList },
  };
  const app = apiApp(ROUTES, given);
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await app.request(`http://box/api/v1/${path}`, { method, ...sent }, {
      door: "socket",
    });
    return { status: response.status, body: await response.json() };
  };
  const network = async (query = "") => (await ask("GET", `network${query}`)).body as NetworkPage;
  return { services, ask, network };
}

Deno.test("A machine has all fields of A 2.8, and what the household says about it", async () => {
  const { machines: [tablet, ...others], total, present, networks } = await (await open())
    .network();
  assert.deepEqual([total, present, networks[0].network], [4, 1, "192.168.1.0/24"]);
  assert.deepEqual(tablet, {
    mac: "02:00:5e:00:00:01",
    addr: "192.168.1.20",
    addrs: ["192.168.1.20", "fd00::20"],
    label: "Emma’s tablet",
    vendor: "",
    random_mac: true,
    kind: "tablet",
    system: "",
    device_id: 1,
    people: [1],
    group: 0,
    present: true,
    first_seen: NOW / 1000 - 7200,
    seen_at: NOW / 1000,
    present_since: NOW / 1000 - 7200,
    last_query: NOW / 1000 - 5,
    sources: ["neighbour", "query"],
  });
  const away = others.find(({ mac }) => mac === "00:1b:63:00:00:09")!;
  assert.deepEqual([away.device_id, away.people, away.present, away.vendor, away.kind], [
    0,
    [],
    false,
    "Apple",
    "tv",
  ]);
});

Deno.test("Machines are found by name, address, vendor, and presence", async () => {
  const { network, ask } = await open();
  const found = async (query: string) =>
    (await network(query)).machines.map(({ mac }) => mac.slice(-2));
  assert.deepEqual(await found("?q=EMMA"), ["01"]);
  assert.deepEqual(await found("?q=fd00::20"), ["01"]);
  assert.deepEqual(await found("?q=apple"), ["09"]);
  assert.deepEqual(await found("?q=nothing"), []);
  assert.deepEqual([await found("?present=true"), await found("?present=false")], [["01"], [
    "09",
    "02",
    "03",
  ]]);
  for (const bad of ["?present=perhaps", "?limit=0", "?cursor=x", "?who=me"]) {
    assert.equal((await ask("GET", `network${bad}`)).status, 400, bad);
  }
});

Deno.test("Pages of thousands of machines contain each of them once", async () => {
  const machines = Array.from({ length: 2500 }, (_, i) => {
    const hex = (part: number) => part.toString(16).padStart(2, "0");
    return new Machine(
      `00:1b:63:00:${hex(i >> 8)}:${hex(i & 255)}`,
      NOW - Math.floor(i / 7) * 1000,
    );
  });
  const { network } = await open(machines);
  const seen: string[] = [];
  for (let cursor = ""; seen.length === 0 || cursor !== "";) {
    const page = await network(`?limit=999${cursor === "" ? "" : `&cursor=${cursor}`}`);
    seen.push(...page.machines.map(({ mac }) => mac));
    cursor = page.next;
  }
  assert.deepEqual(seen, machines.map(({ mac }) => mac));
});

Deno.test("A scan is started, logged, and refused twice; a /8 is refused with a sentence", async () => {
  const { services, ask } = await open();
  const refused = await ask("POST", "network/scan", { networks: ["10.0.0.0/8"] });
  assert.deepEqual([refused.status, refused.body.code, refused.body.error], [
    400,
    "bad_value",
    "The box scans only its own networks (192.168.1.0/24): 10.0.0.0/8",
  ]);
  const begun = await ask("POST", "network/scan");
  assert.deepEqual([begun.status, begun.body.running, begun.body.percent, begun.body.found], [
    202,
    true,
    0,
    0,
  ]);
  assert.equal((await ask("POST", "network/scan")).body.code, "conflict");
  const stopped = await ask("DELETE", "network/scan");
  assert.deepEqual([stopped.body.running, stopped.body.stopped], [false, true]);
  assert.equal((await ask("DELETE", "network/scan")).status, 200);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["network.scan", { networks: "192.168.1.0/24" }],
    ["network.scan.stop", {}],
  ]);
});

/** Advances time until a task is done. */
async function passing<T>(services: BoxServices, work: Promise<T>): Promise<T> {
  let isOver = false;
  const done = work.finally(() => isOver = true);
  while (!isOver) {
    await services.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return await done;
}

Deno.test("box scan waits for the end, and prints what was found", () =>
  withService(async ({ ask, services }) => {
    assert.equal((await ask("scan", "show")).out, "No scan has been made since the box started.\n");
    assert.equal(
      (await passing(services, ask("scan"))).out,
      "192.168.1.0/24 was scanned; devices found: 0, new: 0.\n",
    );
    const { code, err } = await ask("scan", "10.0.0.0/8");
    assert.deepEqual([code, err], [
      1,
      "box: The box scans only its own networks (192.168.1.0/24): 10.0.0.0/8\n",
    ]);
    assert.equal(
      (await ask("scan", "192.168.1.0/25", "--no-wait")).out,
      "A scan runs, 0 % done; devices found: 0, new: 0.\n",
    );
    assert.match((await ask("scan", "stop")).out, /^The scan was stopped; devices found: 0/);
    assert.equal((await ask("scan", "stop", "now")).code, 2);
  }));

Deno.test("box network prints machines as a table without control characters", () =>
  withService(async ({ ask }) => {
    const { out } = await ask("network");
    assert.match(
      out,
      /^State +Name +Kind .*\nhere +Emma’s tablet +tablet .*192\.168\.1\.20 +02:00:5e:00:00:01 \(made up\)/,
    );
    assert.match(
      out,
      /\nDevices: 4, on the network now: 1\nNetworks of the box: 192\.168\.1\.0\/24 \(eth0\)\n$/,
    );
    // deno-lint-ignore no-control-regex
    assert.ok(!/[\x00-\x08\x1b\u202e]/.test(out) && HOSTILE.length > 0);
    assert.equal(JSON.parse((await ask("network", "--away", "--json")).out).machines.length, 3);
    assert.match((await ask("network", "--present")).out, /Emma/);
  }));
