import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  DOMAIN,
  OWN_NAME,
  settled,
  withDnsServices,
} from "../../../../tests/support/dns_services_scene.ts";
import { TlsDirectory } from "../../../certificate/tls_directory.ts";
import { DomainError } from "../../../schema/errors.ts";
import { readChoice } from "./table.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

Deno.test("the first certificate turns the three protocols on, and they are advertised", () =>
  withDnsServices(async (scene) => {
    const { service, settings } = scene;
    assert.deepEqual(service.encrypted(), { name: "", tls: 0, https: 0, quic: 0 });
    assert.equal((await service.state()).state, "none");
    const { state, warnings } = await service.choose({ mode: "self" }, "ada");
    assert.deepEqual(warnings, []);
    assert.equal(state.state, "ready");
    assert.equal(state.serving, OWN_NAME);
    assert.deepEqual(state.names, [OWN_NAME, `*.${OWN_NAME}`]);
    assert.equal(state.chosen_by, "ada");
    assert.equal(state.remade, 0);
    assert.deepEqual(service.encrypted(), { name: OWN_NAME, tls: 853, https: 443, quic: 853 });
    assert.equal(settings.trace("dns_over_tls")?.by, "ada");
    assert.ok(scene.changed > 0);
    assert.deepEqual(service.current()?.names, [OWN_NAME, `*.${OWN_NAME}`]);
    assert.ok(new X509Certificate(service.authority()!).ca);
  }));

Deno.test("protocols that were turned off stay off, and none is served without a certificate", () =>
  withDnsServices(async (scene) => {
    const { service, settings } = scene;
    await settings.change({
      values: { dns_over_quic: false, dns_over_tls: true },
      by: "ada",
      now: 1,
    });
    assert.deepEqual(service.encrypted(), { name: "", tls: 0, https: 0, quic: 0 });
    await service.choose({ mode: "self" }, "ada");
    assert.deepEqual(service.encrypted(), { name: OWN_NAME, tls: 853, https: 0, quic: 0 });
    const { state } = await service.choose({ mode: "none" }, "ada");
    assert.equal(state.state, "none");
    assert.equal(service.current(), undefined);
    assert.deepEqual(service.encrypted(), { name: "", tls: 0, https: 0, quic: 0 });
    assert.equal((await (await scene.restart()).state()).state, "none");
  }));

Deno.test("a valid name of the owner is accepted, an invalid one is refused", () =>
  withDnsServices(async ({ service }) => {
    const chosen = await service.choose({ mode: "self", name: " Bücher.Example. " }, "ada");
    assert.equal(chosen.state.serving, "xn--bcher-kva.example");
    assert.equal(
      (await service.choose({ mode: "self" }, "ada")).state.serving,
      "xn--bcher-kva.example",
    );
    for (
      const name of [
        "box",
        "*.dns.example",
        "192.168.1.2",
        "co.uk",
        "a_b.example",
        "a..b",
        `${"a".repeat(64)}.example`,
      ]
    ) {
      await assert.rejects(service.choose({ mode: "self", name }, "ada"), DomainError, name);
    }
  }));

Deno.test("a certificate stays in use after restarts, and without its database", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ mode: "self" }, "ada");
    const before = await scene.service.state();
    const pem = scene.service.current();
    assert.deepEqual(await (await scene.restart()).state(), before);
    await scene.db.run("delete from dns_certificate");
    const again = await scene.restart();
    assert.deepEqual(again.current(), pem);
    assert.equal((await again.state()).mode, "self");
    await again.check();
    assert.deepEqual(again.current(), pem);
  }));

Deno.test("a certificate of an older version is made again at the start, and shown as such for 60 days", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ mode: "self" }, "ada");
    const tls = new TlsDirectory(`${scene.folder}/tls`, () => {});
    const before = (await tls.open())!;
    await tls.install({ ...before, recipe: 0 });
    const service = await scene.restart();
    await service.check();
    const state = await service.state();
    assert.notEqual(state.fingerprint, new X509Certificate(before.cert).fingerprint256);
    assert.equal(state.serving, OWN_NAME);
    assert.equal(state.remade, Math.floor(scene.now / 1000));
    assert.deepEqual(scene.raised, [{ kind: "certificate.remade", name: OWN_NAME }]);
    scene.now += 59 * DAY;
    assert.notEqual((await service.state()).remade, 0);
    scene.now += 2 * DAY;
    assert.equal((await service.state()).remade, 0);
    await service.check();
    assert.equal((await service.state()).fingerprint, state.fingerprint);
  }));

