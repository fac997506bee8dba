/**
 * Encrypted DNS next to other programs and users: ports in use, credentials, and clocks wrong by
 * years.
 */
import assert from "node:assert/strict";
import type { DnsServicesResponse } from "../../api/features/network/dns_services/routes.ts";
import { freePort } from "../support/box_process.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { needsTool } from "../support/tool.ts";
import { runText, Scene, WAIT, within } from "../support/whole_box.ts";

const PATH = "/api/v1/dns-services";
const YEAR = 365 * 86_400_000;
const TOKEN = "canary-4711-of-the-provider";

const shown = ({ service }: Scene) => service.call<DnsServicesResponse>("GET", PATH);

/** The protocols that clients discover (RFC 9462). */
async function announced({ box }: Scene): Promise<string> {
  const { text } = await runText([
    "kdig",
    "@127.0.0.1",
    "-p",
    String(box.port),
    "+short",
    "_dns.resolver.arpa",
    "TYPE64",
  ]);
  return text;
}

/**
 * Another program holds the port of DNS over TLS: clients discover only the other protocols until
 * it is free.
 */
async function takenPort(scene: Scene, taken: Deno.Listener): Promise<void> {
  const { port } = taken.addr as Deno.NetAddr;
  await scene.service.call("PUT", `${PATH}/certificate`, { body: { mode: "self" } });
  const before = await shown(scene);
  assert.deepEqual([before.protocols.tls.enabled, before.protocols.tls.port], [true, 0]);
  assert.deepEqual(before.protocols.tls.listening, []);
  assert.notEqual(before.protocols.quic.port, 0);
  const profile = () => scene.service.call("GET", `${PATH}/profile?protocol=tls`);
  await assert.rejects(profile(), /The port of DNS over TLS could not be opened/);
  const offered = async () => {
    const text = await announced(scene);
    return { any: text !== "", tls: /alpn="?dot|646f74/i.test(text) };
  };
  assert.ok(await within(WAIT, async () => (await offered()).any), "DDR offers something");
  assert.equal((await offered()).tls, false);
  taken.close();
  await scene.service.call("PUT", `${PATH}/protocols`, { body: { tls: true } });
  assert.equal((await shown(scene)).protocols.tls.port, port);
  await assert.rejects(profile(), /at port 853 only/);
  assert.ok(await within(WAIT, async () => (await offered()).tls), "DDR offers it");
}

/**
 * The provider credentials of the owner are stored nowhere in plain text, and no response contains
 * them.
 */
async function credentials(scene: Scene): Promise<void> {
  const { service } = scene;
  const body = { mode: "domain", name: "dns.example.org", provider: "desec" };
  await service.call("PUT", `${PATH}/certificate`, {
    body: { ...body, credentials: { token: TOKEN } },
  });
  // Refused; the request contained the token.
  for (const wrong of [{ tokens: TOKEN }, { token: `${TOKEN} ${TOKEN}` }]) {
    await assert.rejects(
      service.call("PUT", `${PATH}/certificate`, { body: { ...body, credentials: wrong } }),
      (error: Error) => !error.message.includes(TOKEN),
    );
  }
  const texts = await Promise.all(
    [["audit"], ["diagnostic"], ["status"], ["settings"], ["dns-services"]].map((words) =>
      scene.command(...words)
    ),
  );
  texts.forEach(({ text }) => assert.ok(!text.includes(TOKEN)));
  assert.match(texts[0].text, /dns\.example\.org/);
  assert.ok(!JSON.stringify(await shown(scene)).includes(TOKEN));
  const { text } = await runText(["grep", "-rla", TOKEN, scene.folder]);
  assert.equal(text, "");
}

Deno.test({
  name:
    "A port held by another program is not announced, and credentials are stored nowhere in plain text",
  ignore: needsTool("kdig"),
  fn: () => {
    const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr as Deno.NetAddr;
    const flags = [`--dot-listen=127.0.0.1:${port}`, `--doq-listen=127.0.0.1:${freePort()}`];
    // Nothing answers at this authority.
    const nowhere = `--acme-directory=https://127.0.0.1:${freePort()}/directory`;
    return Scene.run({ https: true, flags: [...flags, nowhere] }, async (scene) => {
      await takenPort(scene, taken);
      await credentials(scene);
      const { code, output } = await scene.box.end("SIGTERM");
      assert.equal(code, 0, output);
      assert.ok(!output.includes(TOKEN));
    });
  },
});

/** Whether the served certificate is valid by a clock, and the certificate. */
async function validAt(
  scene: Scene,
  now: number,
): Promise<{ holds: boolean; fingerprint: string }> {
  const { from, until, fingerprint } = (await shown(scene)).certificate;
  return { holds: from * 1000 <= now && now < until * 1000, fingerprint };
}

Deno.test({
  name: "A clock that is wrong by years renews the certificate once in each direction",
  ignore: needsTool("faketime") || Deno.env.get("BOX_LONG") !== "1",
  fn: () =>
    ShiftedClock.run((clock) => {
      const flags = [
        `--dot-listen=127.0.0.1:${freePort()}`,
        `--doq-listen=127.0.0.1:${freePort()}`,
      ];
      const run = { https: true, flags: [...flags, "--trust-clock=always"], env: clock.env() };
      return Scene.run(run, async (scene) => {
        await scene.service.call("PUT", `${PATH}/certificate`, { body: { mode: "self" } });
        const seen = new Set([(await validAt(scene, clock.now())).fingerprint]);
        for (const years of [10, -10, 0]) {
          await scene.box.end("SIGTERM");
          await clock.shift(years * YEAR);
          await scene.start();
          assert.ok(
            await within(WAIT, async () => (await validAt(scene, clock.now())).holds),
            `${years} years off`,
          );
          seen.add((await validAt(scene, clock.now())).fingerprint);
          // Without changes nothing is renewed again.
          for (let looks = 0; looks < 3; looks++) {
            await scene.command("tasks", "run", "certificate.renew");
          }
          assert.ok(seen.has((await validAt(scene, clock.now())).fingerprint));
        }
        assert.equal(seen.size, 4);
      });
    }),
});
