import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  AcmeScene,
  after,
  knotCredentials,
  providerDeps,
} from "../../../tests/support/acme_scene.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { RFC2136 } from "../dns_providers/rfc2136.ts";
import type { HttpsCaller, HttpsReply } from "../../system/https_call.ts";
import { CertificateError } from "./challenge_writer.ts";
import type { AcmeStep } from "./obtain.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";
import { sentence } from "../../../policy/model/sentence.ts";

const ignore = needsTool("pebble", "knotd", "knotc", "kdig", "openssl");
const RECORD = "_acme-challenge.dns.home.example";
const STEPS: readonly AcmeStep[] = ["order", "record", "propagation", "authority", "certificate"];

/**
 * The caller of a scene with replies of a test instead of the authority's; `undefined` calls the
 * authority.
 */
function between(
  scene: AcmeScene,
  reply: (path: string, method: string) => Partial<HttpsReply> | undefined,
): HttpsCaller {
  const { call } = providerDeps({ ca: scene.pebble.web.ca });
  return async (made) => {
    const given = reply(made.url.pathname, made.method);
    return given === undefined
      ? await call(made)
      : { status: 200, headers: {}, text: "", ...given };
  };
}

async function fault(obtaining: Promise<unknown>): Promise<CertificateError> {
  const error = await obtaining.then(() => new Error("a certificate came"), (error) => error);
  assert.ok(error instanceof CertificateError, String(error?.stack ?? error));
  return error;
}

Deno.test({
  name: "obtainCertificate() writes records, waits until they are visible, and removes them",
  ignore,
  fn: () =>
    AcmeScene.run({ pebble: { refusedNonces: 40 } }, async (scene) => {
      const { cert, key } = await scene.obtain({
        names: ["dns.home.example", "*.dns.home.example"],
      });
      const leaf = new X509Certificate(cert);
      assert.equal(leaf.subjectAltName, "DNS:dns.home.example, DNS:*.dns.home.example");
      assert.match(key, /BEGIN PRIVATE KEY/);
      assert.equal(cert.match(/BEGIN CERTIFICATE/g)?.length, 2);
      assert.deepEqual([...new Set(scene.steps)], STEPS);
      assert.equal(await scene.knot.ask(RECORD, "TXT"), "");
      assert.deepEqual((await scene.memory.state()).records, []);
      assert.deepEqual(scene.logLines, []);
      for (const file of ["acme.key", "acme.json"]) {
        assert.equal((await Deno.stat(`${scene.folder}/tls/${file}`)).mode! & 0o777, 0o600);
      }
    }),
});

Deno.test({
  name: "the account is created once, and again when it vanished or its files are damaged",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      let accounts = 0;
      const call = between(scene, (path) => void (accounts += path === "/sign-me-up" ? 1 : 0));
      await scene.obtain({}, { call });
      const { account } = await scene.memory.state();
      const key = await Deno.readTextFile(`${scene.folder}/tls/acme.key`);
      scene.memory = scene.newMemory();
      await scene.obtain({}, { call });
      assert.deepEqual([(await scene.memory.state()).account, accounts], [account, 1]);
      // The authority lost all its data.
      await scene.pebble.end();
      await scene.pebble.begin();
      await scene.obtain({}, { call });
      assert.equal(await Deno.readTextFile(`${scene.folder}/tls/acme.key`), key);
      assert.notDeepEqual((await scene.memory.state()).account, account);
      assert.equal(accounts, 2);
      assert.deepEqual(scene.logLines, []);
      for (
        const [file, damage] of [["acme.key", "-----BEGIN"], ["acme.json", "{"], ["acme.key", ""]]
      ) {
        await Deno.writeTextFile(`${scene.folder}/tls/${file}`, damage);
        scene.memory = scene.newMemory();
        await scene.obtain({}, { call });
        assert.match(
          scene.logLines.pop() ?? "",
          /is damaged; (a new account is created|a new order is started)/,
        );
      }
    }),
});

