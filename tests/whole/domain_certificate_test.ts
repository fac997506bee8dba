/**
 * A box with a name in a zone of its owner: a certificate of Pebble through records that Knot
 * accepts as signed updates, served over DNS over TLS and HTTPS, through wrong credentials, kills
 * and renewals (A 2.7, mode domain).
 */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { freePort } from "../support/box_process.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { type FakeScript, respond } from "../support/fake_upstream.ts";
import { Knot, KNOT_KEY } from "../support/knot.ts";
import { rdata, recordRest, typeNumber, wireMessage, wireName } from "../support/message_text.ts";
import { Pebble } from "../support/pebble.ts";
import { needsTool } from "../support/tool.ts";
import { pause, runText, Scene, WAIT, within } from "../support/whole_box.ts";

/** A loopback address that no other test uses, because name servers listen on port 53. */
const ADDRESS = `127.${
  [1, 2, 3].map(() => 1 + crypto.getRandomValues(new Uint8Array(1))[0] % 250).join(".")
}`;
const ZONE = "home.example";
const NAME = `dns.${ZONE}`;
const OTHER = `other.${ZONE}`;
/** An account created on the pages of the authority, which accepts no others. */
const ACCOUNT = { key_id: "household-1", hmac_key: btoa("k".repeat(32)).replace("=", "") };
const LONG = Deno.env.get("BOX_LONG") === "1";
const ignore = needsTool("pebble", "knotd", "knotc", "kdig", "openssl") || Deno.uid() !== 0;

/** The upstream: the name server of the zone, and an address for any name. */
const delegation: FakeScript = (query) => {
  const isNs = query.name === ZONE && query.type === typeNumber("NS");
  if (!isNs) {
    return [respond(query, { address: query.name === `ns1.${ZONE}` ? ADDRESS : "192.0.2.9" })];
  }
  const question = [...wireName(query.name), 0, query.type, 0, 1];
  const answer = [...wireName(ZONE), ...recordRest("NS", 60, rdata("NS", `ns1.${ZONE}.`))];
  return [
    new Uint8Array(
      wireMessage({ id: query.id, flags: 0x8180, question, sections: [[answer], [], []] }),
    ),
  ];
};

interface Certificate {
  readonly state: string;
  readonly error: string;
  readonly serving: string;
  readonly fingerprint: string;
}

/** A box, the zone and the authority. */
class Life {
  readonly folder: string;
  readonly knot: Knot;
  readonly pebble: Pebble;
  readonly scene: Scene;
  readonly dot: number;

  constructor(folder: string, knot: Knot, pebble: Pebble, scene: Scene, dot: number) {
    [this.folder, this.knot, this.pebble, this.scene, this.dot] = [
      folder,
      knot,
      pebble,
      scene,
      dot,
    ];
  }

