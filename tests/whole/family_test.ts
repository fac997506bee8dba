/** A family and its office on a network of their own: each device gets what its people chose, known by its hardware address. */
import assert from "node:assert/strict";
import { socketClient } from "../../cli/socket.ts";
import { freePort, FROM_SOURCE } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { BOX_V6, type HomeMachine, HomeNetwork } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");

const MACHINES = [
  { name: "phone", mac: "5c:ad:ba:00:00:01", addresses: ["192.168.77.11/24", "fd77::11/64"] },
  { name: "tablet", mac: "5c:ad:ba:00:00:02", addresses: ["192.168.77.12/24"] },
  { name: "console", mac: "5c:ad:ba:00:00:03", addresses: ["192.168.77.13/24"] },
  { name: "tv", mac: "5c:ad:ba:00:00:04", addresses: ["192.168.77.14/24"] },
  { name: "camera", mac: "5c:ad:ba:00:00:05", addresses: ["192.168.77.15/24"] },
  { name: "laptop", mac: "5c:ad:ba:00:00:06", addresses: ["192.168.77.16/24"] },
  { name: "stranger", mac: "5c:ad:ba:00:00:07", addresses: ["192.168.77.17/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];

/** A running box on the home network, its API on the local socket. */
class Family {
  readonly home: HomeNetwork;
  readonly folder: string;
  readonly #upstream: FakeUpstream;
  #box!: Deno.ChildProcess;
  #output!: Promise<string>;

  private constructor(home: HomeNetwork, folder: string, upstream: FakeUpstream) {
    this.home = home;
    this.folder = folder;
    this.#upstream = upstream;
  }

  static async run(test: (family: Family) => Promise<void>): Promise<void> {
    await HomeNetwork.run(MACHINES, async (home) => {
      const folder = await Deno.makeTempDir();
      const upstream = await home.box.enter(() =>
        new FakeUpstream((query) => [respond(query, query.type === 1 ? { address: "192.0.2.9" } : {})])
      );
      const family = new Family(home, folder, upstream);
      try {
        await family.start();
        await test(family);
      } finally {
        await family.end("SIGKILL");
        await upstream.close();
        await Deno.remove(folder, { recursive: true });
      }
    });
  }

  async start(): Promise<void> {
    const flags = ["--https-listen=", "--hosts-file=", "--fallback-upstreams=", "--dns-listen=:5300"];
    const args = [...this.home.box.inside, ...FROM_SOURCE, "serve", "--dev", `--data-dir=${this.folder}/data`];
    args.push(...flags, `--http-listen=127.0.0.1:${freePort()}`, `--upstreams=127.0.0.1:${this.#upstream.port}`);
    this.#box = new Deno.Command(args[0], {
      args: args.slice(1),
      env: { NO_COLOR: "1" },
      ...{ stdin: "null", stdout: "null", stderr: "piped" },
    }).spawn();
    this.#output = new Response(this.#box.stderr).text();
    const runs = () => this.call("GET", "/api/v1/status").then(() => true, () => false);
    if (!await within(20_000, runs)) {
      this.#box.kill("SIGKILL");
      throw new Error(`The box does not run: ${await this.#output}`);
    }
  }

  async end(signal: Deno.Signal): Promise<void> {
    try {
      this.#box.kill(signal);
    } catch {
      // It ended by itself.
    }
    await this.#box.status;
    await this.#output;
  }

  async call<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
    const client = socketClient(`${this.folder}/data/box.sock`);
    return await client.call<T>(method, path, body === undefined ? {} : { body });
  }

  /** The id of the device of a machine, once the box knows it: it has asked by then. */
  async device(name: Name): Promise<number> {
    const { mac } = MACHINES.find((machine) => machine.name === name)!;
    let id = 0;
    await this.home.dig(name, "first.example");
    const known = await within(15_000, async () => {
      const { devices } = await this.call<{ devices: { id: number; macs: string[] }[] }>("GET", "/api/v1/devices");
      id = devices.find(({ macs }) => macs.includes(mac))?.id ?? 0;
      return id !== 0;
    });
    assert.ok(known, `the box does not know the ${name}`);
    return id;
  }

  async person(name: string, profile: string): Promise<number> {
    return (await this.call<{ id: number }>("POST", "/api/v1/people", { name, profile })).id;
  }

  /** What a machine is told of a name: an address, `blocked`, `NXDOMAIN`, or the name that it leads to. */
  async ask(machine: Name, name: string, ...options: string[]): Promise<string> {
    const text = await this.home.dig(machine, name, ...options);
    const status = /status: (\w+)/.exec(text)?.[1] ?? text;
    if (status !== "NOERROR") return status;
    const cname = /\sCNAME\s+(\S+?)\.?\n/.exec(text)?.[1], address = /\sA\s+(\S+)\n/.exec(text)?.[1] ?? "nothing";
    return cname ?? (address === "0.0.0.0" ? "blocked" : address);
  }
}

const OPEN = "192.0.2.9";

/** Who asks for what, and what comes back. */
type Expected = readonly (readonly [Name, string, string])[];

