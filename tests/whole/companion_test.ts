/**
 * The online service and a box as processes: a certificate of Pebble for the name that the service
 * assigned, with the challenge record in the service's own DNS (A 2.7, mode box); kills during the
 * process; several services over one database.
 */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { TYPE } from "../../resolver/wire/codes.ts";
import { CompanionProcess, DNS_DOMAIN } from "../support/companion_process.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import type { TasksResponse } from "../../api/features/box/tasks/routes.ts";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import { CloudClient } from "../../api/cloud/client.ts";
import { requestName } from "../../api/cloud/names.ts";
import { writeChallenge } from "../../api/cloud/challenge.ts";
import { signCall } from "../../api/cloud/signed.ts";
import { COMPANION_LIMITS } from "../../api/companion/limits.ts";
import { CompanionDatabase } from "../../api/companion/store/database.ts";
import { freePort } from "../support/box_process.ts";
import { bytesOf, heldKey, newKey, randomBytes } from "../support/companion_scene.ts";
import { type FakeScript, questionEnd, respond } from "../support/fake_upstream.ts";
import { Pebble } from "../support/pebble.ts";
import { needsTool } from "../support/tool.ts";
import {
  pause,
  runBox,
  runText,
  Scene,
  type SceneOptions,
  WAIT,
  within,
} from "../support/whole_box.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** A loopback address that no other test uses, because name servers listen on port 53. */
const address = `127.${
  [1, 2, 3].map(() => 1 + crypto.getRandomValues(new Uint8Array(1))[0] % 250).join(".")
}`;
/** Kills of services that share a database. */
const ROUNDS = Deno.env.get("BOX_LONG") === "1" ? 12 : 2;
const ignore = needsTool("pebble", "kdig", "openssl") || Deno.uid() !== 0;

/** Answers that ns1 serves the zone, and any other name with an address. */
const delegation: FakeScript = (query) => {
  if (query.name !== DNS_DOMAIN || query.type !== TYPE.NS) {
    return [respond(query, { address: "192.0.2.9" })];
  }
  const question = query.wire.slice(12, questionEnd(query.wire));
  const record = [0xc0, 12, 0, TYPE.NS, 0, 1, 0, 0, 0, 60, 0, 6, 3, 0x6e, 0x73, 0x31, 0xc0, 12];
  const head = [query.id >> 8, query.id & 255, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0];
  return [Uint8Array.from([...head, ...question, ...record])];
};

interface Certificate {
  readonly mode: string;
  readonly state: string;
  readonly step: string;
  readonly error: string;
  readonly name: string;
  readonly serving: string;
  readonly fingerprint: string;
}

async function certificateOf(scene: Scene): Promise<Certificate> {
  return (await scene.service.call<{ certificate: Certificate }>("GET", "/api/v1/dns-services"))
    .certificate;
}

async function readyOf(scene: Scene): Promise<Certificate> {
  let found = await certificateOf(scene);
  await within(150_000, async () => {
    found = await certificateOf(scene).catch(() => found);
    return found.state === "ready" || found.state === "failed";
  });
  assert.deepEqual([found.state, found.error], ["ready", ""], JSON.stringify(found));
  return found;
}

/** A service on port 53 of the address, a Pebble that queries it, and a box that knows both. */
interface Together {
  readonly scene: Scene;
  readonly pebble: Pebble;
  /** Folder of the service's database. */
  readonly folder: string;
  readonly dot: number;
  /** The options of the box; its port of DNS over TLS comes last. */
  readonly options: SceneOptions & { readonly flags: readonly string[] };
  /** Ends the service with a signal, runs a function, and starts the service again. */
  without(signal: Deno.Signal, work?: () => Promise<unknown>): Promise<void>;
}