Deno.test("a certificate of the box is renewed 30 days before expiry, or once the time is known", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const start = scene.now;
    await service.choose({ mode: "self" }, "ada");
    const first = (await service.state()).fingerprint;
    scene.now = start + 690 * DAY;
    await service.check();
    assert.equal((await service.state()).fingerprint, first);
    scene.now = start + 701 * DAY;
    scene.timeKnown = false;
    await service.check();
    assert.equal((await service.state()).fingerprint, first);
    scene.timeKnown = true;
    await service.check();
    const second = await service.state();
    assert.notEqual(second.fingerprint, first);
    // The clock was ahead, so the certificate is not valid yet.
    scene.now = start;
    await service.check();
    const third = await service.state();
    assert.notEqual(third.fingerprint, second.fingerprint);
    assert.ok(third.from * 1000 <= start);
    // The clock was years behind, and the time is unknown.
    scene.now = 0;
    scene.timeKnown = false;
    const fourth = await service.choose({ mode: "self" }, "ada");
    assert.ok(fourth.state.until * 1000 > Date.UTC(2028, 0, 1));
  }));

Deno.test("a key that an authority repeats is removed from messages", () =>
  withDnsServices(async (scene) => {
    const hmac_key = "k".repeat(43);
    const key_id = "house-1";
    scene.authority = ({ account }) =>
      Promise.reject(new Error(`no account ${account!.keyId} with ${account!.hmacKey}`));
    await scene.service.choose({ ...DOMAIN, external_account: { key_id, hmac_key } }, "ada");
    await settled(scene, "failed");
    assert.equal((await scene.service.state()).error, "no account house-1 with ***");
    assert.deepEqual(scene.orders[0].credentials, DOMAIN.credentials);
  }));

Deno.test("addresses that an authority repeats are stored without their secrets", () =>
  withDnsServices(async (scene) => {
    scene.authority = () =>
      Promise.reject(new Error("see https://owner:letmein@acme.example/acct/1?token=letmein"));
    await scene.service.choose(DOMAIN, "ada");
    await settled(scene, "failed");
    const masked = "see https://…@acme.example/acct/1?token=…";
    assert.equal((await scene.service.state()).error, masked);
    assert.equal((await readChoice(scene.db))?.error, masked);
    assert.ok(!scene.logged.join().includes("letmein"));
    // Written by an older version.
    await scene.db.run("update dns_certificate set error = 'https://u:letmein@acme.example/'");
    assert.equal((await readChoice(scene.db))?.error, "https://…@acme.example/");
  }));

Deno.test("a certificate is renewed at the time of its authority, or before expiry when that gives no time", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const start = scene.now;
    const orders = async () => {
      await service.check();
      await service.idle();
      return scene.orders.length;
    };
    await service.choose(DOMAIN, "ada");
    await settled(scene, "ready");
    scene.wanted = start + 20 * DAY;
    scene.now = start + 19 * DAY;
    assert.equal(await orders(), 1);
    scene.wanted = start + 18 * DAY;
    scene.timeKnown = false;
    assert.equal(await orders(), 1);
    scene.timeKnown = true;
    assert.equal(await orders(), 2);
    // No notification was sent yet for the certificate that was installed meanwhile.
    scene.wanted = undefined;
    assert.equal(await orders(), 2);
    scene.wanted = start + 19 * DAY + 75 * DAY;
    scene.now = start + 19 * DAY + 65 * DAY;
    assert.equal(await orders(), 2, "later than the box by itself");
    scene.wanted = undefined;
    assert.equal(await orders(), 3);
  }));

Deno.test("a domain's certificate is obtained in the background, and the previous one stays in use meanwhile", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const steps: string[] = [];
    const gate = Promise.withResolvers<void>();
    await service.choose({ mode: "self" }, "ada");
    const answer = scene.authority;
    scene.authority = async (order, tell, signal) => {
      tell("order");
      await gate.promise;
      return await answer(order, tell, signal);
    };
    const { state } = await service.choose(DOMAIN, "ada");
    assert.equal(state.state, "obtaining");
    assert.equal(state.serving, OWN_NAME);
    for (let tries = 0; tries < 100 && steps.length === 0; tries++) {
      const { step } = await service.state();
      if (step !== "") steps.push(step);
      else await new Promise((resume) => setTimeout(resume, 5));
    }
    assert.deepEqual(steps, ["order"]);
    gate.resolve();
    await settled(scene, "ready");
    assert.equal((await service.state()).serving, "dns.example.com");
    assert.equal(service.authority(), undefined);
    assert.deepEqual(scene.orders.at(-1), {
      name: "dns.example.com",
      provider: "desec",
      credentials: { token: "secret" },
      email: "",
    });
    const stored = await readChoice(scene.db);
    assert.ok(!JSON.stringify(stored).includes("secret"));
    // The previous fields apply for the same provider.
    await service.choose({ ...DOMAIN, name: "dns2.example.com", credentials: {} }, "ada");
    await settled(scene, "ready");
    assert.deepEqual(scene.orders.at(-1)?.credentials, { token: "secret" });
  }));

