/** The routes and the command of tunnels: what they show, refuse, log and publish. */
import assert from "node:assert/strict";
import { tunnelRoutes } from "../../api/features/protection/tunnels/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";
import { jsonRequests } from "./json_requests.ts";
import { sentence } from "../../policy/model/sentence.ts";

async function asking() {
  const services = await boxServices();
  return { services, ask: jsonRequests(apiApp(tunnelRoutes, services), "/api/v1/tunnels") };
}

Deno.test("Tunnels are shown with their device, certainty and evidence", async () => {
  const { status, json } = await (await asking()).ask("GET");
  assert.deepEqual([status, json.detection, json.tunnels.length], [200, "on", 2]);
  const [first, second] = json.tunnels;
  assert.deepEqual([first.device_id, first.client, first.blocked, first.allowed], [
    3,
    "",
    true,
    false,
  ]);
  assert.deepEqual([second.device_id, second.client, second.blocked, second.allowed], [
    0,
    "192.168.1.9",
    false,
    true,
  ]);
  const { score, names, length, seconds, type, sent, received } = first;
  assert.deepEqual([score, names, length, seconds, type, sent, received], [
    97,
    42,
    118,
    21,
    "TXT",
    4956,
    9100,
  ]);
});

Deno.test("In report-only mode nothing is shown as blocked", async () => {
  const { services, ask } = await asking();
  await services.fix({ tunnel_detection: "tell" });
  const { json } = await ask("GET");
  assert.deepEqual([
    json.detection,
    json.tunnels.some(({ blocked }: { blocked: boolean }) => blocked),
  ], [
    "tell",
    false,
  ]);
});

Deno.test("Allowing, blocking and forgetting take effect and are logged at once, for any spelling of the domain", async () => {
  const { services, ask } = await asking();
  const state = async () =>
    Object.fromEntries(
      (await ask("GET")).json.tunnels.map((
        row: Record<string, unknown>,
      ) => [row.domain, row.allowed]),
    );
  assert.equal((await ask("POST", "/allow", { domain: "Tunnel.Example." })).status, 204);
  assert.deepEqual(await state(), { "tunnel.example": true, "antivirus.example": true });
  assert.equal((await ask("DELETE", "/allow/ANTIVIRUS.example")).status, 204);
  assert.deepEqual(await state(), { "tunnel.example": true, "antivirus.example": false });
  assert.equal((await ask("DELETE", "/tunnel.example.")).status, 204);
  assert.deepEqual(await state(), { "antivirus.example": false });
  assert.equal(services.published, 3);
  assert.deepEqual(services.audited.map(({ action, detail }) => [action, detail]), [
    ["tunnel.allow", { name: "tunnel.example" }],
    ["tunnel.block", { name: "antivirus.example" }],
    ["tunnel.forget", { name: "tunnel.example" }],
  ]);
});

Deno.test("A domain that was never detected is refused; too many allowed ones are a conflict", async () => {
  const { services, ask } = await asking();
  for (
    const given of [["POST", "/allow", { domain: "other.example" }], [
      "DELETE",
      "/allow/other.example",
    ], [
      "DELETE",
      "/other.example",
    ]] as const
  ) {
    assert.equal((await ask(given[0], given[1], given[2])).status, 404);
  }
  for (
    const body of [{}, { domain: "" }, { domain: 7 }, { domain: "a".repeat(256) }, {
      domain: "a.example",
      who: "all",
    }]
  ) {
    assert.equal((await ask("POST", "/allow", body)).status, 400);
  }
  Object.assign(services.tunnels, {
    allow: () => Promise.reject(new DomainError("conflict", sentence`There can be 1,000`)),
  });
  assert.equal((await ask("POST", "/allow", { domain: "tunnel.example" })).status, 409);
  assert.deepEqual([services.published, services.audited.length], [0, 0]);
});

Deno.test("box tunnels shows, allows, blocks and forgets", () =>
  withService(async ({ ask }) => {
    const output = async (...argv: string[]) => {
      const { code, out, err } = await ask("tunnels", ...argv);
      assert.equal(code, 0, err);
      return out;
    };
    assert.match(
      await output(),
      /^Domain .*Last\ntunnel\.example .*blocked +97 % +42 in 21 s +118 +TXT/,
    );
    assert.match(
      await output("allow", "tunnel.example"),
      /^tunnel\.example may carry data from now on\.\n$/,
    );
    assert.match(await output(), /tunnel\.example .*allowed/);
    await output("block", "tunnel.example");
    assert.match(await output("forget", "tunnel.example"), /is forgotten/);
    assert.equal(JSON.parse(await output("--json")).tunnels.length, 1);
    await output("forget", "antivirus.example");
    assert.equal(await output(), "No tunnel was caught.\n");
    assert.equal((await ask("tunnels", "allow")).code, 2);
    assert.equal((await ask("tunnels", "alow", "a.example")).code, 2);
    assert.equal((await ask("tunnels", "allow", "other.example")).code, 1);
  }));