async function together(test: (parts: Together) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const dot = freePort();
  const database = `${folder}/service`;
  await Deno.mkdir(database);
  let companion = await CompanionProcess.start({ folder: database, address, dnsPort: 53 });
  const pebble = await Pebble.start({ dns: `${address}:53`, folder });
  const flags = [
    `--cloud-url=${companion.url}`,
    `--acme-directory=${pebble.directory}`,
    "--doq-listen=",
    `--local-records=ns1.${DNS_DOMAIN} A ${address}`,
    `--dot-listen=127.0.0.1:${dot}`,
  ];
  const env = {
    NODE_EXTRA_CA_CERTS: `${pebble.web.folder}/ca.pem`,
    DENO_CERT: `${pebble.web.folder}/ca.pem`,
  };
  const without: Together["without"] = async (signal, work = () => Promise.resolve()) => {
    await companion.end(signal);
    await work();
    companion = await companion.again();
  };
  try {
    const options = { script: delegation, flags, env, https: true } as const;
    await Scene.run(
      options,
      (scene) => test({ scene, pebble, folder: database, dot, options, without }),
    );
  } finally {
    await pebble.end();
    await companion.end("SIGKILL");
    await Deno.remove(folder, { recursive: true });
  }
}

/** Queries a name over DoT and DoH, trusting only the authority. */
async function servesEncrypted({ scene, pebble, dot }: Together, name: string): Promise<void> {
  const ca = `${pebble.web.folder}/root.pem`;
  await Deno.writeTextFile(ca, await pebble.root());
  for (const over of [["-p", `${dot}`, "+tls"], ["-p", `${scene.https}`, "+https"]]) {
    const ask = [
      "kdig",
      "@127.0.0.1",
      `+tls-ca=${ca}`,
      `+tls-hostname=${name}`,
      ...over,
      "whole.example",
      "A",
    ];
    assert.ok(
      await within(WAIT, async () => (await runText(ask)).text.includes("192.0.2.9")),
      over.join(" "),
    );
  }
}

/** The anonymous signal of the box arrives and is counted. */
async function countsSignal({ scene, folder }: Together): Promise<void> {
  const { current: version } = await scene.service.call<{ current: string }>(
    "GET",
    "/api/v1/terms",
  );
  await scene.service.call("POST", "/api/v1/terms", { body: { accept: true, version } });
  await scene.service.call("POST", "/api/v1/tasks/telemetry.send/run");
  const database = await CompanionDatabase.open({ file: `${folder}/companion.db` });
  const counts = () => database.all("select count from telemetry_counts");
  assert.ok(await within(WAIT, async () => (await counts()).length === 1));
  assert.deepEqual(await counts(), [{ count: 1 }]);
  database.close();
}

Deno.test({
  name: "A box gets the certificate of its assigned name through kills, and its signal is counted",
  ignore,
  fn: () =>
    together(async (parts) => {
      const { scene, without } = parts;
      const choose = () =>
        scene.service.call("PUT", "/api/v1/dns-services/certificate", { body: { mode: "box" } });
      // The service is killed during the order of the box, and the box while it waits.
      await choose();
      await without("SIGKILL", () => scene.box.end("SIGKILL"));
      await scene.start();
      const { serving, mode } = await readyOf(scene);
      assert.equal(mode, "box");
      assert.match(serving, new RegExp(`^[bcdfghjkmnpqrstvwxz]{10}\\.${DNS_DOMAIN}$`));
      await servesEncrypted(parts, serving);
      // The record is gone and the key is kept; the name stays when everything restarts and it is
      // chosen again.
      const record = ["kdig", `@${address}`, `_acme-challenge.${serving}`, "TXT", "+short"];
      assert.ok(await within(WAIT, async () => (await runText(record)).text.trim() === ""));
      assert.equal((await Deno.stat(`${scene.data}/tls/cloud.key`)).mode! & 0o777, 0o600);
      await without("SIGTERM");
      await choose();
      assert.equal((await readyOf(scene)).serving, serving);
      const installed = await Deno.readTextFile(`${scene.data}/tls/encrypted.pem`);
      assert.equal(new X509Certificate(installed).subjectAltName, `DNS:${serving}`);
      await countsSignal(parts);
    }),
});

/** Calls the online service as the task does every six hours. */
async function callService({ service }: Scene): Promise<void> {
  await service.call("POST", "/api/v1/tasks/identity.check/run");
  const isDone = async () => {
    const { tasks } = await service.call<TasksResponse>("GET", "/api/v1/tasks");
    const task = tasks.find(({ name }) => name === "identity.check")!;
    assert.equal(task.last_error, "");
    return !task.running && task.last_run > 0 && task.did_nothing === "";
  };
  assert.ok(await within(WAIT, isDone));
}

