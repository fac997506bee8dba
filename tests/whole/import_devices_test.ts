/**
 * Devices from other products: after an import each gets the same answers as there, identified by
 * its hardware address.
 */
import assert from "node:assert/strict";
import type { ImportResponse } from "../../api/features/box/import/routes.ts";
import { socketClient } from "../../cli/socket.ts";
import { freePort, FROM_SOURCE } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { type HomeMachine, HomeNetwork } from "../support/home_network.ts";
import { bytesOf, GRAVITY, pihole6Zip } from "../support/import_files.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");
const MACHINES = [
  { name: "tablet", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.21/24"] },
  { name: "printer", mac: "5c:ad:ba:00:01:02", addresses: ["192.168.77.22/24"] },
  { name: "laptop", mac: "5c:ad:ba:00:01:03", addresses: ["192.168.77.23/24"] },
  { name: "stranger", mac: "5c:ad:ba:00:01:04", addresses: ["192.168.77.24/24"] },
] as const satisfies readonly HomeMachine[];

/** Runs a box at the switch of a home; `call` uses its API. */
async function withBox(
  home: HomeNetwork,
  test: (
    call: <T>(method: "GET" | "POST", path: string, body?: unknown) => Promise<T>,
  ) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const upstream = await home.box.enter(() =>
    new FakeUpstream((query) => [respond(query, query.type === 1 ? { address: "192.0.2.9" } : {})])
  );
  const flags = ["--https-listen=", "--hosts-file=", "--fallback-upstreams=", "--dns-listen=:5300"];
  const [command, ...args] = [
    ...home.box.inside,
    ...FROM_SOURCE,
    "serve",
    "--dev",
    `--data-dir=${folder}/data`,
    ...flags,
  ];
  args.push(`--http-listen=127.0.0.1:${freePort()}`, `--upstreams=127.0.0.1:${upstream.port}`);
  const box = new Deno.Command(command, {
    args,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  })
    .spawn();
  const client = socketClient(`${folder}/data/box.sock`, WAIT);
  try {
    const runs = () => client.call("GET", "/api/v1/status").then(() => true, () => false);
    assert.ok(await within(WAIT, runs), "the box does not run");
    await test((method, path, body) =>
      client.call(method, path, body === undefined ? {} : { body })
    );
  } finally {
    box.kill("SIGKILL");
    await box.status;
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The answer to a machine: `open`, `blocked`, or the code. */
async function answerTo(home: HomeNetwork, machine: string, name: string): Promise<string> {
  const text = await home.dig(machine, name);
  const status = /status: (\w+)/.exec(text)?.[1] ?? text;
  if (status !== "NOERROR") return status;
  return /\sA\s+0\.0\.0\.0\n/.test(text) ? "blocked" : "open";
}

async function takeOver(
  call: <T>(method: "GET" | "POST", path: string, body?: unknown) => Promise<T>,
  name: string,
  bytes: Uint8Array,
): Promise<ImportResponse> {
  const plan = await call<ImportResponse>("POST", "/api/v1/import/preview", {
    name,
    content: bytes.toBase64(),
  });
  const wanted = ["group", "device", "rule", "service", "category"];
  const items = plan.items.filter(({ what, chosen }) => chosen && wanted.includes(what)).map((
    { id },
  ) => id);
  const report = await call<ImportResponse>("POST", `/api/v1/import/${plan.id}/apply`, {
    items,
    confirm: true,
  });
  assert.deepEqual(report.items.filter(({ outcome }) => outcome === "failed"), []);
  return report;
}

const [TABLET, PRINTER, LAPTOP] = MACHINES.map(({ mac }) => mac);

Deno.test({
  name:
    "Groups of Pi-hole apply to their devices, also to those in several groups, and to no others",
  ignore: CANNOT,
  fn: () =>
    HomeNetwork.run(MACHINES, (home) =>
      withBox(home, async (call) => {
        // Pi-hole knows the printer by its address only, which the box has seen.
        for (const { name } of MACHINES) await home.dig(name, "first.example");
        const gravity = {
          ...GRAVITY,
          client: [[1, TABLET, 0, 0, "Tablet"], [2, "192.168.77.22", 0, 0, "Printer"], [
            3,
            LAPTOP,
            0,
            0,
            "Laptop",
          ]],
          client_by_group: [[1, 1], [2, 0], [2, 3], [3, 0], [3, 1], [3, 3]],
        } as const;
        const seen = async () =>
          (await call<{ devices: { macs: string[] }[] }>("GET", "/api/v1/devices")).devices.some((
            { macs },
          ) => macs.includes(PRINTER));
        assert.ok(await within(WAIT, seen));
        await takeOver(call, "teleporter.zip", pihole6Zip({ gravity }));
        const answers: Record<string, string[]> = {};
        for (const { name } of MACHINES) {
          answers[name] = [];
          for (
            const domain of ["ads.example", "www.games.example", "office.example", "shop.example"]
          ) {
            answers[name].push(await answerTo(home, name, domain));
          }
        }
        assert.deepEqual(answers, {
          tablet: ["blocked", "blocked", "open", "open"],
          printer: ["blocked", "open", "blocked", "open"],
          laptop: ["blocked", "blocked", "blocked", "open"],
          stranger: ["blocked", "open", "open", "open"],
        });
      })),
});

Deno.test({
  name: "Clients of AdGuard Home keep their own rules and services, whatever applies to everybody",
  ignore: CANNOT,
  fn: () =>
    HomeNetwork.run(MACHINES, (home) =>
      withBox(home, async (call) => {
        const yaml = `
schema_version: 28
user_rules: ["||all.example^", "||mine.example^$client='Tablet'", "@@||all.example^$client='Laptop'"]
filtering: { blocked_services: { ids: [tiktok] } }
clients:
  persistent:
    - name: Tablet
      ids: ["${TABLET}"]
      use_global_blocked_services: false
      blocked_services: { ids: [reddit] }
    - { name: Laptop, ids: ["${LAPTOP}"], use_global_blocked_services: true }
`;
        await takeOver(call, "AdGuardHome.yaml", bytesOf(yaml));
        const names = ["all.example", "mine.example", "www.tiktok.com", "www.reddit.com"];
        const answers: Record<string, string[]> = {};
        for (const machine of ["tablet", "laptop", "stranger"]) {
          answers[machine] = [];
          for (const name of names) answers[machine].push(await answerTo(home, machine, name));
        }
        assert.deepEqual(answers, {
          tablet: ["blocked", "blocked", "open", "blocked"],
          laptop: ["open", "open", "blocked", "open"],
          stranger: ["blocked", "open", "blocked", "open"],
        });
      })),
});