Deno.test({
  name: "after a kill at any step the next start continues the order and removes its records",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      const deps = providerDeps();
      const writer = RFC2136.make(knotCredentials(scene.knot), deps);
      const killed = new Error("killed");
      const dying = { ...writer, write: writer.write.bind(writer) };
      for (const step of STEPS) {
        // A different name each time: authorities may reuse a recent authorization.
        const names = [`${step}.home.example`];
        const record = `_acme-challenge.${names[0]}`;
        let orders = 0;
        const call = between(scene, (path) => void (orders += path === "/order-plz" ? 1 : 0));
        const tell = (at: AcmeStep) => {
          if (at === step) throw killed;
        };
        // A killed process removes no records.
        const remove = () => Promise.reject(killed);
        await assert.rejects(
          scene.obtain({ names, tell }, { call, writer: { ...dying, remove } }),
          killed,
        );
        scene.logLines.length = 0;
        scene.memory = scene.newMemory();
        const { cert } = await scene.obtain({ names }, { call });
        assert.equal(new X509Certificate(cert).subjectAltName, `DNS:${names[0]}`);
        assert.equal(orders, 1, step);
        assert.equal(await scene.knot.ask(record, "TXT"), "", step);
        const { order, records } = await scene.memory.state();
        assert.deepEqual([order, records, scene.logLines], [undefined, [], []], step);
      }
    }),
});

Deno.test({
  name: "the next try downloads an issued certificate instead of ordering another",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      let orders = 0;
      const lost = between(scene, (path) => {
        if (path.startsWith("/certZ")) throw new Error("the connection was cut");
        return void (orders += path === "/order-plz" || path.startsWith("/finalize") ? 1 : 0);
      });
      assert.match(
        (await fault(scene.obtain({}, { call: lost }))).message,
        /the connection was cut/,
      );
      const { order } = await scene.memory.state();
      scene.memory = scene.newMemory();
      const { key } = await scene.obtain({}, {
        call: between(scene, (path) => void (orders += path === "/order-plz" ? 1 : 0)),
      });
      assert.equal(key, order?.key);
      assert.equal(orders, 2);
    }),
});

Deno.test({
  name: "an invalid order is reported in the authority's words and replaced at the next try",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      const deps = providerDeps();
      const writer = RFC2136.make(knotCredentials(scene.knot), deps);
      const wrong = {
        write: (name: string, _: string, signal: AbortSignal) =>
          writer.write(name, "another value", signal),
        remove: (name: string, _: string, signal: AbortSignal) =>
          writer.remove(name, "another value", signal),
      };
      const zones = {
        target: (name: string) => Promise.resolve(name),
        shown: () => Promise.resolve(),
      };
      const { message } = await fault(scene.obtain({}, { writer: wrong, zones }));
      assert.match(
        message,
        /^The authority (did not find the record|found another record).*: .*DNS challenge/,
      );
      assert.deepEqual((await scene.memory.state()).order, undefined);
      assert.equal(await scene.knot.ask(RECORD, "TXT"), "");
      await scene.obtain();
      // The authority refuses this name.
      assert.match((await fault(scene.obtain({ names: ["10.0.0.1"] }))).message, /^The authority/);
    }),
});

Deno.test({
  name: "records that cannot be removed stay stored and are removed at the next try",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      const writer = RFC2136.make(knotCredentials(scene.knot), providerDeps());
      const stuck = {
        write: writer.write.bind(writer),
        remove: () => Promise.reject(new CertificateError(sentence`busy`)),
      };
      await scene.obtain({}, { writer: stuck });
      assert.match(
        scene.logLines.join(),
        /The record _acme-challenge\.dns\.home\.example remains, because it could not be removed: busy/,
      );
      assert.equal((await scene.memory.state()).records.length, 1);
      scene.memory = scene.newMemory();
      await scene.obtain({}, { writtenBy: "another" });
      assert.match(await scene.knot.ask(RECORD, "TXT"), /TXT/);
      await scene.obtain();
      assert.equal(await scene.knot.ask(RECORD, "TXT"), "");
      // Aborted while waiting: the record is removed immediately.
      const gone = new AbortController();
      const zones = {
        target: (name: string) => Promise.resolve(name),
        shown: () => Promise.reject(gone.signal.reason),
      };
      gone.abort(new Error("the box ends"));
      await assert.rejects(scene.obtain({ signal: gone.signal }, { zones }), /the box ends/);
      assert.deepEqual((await scene.memory.state()).records, []);
    }),
});