  /** Runs a test with certificates valid for the given number of seconds. */
  static async run(
    holds: number,
    test: (life: Life) => Promise<void>,
    command?: readonly string[],
  ): Promise<void> {
    const folder = await Deno.makeTempDir();
    const dot = freePort();
    const ended: (() => Promise<unknown>)[] = [];
    try {
      const knot = await Knot.start({
        folder: `${folder}/knot`,
        address: ADDRESS,
        port: 53,
        zones: { [ZONE]: [] },
      });
      ended.push(() => knot.end());
      const accounts = { [ACCOUNT.key_id]: ACCOUNT.hmac_key };
      const pebble = await Pebble.start({
        dns: `${ADDRESS}:53`,
        folder,
        holds,
        refusedNonces: 20,
        accounts,
      });
      ended.push(() => pebble.end());
      const ca = `${pebble.web.folder}/ca.pem`;
      const env = { NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca, BOX_UNPACK_DIR: `${folder}/box` };
      const flags = [
        `--acme-directory=${pebble.directory}`,
        `--dot-listen=127.0.0.1:${dot}`,
        "--doq-listen=",
      ];
      await Scene.run(
        {
          script: delegation,
          flags,
          env,
          https: true,
          ...(command === undefined ? {} : { command }),
        },
        (scene) => test(new Life(folder, knot, pebble, scene, dot)),
      );
    } finally {
      for (const end of ended) await end();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** The configuration of the provider RFC 2136. */
  get credentials(): Record<string, string> {
    return { server: ADDRESS, key_name: KNOT_KEY.name, key_secret: KNOT_KEY.secret };
  }

  /** Chooses mode domain, with changes. */
  async choose(changes: Record<string, unknown>): Promise<void> {
    const body = { mode: "domain", name: NAME, provider: "rfc2136", ...changes };
    await this.scene.service.call("PUT", "/api/v1/dns-services/certificate", { body });
  }

  async certificate(): Promise<Certificate> {
    const shown = await this.scene.service.call<{ certificate: Certificate }>(
      "GET",
      "/api/v1/dns-services",
    );
    // No response contains the secret.
    assert.ok(
      !JSON.stringify(shown).includes(KNOT_KEY.secret) &&
        !JSON.stringify(shown).includes(ACCOUNT.hmac_key),
    );
    return shown.certificate;
  }

  /** Waits until the order succeeded or failed. */
  async settled(): Promise<Certificate> {
    let found: Certificate | undefined;
    await within(WAIT, async () => {
      found = await this.certificate().catch(() => undefined);
      return found?.state === "ready" || found?.state === "failed";
    });
    return found ?? await this.certificate();
  }

  /** The same, for an expected result. */
  async ready(name: string): Promise<Certificate> {
    const found = await this.settled();
    assert.deepEqual([found.state, found.error, found.serving], ["ready", "", name]);
    return found;
  }

  /** Queries a name over TLS or HTTPS, trusting only the root of Pebble. */
  async asks(name: string, ...over: string[]): Promise<boolean> {
    const ca = `${this.folder}/root.pem`;
    const options = [`+tls-ca=${ca}`, `+tls-hostname=${name}`, "+time=2", "+retry=0"];
    await Deno.writeTextFile(ca, await this.pebble.root());
    const { text } = await runText([
      "kdig",
      "@127.0.0.1",
      ...options,
      ...over,
      "whole.example",
      "A",
    ]);
    return text.includes("192.0.2.9");
  }

  /** Whether all challenge records are gone. */
  async isClean(): Promise<boolean> {
    const records = [NAME, OTHER].map((name) => this.knot.ask(`_acme-challenge.${name}`, "TXT"));
    return (await Promise.all(records)).join("") === "";
  }
}

Deno.test({
  name:
    "A name of the owner gets its certificate by signed updates, through a wrong secret and a kill",
  ignore,
  fn: () =>
    Life.run(20 * 86_400, async (life) => {
      const { scene, credentials } = life;
      await assert.rejects(
        life.choose({ name: "box.home.arpa", credentials }),
        /No public authority/,
      );
      await assert.rejects(
        life.choose({ name: "co.uk", credentials }),
        /a name of your own domain/,
      );
      await assert.rejects(
        life.choose({ credentials: { ...credentials, key_secret: "?" } }),
        /is base64/,
      );
      await life.choose({ credentials });
      assert.match(
        (await life.settled()).error,
        /wants an account made on its own pages first: give the identifier/,
      );
      await assert.rejects(
        life.choose({ external_account: { key_id: "household-1" } }),
        /both its identifier and its key/,
      );
      await life.choose({ external_account: { ...ACCOUNT, hmac_key: btoa("y".repeat(33)) } });
      assert.match(
        (await life.settled()).error,
        /does not take the account that was given: check its identifier/,
      );
      const wrong = { ...credentials, key_secret: btoa("x".repeat(32)) };
      await life.choose({ credentials: wrong, external_account: ACCOUNT });
      const { state, error } = await life.settled();
      assert.equal(state, "failed");
      assert.match(
        error,
        /The secret is not that of the key at 127\.[\d.]+ \(BADSIG\): enter it again/,
      );
      // Killed during the order: the next start continues it.
      for (let left = LONG ? 12 : 1; left > 0; left--) {
        await life.choose({ credentials });
        await pause(Math.random() * (LONG ? 900 : 300));
        await scene.box.end("SIGKILL");
        await scene.start();
        if (LONG) await pause(Math.random() * 900);
      }
      const first = await life.ready(NAME);
      assert.ok(await within(WAIT, () => life.asks(NAME, "-p", `${life.dot}`, "+tls")));
      assert.ok(await within(WAIT, () => life.asks(NAME, "-p", `${scene.https}`, "+https")));
      assert.ok(await life.isClean());
      const pem = await Deno.readTextFile(`${scene.data}/tls/encrypted.pem`);
      assert.equal(new X509Certificate(pem).subjectAltName, `DNS:${NAME}`);
      // With two thirds of its lifetime left, the task does not renew it.
      await scene.service.call("POST", "/api/v1/tasks/certificate.renew/run");
      assert.equal((await life.ready(NAME)).fingerprint, first.fingerprint);
      // Another name with the earlier credentials.
      await life.choose({ name: OTHER });
      await life.ready(OTHER);
      assert.ok(await within(WAIT, () => life.asks(OTHER, "-p", `${life.dot}`, "+tls")));
      for (const { name } of [...Deno.readDirSync(scene.data)].filter(({ isFile }) => isFile)) {
        const bytes = new TextDecoder("latin1").decode(
          await Deno.readFile(`${scene.data}/${name}`),
        );
        assert.ok(!bytes.includes(KNOT_KEY.secret) && !bytes.includes(ACCOUNT.hmac_key), name);
      }
    }),
});

Deno.test({
  name:
    "A certificate near its end is renewed; while the authority is unreachable, the old one stays in use",
  ignore: ignore || !LONG,
  fn: () =>
    Life.run(30, async (life) => {
      const { scene, credentials } = life;
      await life.choose({ credentials, external_account: ACCOUNT });
      const first = await life.ready(NAME);
      await life.pebble.end();
      await pause(21_000);
      await scene.service.call("POST", "/api/v1/tasks/certificate.renew/run");
      assert.ok(await within(WAIT, async () => (await life.certificate()).state === "failed"));
      const failed = await life.certificate();
      assert.deepEqual([failed.fingerprint, failed.serving], [first.fingerprint, NAME]);
      assert.match(failed.error, /could not be asked/);
      await life.pebble.begin();
      await life.choose({});
      const second = await life.ready(NAME);
      assert.notEqual(second.fingerprint, first.fingerprint);
      assert.ok(await within(WAIT, () => life.asks(NAME, "-p", `${life.dot}`, "+tls")));
      assert.ok(await life.isClean());
    }),
});

Deno.test({
  name: "The executable obtains a certificate: the bundled ACME library works",
  ignore: ignore || !LONG || !isBuilt(),
  fn: () =>
    Life.run(20 * 86_400, async (life) => {
      await life.choose({ credentials: life.credentials, external_account: ACCOUNT });
      await life.ready(NAME);
      assert.ok(await within(WAIT, () => life.asks(NAME, "-p", `${life.dot}`, "+tls")));
    }, [EXECUTABLE]),
});