/** Whether a box says that a copy of it runs: its status, its page, its alerts, its commands. */
async function tellsCopy(scene: Scene): Promise<boolean> {
  const { copied } = await scene.service.call<BoxStatus>("GET", "/api/v1/status");
  const { alerts } = await scene.service.call<AlertPage>("GET", "/api/v1/alerts");
  const open = alerts.filter(({ kind, acknowledged }) =>
    kind === "identity.copied" && acknowledged === 0
  );
  assert.equal(open.length, copied ? 1 : 0);
  const status = await scene.command("status");
  assert.equal(/another box uses the identity of this box/.test(status.text), copied, status.text);
  const shown = await scene.command("identity");
  assert.equal(/a copy of it runs/.test(shown.text), copied, shown.text);
  return copied;
}

Deno.test({
  name: "A box and its copy notice each other, and one of them becomes a new box",
  ignore,
  fn: () =>
    together(async ({ scene, options, without }) => {
      await scene.service.call("PUT", "/api/v1/dns-services/certificate", {
        body: { mode: "box" },
      });
      const { serving } = await readyOf(scene);
      // Neither a restart, nor a kill of both, nor the same data at other addresses is a copy.
      await callService(scene);
      await without("SIGKILL", () => scene.box.end("SIGKILL"));
      await scene.start();
      await callService(scene);
      assert.equal(await tellsCopy(scene), false);

      const flags = [...options.flags.slice(0, -1), `--dot-listen=127.0.0.1:${freePort()}`];
      await Scene.run({ ...options, flags }, async (copy) => {
        // The card of the box is copied, and only the copy runs: it replaces a box that died.
        await Promise.all([copy.box.end("SIGTERM"), scene.box.end("SIGTERM")]);
        await Deno.remove(copy.data, { recursive: true });
        const copied = await runText(["cp", "-a", scene.data, copy.data]);
        assert.equal(copied.code, 0, copied.text);
        await copy.start();
        for (const _ of [1, 2]) await callService(copy);
        assert.equal(await tellsCopy(copy), false);

        // The original comes back.
        await scene.start();
        for (const each of [scene, copy, scene]) {
          await callService(each);
          await pause(COMPANION_LIMITS.copies.lateSeconds * 1000 + 1500);
        }
        assert.equal(await tellsCopy(scene), true);
        assert.equal(await tellsCopy(copy), true);

        const renewed = await copy.command("identity", "new");
        assert.equal(renewed.code, 0, renewed.text);
        const isNamed = async () => {
          const { state, serving: name } = await certificateOf(copy);
          return state === "ready" && name !== serving;
        };
        assert.ok(await within(150_000, isNamed), JSON.stringify(await certificateOf(copy)));
        for (const each of [scene, copy, scene, copy]) {
          await callService(each);
          assert.equal(await tellsCopy(each), false);
        }
        assert.equal((await certificateOf(scene)).serving, serving);
        const again = await copy.command("identity", "new");
        assert.match(again.text, /No other box uses the identity of this box/);
        await copy.box.end("SIGKILL");
        await copy.start();
        await callService(copy);
        assert.equal(await tellsCopy(copy), false);
      });
    }),
});

/** A simulated box: its key, and requests to any of the services. */
async function caller(services: readonly CompanionProcess[]) {
  const key = await newKey();
  const now = () => Date.now();
  const clients = services.map(({ url }) =>
    new CloudClient({
      url: () => url,
      key: heldKey(key),
      userAgent: "box/test",
      runtime: testRuntime({
        randomBytes,
        now,
        after: (ms, run) => {
          const timer = setTimeout(run, ms === 15_000 ? ms : 50);
          return () => clearTimeout(timer);
        },
      }),
      lookup: () => Promise.reject(new Error("no name is looked up")),
    })
  );
  const send = async (service: CompanionProcess, authorization: string, body: string) => {
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`${service.url}/v1/names`, { method: "POST", headers, body });
    return `${response.status} ${(await response.json()).code ?? ""}`.trim();
  };
  const sign = (service: CompanionProcess, seconds = Math.floor(now() / 1000)) =>
    signCall(key, {
      method: "POST",
      path: "/v1/names",
      host: service.url.slice(7),
      body: bytesOf({}),
    }, {
      seconds,
      nonce: randomBytes(16),
      instance: randomBytes(16),
    });
  return { clients, send, sign };
}