/** Faulty responses of an authority by path, and the message for the owner. */
function liesOf(
  scene: AcmeScene,
): (readonly [path: RegExp, reply: Partial<HttpsReply>, expected: RegExp])[] {
  const json = (body: unknown, status = 200, headers = {}) => ({
    status,
    headers,
    text: JSON.stringify(body),
  });
  const urn = "urn:ietf:params:acme:error:";
  const elsewhere = "https://169.254.169.254/x";
  const limited = json({ type: `${urn}rateLimited`, detail: "too many certificates" }, 429, {
    "retry-after": "7200",
  });
  const token = "a".repeat(30);
  const challenges = [{ type: "dns-01", url: `${scene.pebble.directory}x`, token }];
  const authorization = {
    status: "pending",
    identifier: { type: "dns", value: "dns.home.example" },
    challenges,
  };
  return [
    [/^\/dir/, { text: "<html>Sign in to the hotel</html>" }, /no ACME \(no directory\)/],
    [/^\/dir/, json([]), /no ACME \(no directory\)/],
    [/^\/dir/, { status: 500, text: "oops" }, /^The authority refused \(status 500\)$/],
    [
      /^\/dir/,
      { status: 301, headers: { location: elsewhere } },
      /sends on to another address \(301\)/,
    ],
    [
      /^\/dir/,
      json({ newNonce: elsewhere, newAccount: elsewhere, newOrder: elsewhere }),
      /address of another host/,
    ],
    [/^\/nonce/, {}, /no ACME \(no nonce\)/],
    [/^\/order-plz/, limited, /issues no more certificates for now.*: too many certificates$/],
    [
      /^\/order-plz/,
      json({ type: `${urn}caa`, detail: "CAA" }, 403),
      /^A CAA record of the domain/,
    ],
    [/^\/order-plz/, json({ status: "pending" }, 201), /no ACME \(no order\)/],
    [/^\/order-plz/, { status: 201, text: "\u0000" }, /no ACME \(no order\)/],
    [
      /^\/authZ/,
      json({ ...authorization, identifier: { value: "victim.example" } }),
      /for something else/,
    ],
    [
      /^\/authZ/,
      json({ ...authorization, challenges: [{ type: "dns-01", token: "a b\r\n" }] }),
      /for something else/,
    ],
    [
      /^\/authZ/,
      json({ ...authorization, challenges: [{ type: "http-01", token }] }),
      /offers no check by a DNS record/,
    ],
    [
      /^\/authZ/,
      json({ ...authorization, status: "deactivated" }),
      /closed an authorization: deactivated/,
    ],
    [/^\/certZ/, { text: "no PEM" }, /no ACME \(no certificate\)/],
    [/^\/certZ/, { text: scene.pebble.web.cert }, /a certificate of another key/],
  ];
}

Deno.test({
  name: "wrong, late and missing responses become sentences, and the next try works",
  ignore,
  fn: () =>
    AcmeScene.run({}, async (scene) => {
      const lies = liesOf(scene);
      for (const [path, reply, expected] of lies) {
        const call = between(scene, (asked) => path.test(asked) ? reply : undefined);
        const { message, retryAfter } = await fault(scene.obtain({}, { call }));
        assert.match(message, expected);
        assert.equal(retryAfter, reply.status === 429 ? 7_200 : 0);
        assert.equal(await scene.knot.ask(RECORD, "TXT"), "");
      }
      const late = () => Promise.reject(new Error("invalid peer certificate: NotValidYet"));
      const { message } = await fault(
        scene.obtain({}, {
          call: late,
          runtime: testRuntime({ now: () => Date.UTC(2001, 0, 2), after }),
        }),
      );
      assert.match(
        message,
        /could not be asked: invalid peer.*For the box it is 2001-01-02: check its clock/,
      );
      const future = await fault(
        scene.obtain({}, {
          runtime: testRuntime({ now: () => Date.now() + 20 * 365 * 86_400_000, after }),
        }),
      );
      assert.match(
        future.message,
        /The new certificate is in force from 20.* but for the box it is 20.*: check its clock/,
      );
      assert.match(
        (await fault(scene.obtain({ directory: "http://localhost/dir" }))).message,
        /must have an https address/,
      );
      let failures = 2;
      const shaky = between(
        scene,
        () => failures-- > 0 ? { status: 503, headers: { "retry-after": "1" } } : undefined,
      );
      await scene.obtain({}, { call: shaky });
      assert.deepEqual(scene.logLines, []);
    }),
});
