/**
 * The breach watch of a whole box, over the online service, with a provider that the test writes:
 * kill -9 in the middle of a check, one alert and one line in a SIEM, no word in a log (A 6, 7.3).
 */
import assert from "node:assert/strict";
import type { AuditPage } from "../../api/features/box/audit/routes.ts";
import type {
  BreachAddressResponse,
  BreachesResponse,
  CheckedBreachAddress,
} from "../../api/features/household/breaches/routes.ts";
import type { PersonResponse } from "../../api/features/household/people/routes.ts";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import { sha1 } from "../support/breach_provider.ts";
import { BreachService, OPERATOR_KEY } from "../support/breach_service.ts";
import { Siem } from "../support/siem.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

const EMMA = "Emma.Secret@example.com";
const NOAH = "noah.secret@example.org";
const BREACH = "Breached Site";
const VERSION = "2026-10-13";

/** The lines about breaches that reached a SIEM. */
const breachesAt = ({ lines }: Siem) => lines.filter((line) => / breach \[/.test(line));

const watchOf = ({ service }: Scene) => service.call<BreachesResponse>("GET", "/api/v1/breaches");

async function alertsOf({ service }: Scene): Promise<AlertPage["alerts"]> {
  return (await service.call<AlertPage>("GET", "/api/v1/alerts", { query: { kind: "breach" } }))
    .alerts;
}

Deno.test("A new address is checked by itself after a kill -9 in its check, and told once everywhere", async () => {
  await using online = await BreachService.start();
  const { provider } = online;
  provider.breaches.set(EMMA, [BREACH]);
  const siem = new Siem();
  await Scene.run({ flags: [`--cloud-url=${online.url}`] }, async (scene) => {
    const { service } = scene;
    const added = await scene.command("exports", "add", "siem", siem.target);
    assert.equal(added.code, 0, added.text);
    const person = await service.call<PersonResponse>("POST", "/api/v1/people", {
      body: { name: "Emma", profile: "adult" },
    });
    const body = { address: EMMA, person_id: person.id };
    await service.call<BreachAddressResponse>("POST", "/api/v1/breaches", { body });
    const early = await scene.command("breaches", "check", EMMA);
    assert.equal(early.code, 1);
    assert.match(early.text, /Accept the terms of use in force/);
    const before = await scene.command("breaches");
    assert.match(before.text, /Nothing is checked until the terms of use are accepted/);
    assert.deepEqual(provider.prefixes, []);

    // Accepting begins the check; the provider does not answer before the box is killed.
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<Response>();
    provider.script = () => {
      onAsked();
      return held;
    };
    await service.call("POST", "/api/v1/terms", { body: { accept: true, version: VERSION } });
    await asked;
    await scene.box.end("SIGKILL");
    release(new Response(null, { status: 500 }));
    provider.script = () => undefined;
    await scene.start();
    assert.equal((await watchOf(scene)).addresses[0].checked, 0);
    assert.deepEqual(await alertsOf(scene), []);

    assert.ok(await within(150_000, async () => (await watchOf(scene)).addresses[0].checked > 0));
    const { addresses: [emma], state } = await watchOf(scene);
    assert.deepEqual([emma.person_name, emma.breaches.map(({ name }) => name), state.status], [
      "Emma",
      [BREACH],
      "ok",
    ]);
    const [alert, ...others] = await alertsOf(scene);
    assert.deepEqual(others, []);
    assert.deepEqual([alert.detail, alert.group, alert.severity, alert.person_id], [
      `${EMMA}|${BREACH}`,
      "security",
      6,
      person.id,
    ]);
    assert.ok(await within(WAIT, () => breachesAt(siem).length > 0), siem.text);
    assert.ok(breachesAt(siem)[0].includes(`${EMMA}|${BREACH}`), siem.text);

    // Check now, then a kill directly after its answer: what was told stays told once.
    provider.breaches.set(EMMA, [BREACH, "Second Site"]);
    // The online service keeps a range for hours; another address has a range of its own.
    provider.breaches.set(NOAH, [BREACH]);
    const noah = await service.call<BreachAddressResponse>("POST", "/api/v1/breaches", {
      body: { address: NOAH },
    });
    const path = `/api/v1/breaches/${noah.id}/check`;
    const checked = await service.call<CheckedBreachAddress>("POST", path);
    assert.deepEqual([checked.state.status, checked.breaches.length], ["ok", 1]);
    await scene.box.end("SIGKILL");
    await scene.start();
    assert.deepEqual((await alertsOf(scene)).map(({ detail }) => detail), [
      `${NOAH}|${BREACH}`,
      `${EMMA}|${BREACH}`,
    ]);
    const again = await scene.command("breaches", "check", NOAH.toUpperCase());
    assert.equal(again.code, 1);
    assert.match(again.text, /already checked by hand today/);
    assert.ok(await within(WAIT, () => breachesAt(siem).length > 1), siem.text);
    assert.equal(breachesAt(siem).length, 2, siem.text);

    // The administration log masks the addresses.
    const { entries } = await service.call<AuditPage>("GET", "/api/v1/audit", {
      query: { action: "breach" },
    });
    assert.deepEqual(entries.map(({ action }) => action), [
      "breach.check",
      "breach.address.add",
      "breach.address.add",
    ]);
    assert.doesNotMatch(JSON.stringify(entries), /secret/i);
    const removed = await scene.command("breaches", "remove", EMMA, "--json");
    assert.equal(removed.code, 0, removed.text);
    assert.equal((await alertsOf(scene)).length, 1);
    const { output } = await scene.box.end("SIGTERM");
    const words = `secret@|${BREACH}|${sha1(EMMA).slice(0, 6)}|${sha1(NOAH).slice(0, 6)}`;
    assert.doesNotMatch(output, new RegExp(words, "i"));
    assert.doesNotMatch(await online.written(), new RegExp(`${words}|${OPERATOR_KEY}`, "i"));
  });
  siem.close();
});

Deno.test("A box says why nothing is checked: no service, none configured, and the day used up", async () => {
  await using online = await BreachService.start({ isConfigured: false });
  await using other = await BreachService.start({ limits: { "prefixes-per-box": 1 } });
  await Scene.run({}, async (scene) => {
    const { service } = scene;
    await service.call("POST", "/api/v1/terms", { body: { accept: true, version: VERSION } });
    for (const address of [EMMA, NOAH]) {
      await service.call("POST", "/api/v1/breaches", { body: { address } });
    }
    const none = await scene.command("breaches");
    assert.match(none.text, /Nothing is checked without an online service/);
    const use = (cloud_url: string) =>
      service.call("PUT", "/api/v1/settings", { body: { values: { cloud_url } } });
    await use(online.url);
    const refused = await scene.command("breaches", "check", EMMA);
    assert.deepEqual([refused.code, refused.text.trim()], [
      1,
      `${EMMA} was not checked: The online service does not offer breach checks yet.`,
    ]);
    const { addresses: [emma], state } = await watchOf(scene);
    assert.deepEqual([emma.next_manual, state.status], [0, "not_configured"]);

    // Another service is asked at the next run, and admits one of the two addresses.
    await use(other.url);
    const isLimited = async () => (await watchOf(scene)).state.status === "limit";
    assert.ok(await within(150_000, isLimited), JSON.stringify(await watchOf(scene)));
    const { addresses, state: { retry_at } } = await watchOf(scene);
    assert.deepEqual(addresses.map(({ checked }) => checked > 0), [true, false]);
    assert.ok(retry_at > Date.now() / 1000 + 23 * 3600);
    const limited = await scene.command("breaches");
    assert.match(limited.text, /Too many checks today\. The box tries again on \d{4}-/);
    const asked = other.provider.prefixes.length;
    const byHand = await scene.command("breaches", "check", NOAH);
    assert.deepEqual([byHand.code, byHand.text.trim()], [
      1,
      `${NOAH} was not checked: Too many checks today.`,
    ]);
    assert.equal(other.provider.prefixes.length, asked);
    assert.equal((await watchOf(scene)).addresses[1].next_manual, 0);
  });
});
