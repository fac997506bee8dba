/**
 * Lists of other products that are for some clients only: after an import `dig` on each machine
 * gets what it got there.
 */
import assert from "node:assert/strict";
import type { ImportResponse } from "../../api/features/box/import/routes.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import type { HomeMachine } from "../support/home_network.ts";
import { bytesOf, pihole6Zip } from "../support/import_files.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");
const MACHINES = [
  { name: "tablet", mac: "5c:ad:ba:00:04:01", addresses: ["192.168.77.51/24", "fd77::51/64"] },
  { name: "laptop", mac: "5c:ad:ba:00:04:02", addresses: ["192.168.77.52/24"] },
  { name: "television", mac: "5c:ad:ba:00:04:03", addresses: ["192.168.77.53/24"] },
  { name: "stranger", mac: "5c:ad:ba:00:04:04", addresses: ["192.168.77.54/24"] },
] as const satisfies readonly HomeMachine[];
type Name = (typeof MACHINES)[number]["name"];
const macOf = (name: Name) => MACHINES.find((machine) => machine.name === name)!.mac;

/** What each machine gets for each name. */
type Answers = Readonly<Record<string, Readonly<Record<Name, string>>>>;

async function assertAnswers(box: HomeBox<Name>, wanted: Answers): Promise<void> {
  for (const [name, answers] of Object.entries(wanted)) {
    for (const { name: machine } of MACHINES) {
      assert.equal(await box.ask(machine, name), answers[machine], `${name} on the ${machine}`);
    }
  }
}

async function takeOver(box: HomeBox<Name>, name: string, content: Uint8Array): Promise<void> {
  const body = { name, content: content.toBase64() };
  const plan = await box.call<ImportResponse>("POST", "/api/v1/import/preview", body);
  const report = await box.call<ImportResponse>("POST", `/api/v1/import/${plan.id}/apply`, {
    confirm: true,
  });
  assert.deepEqual(report.items.filter(({ outcome }) => outcome === "failed"), []);
}

/** The kids have a list of their own beside that of all; the television is in neither group. */
function pihole(url: (name: string) => string): Uint8Array {
  const list = (id: number, name: string) => [id, url(name), 1, 0, 0, name, 0, 1, 0, 1, 0, 0];
  const gravity = {
    group: [[0, 1, "Default", 0, 0, ""], [1, 1, "Kids", 0, 0, ""], [2, 1, "Free", 0, 0, ""]],
    adlist: [list(1, "all"), list(2, "kids")],
    adlist_by_group: [[1, 0], [1, 1], [2, 1]],
    domainlist: [[1, 3, "(\\.|^)games\\.example$", 1, 0, 0, ""]],
    domainlist_by_group: [[1, 1]],
    client: [
      [1, macOf("tablet").toUpperCase(), 0, 0, "Mia's tablet"],
      [2, "192.168.77.52", 0, 0, "Laptop"],
      [3, "television.lan", 0, 0, "Television"],
    ],
    client_by_group: [[1, 1], [2, 0], [3, 2]],
  };
  return pihole6Zip({
    gravity,
    toml: `[dns]
  upstreams = []
[dhcp]
  hosts = ["${macOf("television")},192.168.77.53,television"]
`,
  });
}

/** The laptop is not filtered; the tablet has upstreams, a tag and rules of its own. */
const adguard = (url: (name: string) => string, upstream: number) =>
  bytesOf(`schema_version: 29
filters:
  - { enabled: true, url: "${url("guard")}", name: Guard, id: 1 }
user_rules:
  - '||chat.example^$ctag=user_child'
  - '||films.example^$client=192.168.77.53'
  - '@@||guard.example^$client=Television'
clients:
  persistent:
    - name: Mia
      ids: ["${macOf("tablet")}"]
      tags: [user_child, device_tablet]
      upstreams: ["127.0.0.1:${upstream}"]
      use_global_settings: true
    - name: Laptop
      ids: [192.168.77.52]
      use_global_settings: false
      filtering_enabled: false
    - name: Television
      ids: ["${macOf("television")}"]
      use_global_settings: true
`);

Deno.test({
  name: "After imports each machine has the lists, rules and upstreams that it had there",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES, async (box) => {
      const lists = await box.home.box.enter(() =>
        Deno.serve(
          { hostname: "127.0.0.1", port: 0, onListen: () => {} },
          (request) => new Response(`${new URL(request.url).pathname.slice(1)}.example\n`),
        )
      );
      const own = "192.0.2.88";
      const upstream = await box.home.box.enter(() =>
        new FakeUpstream((query) => [respond(query, query.type === 1 ? { address: own } : {})])
      );
      const url = (name: string) => `http://127.0.0.1:${lists.addr.port}/${name}`;
      try {
        // A device that was named before keeps its name, and gets the group of the file.
        await box.device("laptop");
        const tablet = await box.device("tablet");
        await box.call("PUT", `/api/v1/devices/${tablet}`, { name: "Tablet" });
        const kidsOnly = { laptop: OPEN, television: OPEN, stranger: OPEN };
        await assertAnswers(box, { "kids.example": { ...kidsOnly, tablet: OPEN } });

        await takeOver(box, "pihole.zip", pihole(url));
        const isIn = async (name: string) => await box.ask("tablet", name) === "blocked";
        assert.ok(await within(WAIT, async () => await isIn("kids.example")), "not downloaded");
        assert.ok(await within(WAIT, async () => await isIn("all.example")), "not downloaded");
        const all = { tablet: "blocked", laptop: "blocked", stranger: "blocked" };
        await assertAnswers(box, {
          "kids.example": { ...kidsOnly, tablet: "blocked" },
          "www.games.example": { ...kidsOnly, tablet: "blocked" },
          "all.example": { ...all, television: OPEN },
        });
        assert.equal(await box.ask("tablet", "kids.example", "@fd77::1"), "blocked");

        await takeOver(box, "AdGuardHome.yaml", adguard(url, upstream.port));
        const isListed = async () => await box.ask("stranger", "guard.example") === "blocked";
        assert.ok(await within(WAIT, isListed), "not downloaded");
        await assertAnswers(box, {
          "guard.example": {
            tablet: "blocked",
            laptop: OPEN,
            television: OPEN,
            stranger: "blocked",
          },
          "chat.example": { ...kidsOnly, tablet: "blocked" },
          "films.example": {
            tablet: own,
            laptop: OPEN,
            television: "blocked",
            stranger: OPEN,
          },
          "all.example": { ...all, television: OPEN },
        });
        const whom = ["--as", "192.168.77.52", "--explain"];
        const { code, text } = await box.command("query", "guard.example", ...whom);
        assert.equal(code, 0, text);
        assert.match(text, /list Guard is not for this client/);

        // What is kept is kept over a kill.
        await box.end("SIGKILL");
        await box.start();
        await assertAnswers(box, {
          "kids.example": { ...kidsOnly, tablet: "blocked" },
          "chat.example": { ...kidsOnly, tablet: "blocked" },
          "other.example": { ...kidsOnly, tablet: own },
        });
      } finally {
        await Promise.allSettled([lists.shutdown(), upstream.close()]);
      }
    }, { flags: ["--lists-allow-private=on"] }),
});
