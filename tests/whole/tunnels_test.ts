/**
 * Data carried inside DNS through a box as a process: our own client is detected, reported and
 * blocked until somebody allows it.
 */
import assert from "node:assert/strict";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import type { Tunnels } from "../../api/features/protection/tunnels/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { type FakeQuery, questionEnd, respond } from "../support/fake_upstream.ts";
import { typeToText } from "../../resolver/wire/codes.ts";
import { readMessage } from "../support/message_text.ts";
import { wireQuery } from "../support/query.ts";
import { TUNNEL_SHAPES, type TunnelShape } from "../support/tunnel_traffic.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const BLOCKED = "0.0.0.0";
const REAL = "192.0.2.9";
const DOMAIN = "cdn-sync.co.uk";
const TXT = 16;

/** Answers as the far end of a tunnel: TXT full of data, addresses for other types. */
function farEnd(query: FakeQuery): Uint8Array {
  if (query.type !== TXT) return respond(query, query.type === 1 ? { address: REAL } : {});
  const question = query.wire.slice(12, questionEnd(query.wire));
  const data = new Uint8Array(181).fill(0x61);
  data[0] = 180;
  const record = [0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 0, 0, data.length, ...data];
  return new Uint8Array([
    query.id >> 8,
    query.id & 255,
    0x81,
    0x80,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    0,
    ...question,
    ...record,
  ]);
}

async function addressOf(scene: Scene, name: string): Promise<string | undefined> {
  const response = await askOnce(scene.box.port, name);
  return response === undefined ? undefined : readMessage(response).answer[0]?.data;
}

/**
 * Sends a tunnel to the box over UDP, a query every 20 ms, until its queries are blocked; returns
 * the queries sent.
 */
async function sendUntilBlocked(scene: Scene, shape: TunnelShape, most: number): Promise<number> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const to: Deno.NetAddr = { transport: "udp", hostname: "127.0.0.1", port: scene.box.port };
  const options = {
    from: "",
    over: "udp",
    class: "IN",
    flags: new Set<string>(),
    size: 1232,
    opcode: 0,
  } as const;
  let sent = 0;
  try {
    for (const { query } of shape.traffic(1)) {
      await socket.send(
        wireQuery({ id: sent & 0xffff, name: query.name, type: typeToText(query.type), options }),
        to,
      );
      await socket.receive();
      if (++sent % 10 === 0 && await addressOf(scene, `probe${sent}.${DOMAIN}`) === BLOCKED) break;
      if (sent === most) break;
      await new Promise((done) => setTimeout(done, 20));
    }
  } finally {
    socket.close();
  }
  return sent;
}

const shapeOf = (name: string) => TUNNEL_SHAPES.find((shape) => shape.name === name)!;
const MOST = 2000;

Deno.test("A tunnel is blocked while it runs, reported, kept through a restart, and can be allowed", () =>
  Scene.run({ script: (query) => [farEnd(query)] }, async (scene) => {
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), REAL);
    const sent = await sendUntilBlocked(scene, shapeOf("iodine TXT base32, upload"), MOST);
    assert.ok(sent < MOST, `${sent} queries passed`);
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);
    assert.equal(await addressOf(scene, "www.other.co.uk"), REAL);

    const { detection, tunnels: [tunnel] } = await scene.service.call<Tunnels>(
      "GET",
      "/api/v1/tunnels",
    );
    assert.deepEqual([detection, tunnel.domain, tunnel.blocked, tunnel.type], [
      "on",
      DOMAIN,
      true,
      "TXT",
    ]);
    assert.ok(tunnel.score >= 90 && tunnel.names >= 8);
    const alerts = async () =>
      (await scene.service.call<AlertPage>("GET", "/api/v1/alerts", { query: { kind: "tunnel" } }))
        .alerts;
    assert.ok(await within(WAIT, async () => (await alerts()).length > 0));
    assert.equal((await alerts())[0].name, DOMAIN);
    assert.match((await scene.command("tunnels")).text, /cdn-sync\.co\.uk.*blocked/);

    const entry = async () => {
      const query = { name: `www.${DOMAIN}`, limit: 1 };
      return (await scene.service.call<QueryPage>("GET", "/api/v1/queries", { query })).entries[0];
    };
    assert.ok(await within(WAIT, async () => (await entry())?.status === "blocked"));
    const { reason, origin } = await entry();
    assert.deepEqual([reason, origin], ["tunnel", `tunnel:${DOMAIN}`]);

    await scene.box.end("SIGKILL");
    await scene.start();
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);

    await scene.service.call("PUT", `/api/v1/rules/${DOMAIN}`, { body: { action: "allow" } });
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), REAL);
    await scene.service.call("DELETE", `/api/v1/rules/${DOMAIN}`);
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);

    await scene.service.call("PUT", "/api/v1/pauses?scope=all", { body: { minutes: 5 } });
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);
    await scene.service.call("DELETE", "/api/v1/pauses?scope=all");

    assert.equal((await scene.command("tunnels", "allow", DOMAIN)).code, 0);
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), REAL);
    assert.equal(await sendUntilBlocked(scene, shapeOf("DNSExfiltrator, base64"), 60), 60);
    assert.equal((await scene.command("tunnels", "block", DOMAIN)).code, 0);
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);
    assert.equal((await scene.command("tunnels", "forget", DOMAIN)).code, 0);
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), REAL);
  }));

Deno.test("A tunnel is only reported when the household chose so", () =>
  Scene.run({ script: (query) => [farEnd(query)] }, async (scene) => {
    await scene.service.call("PUT", "/api/v1/settings/tunnel_detection", {
      body: { value: "tell" },
    });
    assert.equal(await sendUntilBlocked(scene, shapeOf("dnscat2, fast transfer"), 60), 60);
    const seen = async () => (await scene.service.call<Tunnels>("GET", "/api/v1/tunnels")).tunnels;
    assert.ok(await within(WAIT, async () => (await seen()).length === 1));
    assert.deepEqual((await seen()).map(({ domain, blocked }) => [domain, blocked]), [[
      DOMAIN,
      false,
    ]]);
    await scene.service.call("PUT", "/api/v1/settings/tunnel_detection", { body: { value: "on" } });
    assert.equal(await addressOf(scene, `www.${DOMAIN}`), BLOCKED);
  }));
