/**
 * Upstreams and denied clients of other products: after an import each machine is answered by its
 * own upstreams, or not at all, identified by its hardware address.
 */
import assert from "node:assert/strict";
import type { ImportResponse } from "../../api/features/box/import/routes.ts";
import type { UpstreamsResponse } from "../../api/features/network/upstreams/routes.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { HomeBox, OPEN } from "../support/home_box.ts";
import type { HomeMachine } from "../support/home_network.ts";
import { bytesOf, GRAVITY, pihole6Zip } from "../support/import_files.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");
const MACHINES = [
  { name: "tablet", mac: "5c:ad:ba:00:02:01", addresses: ["192.168.77.31/24", "fd77::31/64"] },
  { name: "laptop", mac: "5c:ad:ba:00:02:02", addresses: ["192.168.77.32/24"] },
  { name: "camera", mac: "5c:ad:ba:00:02:03", addresses: ["192.168.77.33/24", "fd77::33/64"] },
  { name: "guest", mac: "5c:ad:ba:00:02:04", addresses: ["192.168.77.34/24"] },
] as const satisfies readonly HomeMachine[];
type Home = HomeBox<(typeof MACHINES)[number]["name"]>;

async function takeOver(box: Home, name: string, content: Uint8Array): Promise<ImportResponse> {
  const body = { name, content: content.toBase64() };
  const plan = await box.call<ImportResponse>("POST", "/api/v1/import/preview", body);
  return await box.call("POST", `/api/v1/import/${plan.id}/apply`, { confirm: true });
}

const adguard = (family: number, school: number) =>
  bytesOf(`schema_version: 34
dns:
  disallowed_clients: ["5C-AD-BA-00-02-03", 192.168.77.34]
clients:
  persistent:
    - name: Tablet
      ids: ["5c:ad:ba:00:02:01"]
      upstreams: ["127.0.0.1:${family}", "[/school.example/]127.0.0.1:${school}"]
`);

const TOML = `[dns]
  upstreams = ["192.0.2.1"]
[misc]
  dnsmasq_lines = ["host-record=nas.example,192.168.77.40", "address=/ads.example/", "dhcp-option=3,1.2.3.4"]
`;

Deno.test({
  name: "After imports each machine is answered by its own upstreams, and denied ones by none",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES, async (box) => {
      const fake = (address: string) =>
        box.home.box.enter(() =>
          new FakeUpstream((query) => [respond(query, query.type === 1 ? { address } : {})])
        );
      const family = await fake("192.0.2.77");
      const school = await fake("192.0.2.78");
      try {
        assert.equal(await box.ask("laptop", "early.example"), OPEN);
        assert.equal(await box.ask("tablet", "early.example"), OPEN);
        const pihole = await takeOver(
          box,
          "pihole.zip",
          pihole6Zip({ toml: TOML, gravity: GRAVITY }),
        );
        assert.ok(pihole.items.some(({ from, lost }) => lost && from === "dhcp-option=3,1.2.3.4"));
        assert.equal(await box.ask("laptop", "nas.example"), "192.168.77.40");
        assert.equal(await box.ask("laptop", "www.ads.example"), "blocked");

        const report = await takeOver(
          box,
          "AdGuardHome.yaml",
          adguard(family.port, school.port),
        );
        assert.deepEqual(report.items.filter(({ outcome }) => outcome === "failed"), []);
        // Each order, twice: the first answers fill both caches.
        for (const name of ["one.example", "one.example", "early.example"]) {
          assert.equal(await box.ask("laptop", name), OPEN);
          assert.equal(await box.ask("tablet", name), "192.0.2.77");
          assert.equal(await box.ask("tablet", name, "@fd77::1"), "192.0.2.77");
        }
        assert.equal(await box.ask("tablet", "two.example"), "192.0.2.77");
        assert.equal(await box.ask("laptop", "two.example"), OPEN);
        assert.equal(await box.ask("tablet", "a.school.example"), "192.0.2.78");
        assert.equal(await box.ask("laptop", "a.school.example"), OPEN);

        for (const machine of ["camera", "guest"] as const) {
          for (const options of [[], ["+tcp"]]) {
            const text = await box.home.dig(machine, "one.example", "+time=1", ...options);
            assert.doesNotMatch(text, /status:/, `${machine} ${options}: ${text}`);
          }
        }
        const v6 = await box.home.dig("camera", "one.example", "+time=1", "@fd77::1");
        assert.doesNotMatch(v6, /status:/, "at every address of the machine");

        const { upstreams } = await box.call<UpstreamsResponse>("GET", "/api/v1/upstreams");
        for (const { port } of [family, school]) {
          const row = upstreams.find(({ upstream }) => upstream === `127.0.0.1:${port}`);
          assert.ok(row !== undefined && row.queries > 0 && row.last_answer > 0);
        }

        // Without an answer of its own upstreams the tablet gets none of others.
        await family.close();
        assert.equal(await box.ask("tablet", "three.example", "+time=8"), "SERVFAIL");
        assert.equal(await box.ask("laptop", "three.example"), OPEN);
        const id = await box.device("tablet");
        await box.call("DELETE", `/api/v1/upstreams/scopes/device:${id}`);
        assert.equal(await box.ask("tablet", "one.example"), OPEN);
      } finally {
        await Promise.allSettled([family.close(), school.close()]);
      }
    }),
});