Deno.test("a choice aborts work in progress, and a late result changes nothing", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const late = Promise.withResolvers<void>();
    scene.authority = async ({ name }) => {
      await late.promise;
      return await scene.certificate([name], 90);
    };
    await service.choose(DOMAIN, "ada");
    await service.choose({ mode: "self" }, "ada");
    late.resolve();
    await new Promise((resume) => setTimeout(resume, 100));
    assert.equal((await service.state()).serving, OWN_NAME);
    assert.equal((await service.state()).state, "ready");
  }));

Deno.test("a failure is retried after a growing pause and reported once; the previous certificate stays", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    scene.authority = () => Promise.reject(new Error("The authority is on holiday"));
    await service.choose(DOMAIN, "ada");
    await settled(scene, "failed");
    const { next, error } = await service.state();
    assert.equal(error, "The authority is on holiday");
    assert.equal(next, Math.floor((scene.now + HOUR) / 1000));
    for (const pause of [1, 2, 4, 8, 16, 24, 24]) {
      const tries = scene.orders.length;
      scene.now += pause * HOUR - 1;
      await service.check();
      assert.equal(scene.orders.length, tries, `before ${pause}`);
      scene.now += 1;
      await service.check();
      await settled(scene, "failed");
      assert.equal(scene.orders.length, tries + 1, `after ${pause}`);
    }
    assert.deepEqual(scene.raised, [{
      kind: "certificate.failed",
      name: "dns.example.com",
      detail: "The authority is on holiday",
    }]);
    scene.authority = ({ name }) => scene.certificate([name], 90);
    scene.now += DAY;
    await service.check();
    await settled(scene, "ready");
    assert.equal((await service.state()).error, "");
    assert.equal((await service.state()).serving, "dns.example.com");
  }));

Deno.test("a failed certificate is tried again at once when somebody asks for it, and only then", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    await assert.rejects(service.retry(), /did not fail/);
    scene.authority = () => Promise.reject(new Error("The authority is on holiday"));
    await service.choose(DOMAIN, "ada");
    await settled(scene, "failed");
    scene.authority = ({ name }) => scene.certificate([name], 90);
    const tries = scene.orders.length;
    assert.equal((await service.retry()).state, "obtaining");
    await settled(scene, "ready");
    assert.equal(scene.orders.length, tries + 1);
    await assert.rejects(service.retry(), /did not fail/);
  }));

Deno.test("a certificate that does not match the order is not installed", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const other = await scene.certificate(["other.example"], 90);
    const mine = await scene.certificate(["dns.example.com"], 90);
    for (
      const [answer, why] of [
        [{ ...mine, key: other.key }, /something else than a certificate of the key/],
        [{ ...mine, cert: "" }, /something else than a certificate/],
        [{ ...other, names: ["dns.example.com"] }, /lacks dns\.example\.com/],
        [{ ...mine, names: [] }, /lacks its name/],
        [await scene.certificate(["dns.example.com"], -0.5), /ended already/],
      ] as const
    ) {
      scene.authority = () => Promise.resolve(answer);
      await service.choose(DOMAIN, "ada");
      await settled(scene, "failed");
      assert.match((await service.state()).error, why);
      assert.equal(service.current(), undefined);
    }
  }));

Deno.test("interrupted work continues at the next start, once the time is known", () =>
  withDnsServices(async (scene) => {
    const before = scene.service;
    scene.authority = (_, __, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await before.choose({ mode: "box" }, "ada");
    assert.equal((await before.state()).state, "obtaining");
    await before.close();
    scene.authority = ({ name }) => scene.certificate([name || "abcdefghij.box.example"], 90);
    scene.timeKnown = false;
    assert.equal((await scene.service.choose({ mode: "box" }, "ada")).state.step, "clock");
    const service = await scene.restart();
    const orders = scene.orders.length;
    await service.check();
    assert.equal(scene.orders.length, orders);
    scene.timeKnown = true;
    await service.check();
    await settled(scene, "ready");
    assert.equal((await service.state()).name, "abcdefghij.box.example");
    // 30 days before expiry it is obtained again, for the same name.
    scene.now += 61 * DAY;
    await service.check();
    await settled(scene, "ready");
    assert.equal(scene.orders.at(-1)?.name, "abcdefghij.box.example");
    assert.equal((await service.state()).until, Math.floor((scene.now + 90 * DAY) / 1000));
  }));