const EXPECTED: Expected = [
  ["phone", "www.tiktok.com", OPEN],
  ["console", "www.tiktok.com", "blocked"],
  ["tv", "www.tiktok.com", "blocked"],
  ["tablet", "www.tiktok.com", OPEN],
  ["laptop", "www.netflix.com", "blocked"],
  ["phone", "www.netflix.com", OPEN],
  ["tablet", "homework.example", "blocked"],
  ["phone", "homework.example", OPEN],
  ["tablet", "www.google.com", "forcesafesearch.google.com"],
  ["phone", "www.google.com", OPEN],
  ["tablet", "tinder.com", "blocked"],
  ["phone", "tinder.com", OPEN],
  ["camera", "cloud.example", "blocked"],
  ["camera", "download.windowsupdate.com", OPEN],
  ["stranger", "www.tiktok.com", OPEN],
];

async function expectAll(family: Family, expected: Expected): Promise<void> {
  for (const [machine, name, answer] of expected) {
    assert.equal(await family.ask(machine, name), answer, `${machine} asks ${name}`);
  }
}

/** Two adults, a teenager, a child, shared devices, a camera in quarantine and an office; the ids of devices, and of Tom. */
async function settle(family: Family): Promise<{ devices: Record<Name, number>; tom: number }> {
  const known = MACHINES.slice(0, 6).map(async ({ name }) => [name, await family.device(name)] as const);
  const devices = Object.fromEntries(await Promise.all(known)) as Record<Name, number>;
  const anna = await family.person("Anna", "adult"), ben = await family.person("Ben", "adult");
  const tom = await family.person("Tom", "teen"), emma = await family.person("Emma", "child");
  const office = await family.call<{ id: number }>("POST", "/api/v1/groups", { name: "Office" });
  const give = (name: Name, body: unknown) => family.call("PUT", `/api/v1/devices/${devices[name]}/person`, body);
  await give("phone", { person_id: anna });
  await give("tablet", { people: [anna, emma] });
  await give("console", { person_id: tom });
  await give("tv", { people: [ben, tom] });
  await family.call("PUT", `/api/v1/devices/${devices.camera}/quarantine`, { on: true });
  await family.call("PUT", `/api/v1/hosts/${MACHINES[5].mac}/assign`, { group_id: office.id });
  const block = (scope: string, id: string) =>
    family.call("PUT", `/api/v1/blocked-services?scope=${scope}`, { services: { [id]: "block" } });
  await block(`person:${tom}`, "tiktok");
  await block(`group:${office.id}`, "netflix");
  await family.call("PUT", `/api/v1/rules/homework.example?scope=person:${emma}`, { action: "block" });
  return { devices, tom };
}

Deno.test({
  name:
    "a family of two adults, a teenager and a child, with shared devices, a camera and an office, gets what it chose",
  ignore: CANNOT,
  fn: () =>
    Family.run(async (family) => {
      const { devices, tom } = await settle(family);
      await expectAll(family, EXPECTED);

      // Another address of the same machine is the same device, IPv6 too, from its first question on.
      await family.home.address("console", "192.168.77.213/24");
      assert.equal(await family.ask("console", "www.tiktok.com", "-b", "192.168.77.213"), "blocked");
      await family.home.address("console", "fd77::213/64");
      assert.equal(await family.ask("console", "www.tiktok.com", `@${BOX_V6}`), "blocked");

      // A pause opens it for a while, an allow rule of the device for good; both at once.
      await family.call("PUT", `/api/v1/pauses?scope=person:${tom}`, { minutes: 5 });
      assert.equal(await family.ask("console", "www.tiktok.com"), OPEN);
      await family.call("DELETE", `/api/v1/pauses?scope=person:${tom}`);
      assert.equal(await family.ask("console", "www.tiktok.com"), "blocked");
      await family.call("PUT", `/api/v1/rules/tiktok.com?scope=device:${devices.console}`, { action: "allow" });
      assert.equal(await family.ask("console", "www.tiktok.com"), OPEN);

      // Killed and started again, all of it holds at once, quarantine above all (A 3.5).
      await family.end("SIGKILL");
      await family.start();
      await expectAll(family, EXPECTED.filter(([machine]) => machine !== "console"));

      // The journal tells who asked, and why it was blocked.
      const path = `/api/v1/queries?device=${devices.camera}&name=cloud.example`;
      const seen = () => family.call<{ entries: { reason: string }[] }>("GET", path);
      assert.ok(await within(10_000, async () => (await seen()).entries.length > 0));
      assert.equal((await seen()).entries[0].reason, "quarantine");
    }),
});

Deno.test({
  name: "the command line tells of the family as the pages do",
  ignore: CANNOT,
  fn: () =>
    Family.run(async (family) => {
      await family.device("phone");
      const box = async (...args: string[]) => {
        const data = `--data-dir=${family.folder}/data`;
        return await runText([...family.home.box.inside, ...FROM_SOURCE, ...args, data], { NO_COLOR: "1" });
      };
      const added = await box("people", "add", "Anna", "--profile", "adult");
      assert.equal(added.code, 0, added.text);
      const listed = await box("people");
      assert.match(listed.text, /Anna/);
      assert.match((await box("devices")).text, /5c:ad:ba:00:00:01|192\.168\.77\.11/);
    }),
});