/** The challenge values in the DNS of a service, over UDP. */
async function challengeAt({ dnsPort }: CompanionProcess, name: string): Promise<string> {
  const challengeName = `_acme-challenge.${name}.${DNS_DOMAIN}`;
  const { text } = await runText([
    "kdig",
    "@127.0.0.1",
    "-p",
    `${dnsPort}`,
    challengeName,
    "TXT",
    "+short",
  ]);
  return text.trim().split("\n").sort().join().replaceAll('"', "");
}

Deno.test({
  name: "Two services over one database agree, and kill -9 loses nothing accepted",
  ignore: needsTool("kdig"),
  async fn() {
    const folder = await Deno.makeTempDir();
    const ports = [freePort(), freePort()];
    await Deno.mkdir(`${folder}/service`);
    const hosts = `--hosts=${ports.map((port) => `127.0.0.1:${port}`).join()}`;
    let services = await Promise.all(
      ports.map((http) =>
        CompanionProcess.start({ folder: `${folder}/service`, http, flags: [hosts] })
      ),
    );
    try {
      const { clients: [one, two], send, sign } = await caller(services);
      const [{ name }, again] = await Promise.all([requestName(one), requestName(two)]);
      assert.equal(again.name, name);
      // Refused: already seen by the other service, stale, for another host, modified, too long.
      const call = await sign(services[0]);
      assert.equal(await send(services[0], call, "{}"), "200");
      assert.equal(await send(services[1], call, "{}"), "401 replayed");
      assert.equal(
        await send(services[0], await sign(services[0], Date.now() / 1000 - 400 | 0), "{}"),
        "401 clock_wrong",
      );
      const elsewhere = { ...services[0], url: "http://cloud.example" } as CompanionProcess;
      assert.equal(await send(services[0], await sign(elsewhere), "{}"), "401 signature_wrong");
      assert.equal(await send(services[0], await sign(services[0]), "{ }"), "401 signature_wrong");
      assert.equal(
        await send(services[0], await sign(services[0]), `"${"x".repeat(70_000)}"`),
        "413 too_large",
      );
      // What one service accepted, the other one answers, also after a kill at any moment.
      for (let round = 0; round < ROUNDS; round++) {
        const value = String(round % 10).repeat(43);
        const killed = round % 2;
        const write = () =>
          writeChallenge([one, two][killed], [value]).then(() => true, () => false);
        const taken = within(WAIT, write);
        if (round % 4 > 0) await taken;
        await services[killed].end("SIGKILL");
        services[killed] = await services[killed].again();
        assert.ok(await taken);
        for (const service of services) {
          assert.ok(
            await within(WAIT, async () => await challengeAt(service, name) === value),
            `round ${round}`,
          );
        }
      }
      const ended = await Promise.all(services.map((service) => service.end("SIGTERM")));
      for (const { code, output } of ended) {
        assert.equal(code, 0, output);
        assert.doesNotMatch(output, /eyJ|error|fault/i);
      }
      services = [];
    } finally {
      for (const service of services) await service.end("SIGKILL");
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("box companion reports invalid options and exits with 2, or with 1 when a port is in use", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const wrong = await runBox(["companion", "--dns-domain=names.example", "--dns-listen=53"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.text, /^box companion: --dns-listen: This is no address with a port/m);
    assert.match(wrong.text, /^box companion: Give --hosts/m);
    using taken = Deno.listen({ hostname: "127.0.0.1", port: freePort() });
    const dns = `--dns-listen=127.0.0.1:${(taken.addr as Deno.NetAddr).port}`;
    const usual = [
      "--dns-domain=names.example",
      "--hosts=cloud.example",
      "--dns-address=192.0.2.1",
    ];
    const ended = await runBox(["companion", ...usual, dns, `--data-dir=${folder}`]);
    assert.equal(ended.code, 1, ended.text);
    assert.match(ended.text, /^box companion: 127\.0\.0\.1:\d+ cannot be listened on: .*in use/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
