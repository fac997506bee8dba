import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { needsTool } from "../../tests/support/tool.ts";
import {
  createInterfaceCertificate,
  type InterfaceCertificate,
  type InterfaceCertificateOptions,
} from "./certificate.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21);
const NAMES = ["box", "box.home.arpa", "localhost"];
const ADDRESSES = ["192.168.1.2", "fd00::2"];

interface Scene {
  readonly folder: string;
  readonly logged: string[];
  ask(changes?: Partial<InterfaceCertificateOptions>): Promise<InterfaceCertificate>;
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const logged: string[] = [];
  const options: InterfaceCertificateOptions = {
    folder,
    names: NAMES,
    addresses: ADDRESSES,
    workerUrl: new URL("./thread.ts", import.meta.url),
    runtime: testRuntime({ now: () => NOW, log: (_, text) => logged.push(text) }),
  };
  try {
    await run({
      folder,
      logged,
      ask: (changes = {}) => createInterfaceCertificate({ ...options, ...changes }),
    });
  } finally {
    await Deno.chmod(folder, 0o700);
    await Deno.remove(folder, { recursive: true });
  }
}

let files: Promise<readonly (readonly [name: string, text: string])[]> | undefined;

/** A scene whose folder has a certificate already; it is made once for all tests of this file. */
async function sceneAfterStart(run: (scene: Scene) => Promise<void>): Promise<void> {
  const kept = await (files ??= filesOfStart());
  await scene(async (each) => {
    for (const [name, text] of kept) {
      await Deno.writeTextFile(`${each.folder}/${name}`, text, { mode: 0o600 });
    }
    await run(each);
  });
}

async function filesOfStart(): Promise<[name: string, text: string][]> {
  const made: [name: string, text: string][] = [];
  await scene(async ({ folder, ask }) => {
    await ask();
    for (const { name } of Deno.readDirSync(folder)) {
      made.push([name, await Deno.readTextFile(`${folder}/${name}`)]);
    }
  });
  return made;
}

Deno.test("the certificate is created once for the box's names, addresses and loopback", () =>
  scene(async ({ folder, logged, ask }) => {
    const made = await ask();
    const parsed = new X509Certificate(made.cert);
    for (const name of NAMES) assert.equal(parsed.checkHost(name), name);
    for (const address of [...ADDRESSES, "127.0.0.1", "::1"]) {
      assert.match(
        parsed.subjectAltName ?? "",
        new RegExp(RegExp.escape(address.replace("::", ":")[0]!)),
      );
    }
    assert.match(made.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.equal(made.until, Math.floor(NOW / 1000) + 730 * 86_400);
    assert.ok(parsed.checkPrivateKey(createPrivateKey(made.key)));
    for (const file of ["interface.pem", "interface.key"]) {
      assert.equal((await Deno.stat(`${folder}/${file}`)).mode! & 0o777, 0o600);
    }
    assert.deepEqual(await ask(), made);
    assert.deepEqual(await ask({ addresses: ["192.168.1.2"] }), made);
    assert.deepEqual(
      await ask({ addresses: [...ADDRESSES, "2001:db8::7", "fe80::1%eth0", "no address"] }),
      made,
    );
    assert.deepEqual(logged, []);
  }));

Deno.test({
  name: "openssl accepts the self-signed server certificate with every name and address",
  ignore: needsTool("openssl"),
  fn: () =>
    sceneAfterStart(async ({ folder }) => {
      const path = `${folder}/interface.pem`;
      const openssl = async (...args: string[]) => {
        const { code, stdout, stderr } = await new Deno.Command("openssl", { args }).output();
        return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
      };
      const { text } = await openssl("x509", "-in", path, "-noout", "-text");
      assert.match(text, /ecdsa-with-SHA256/);
      assert.match(text, /NIST CURVE: P-256/);
      assert.match(text, /Basic Constraints: critical\s+CA:FALSE/);
      assert.match(text, /Key Usage: critical\s+Digital Signature\n/);
      assert.match(text, /Extended Key Usage: ?\s+TLS Web Server Authentication\n/);
      const names = "DNS:box, DNS:box.home.arpa, DNS:localhost";
      const addresses =
        "IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.2, IP Address:FD00:0:0:0:0:0:0:2";
      assert.ok(text.includes(`${names}, ${addresses}`), text);
      const at = [
        "-attime",
        String(Math.floor(NOW / 1000)),
        "-purpose",
        "sslserver",
        "-x509_strict",
      ];
      for (const check of [["-verify_hostname", "box.home.arpa"], ["-verify_ip", "fd00::2"]]) {
        const verified = await openssl(
          "verify",
          ...at,
          ...check,
          "-partial_chain",
          "-trusted",
          path,
          path,
        );
        assert.equal(verified.code, 0, verified.text);
      }
      assert.notEqual(
        (await openssl("verify", ...at, "-verify_hostname", "x.example", "-trusted", path, path))
          .code,
        0,
      );
    }),
});

Deno.test("a missing name or private address, or expiry within 30 days, renews with the same key", () =>
  sceneAfterStart(async ({ logged, ask }) => {
    const first = await ask();
    const named = await ask({ names: [...NAMES, "casa.home.arpa"] });
    assert.notEqual(named.fingerprint, first.fingerprint);
    assert.equal(named.key, first.key);
    const moved = await ask({ addresses: ["10.0.0.9"] });
    assert.notEqual(moved.fingerprint, named.fingerprint);
    assert.equal(new X509Certificate(moved.cert).checkIP("10.0.0.9"), "10.0.0.9");
    assert.deepEqual(
      await ask({
        addresses: ["10.0.0.9"],
        runtime: testRuntime({ now: () => NOW + 699 * 86_400_000 }),
      }),
      moved,
    );
    const renewed = await ask({
      addresses: ["10.0.0.9"],
      runtime: testRuntime({ now: () => NOW + 701 * 86_400_000 }),
    });
    assert.notEqual(renewed.fingerprint, moved.fingerprint);
    assert.equal(renewed.key, first.key);
    // The clock was far ahead when the certificate was created.
    assert.notEqual((await ask({ addresses: ["10.0.0.9"] })).fingerprint, renewed.fingerprint);
    assert.deepEqual(logged, []);
  }));

const DAMAGES: readonly (readonly [name: string, damage: (folder: string) => Promise<void>])[] = [
  ["an empty certificate", (folder) => Deno.writeTextFile(`${folder}/interface.pem`, "")],
  ["an empty key", (folder) => Deno.writeTextFile(`${folder}/interface.key`, "")],
  [
    "garbage for a certificate",
    (folder) => Deno.writeFile(`${folder}/interface.pem`, new Uint8Array(500).fill(0xfe)),
  ],
  [
    "garbage for a key",
    (folder) =>
      Deno.writeTextFile(`${folder}/interface.key`, "-----BEGIN PRIVATE KEY-----\nAAAA\n"),
  ],
  ["half a certificate", async (folder) => {
    const text = await Deno.readTextFile(`${folder}/interface.pem`);
    await Deno.writeTextFile(`${folder}/interface.pem`, text.slice(0, text.length / 2));
  }],
  [
    "a file too large",
    (folder) => Deno.writeTextFile(`${folder}/interface.key`, "x".repeat(100_000)),
  ],
  ["a folder for a file", async (folder) => {
    await Deno.remove(`${folder}/interface.key`);
    await Deno.mkdir(`${folder}/interface.key`);
  }],
  ["a link to itself", async (folder) => {
    await Deno.remove(`${folder}/interface.pem`);
    await Deno.symlink("interface.pem", `${folder}/interface.pem`);
  }],
];

for (const [name, damage] of DAMAGES) {
  Deno.test(`${name} is set aside, logged and replaced`, () =>
    sceneAfterStart(async ({ folder, logged, ask }) => {
      const first = await ask();
      await damage(folder);
      const second = await ask();
      assert.notEqual(second.fingerprint, first.fingerprint);
      assert.ok(new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(second.key)));
      assert.equal(logged.length, 1, logged.join("; "));
      assert.match(logged[0], /is damaged; it is set aside/);
      assert.deepEqual(await ask(), second);
      assert.equal(logged.length, 1);
    }));
}

Deno.test("a certificate of another key is replaced and the key is kept", () =>
  sceneAfterStart(async ({ folder, logged, ask }) => {
    const other = await keyOfAnother();
    await Deno.writeTextFile(`${folder}/interface.key`, other);
    const second = await ask();
    assert.equal(second.key, other);
    assert.ok(new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(other)));
    assert.match(logged.join(), /interface\.pem/);
  }));

async function keyOfAnother(): Promise<string> {
  let key = "";
  await scene(async ({ ask }) => void (key = (await ask()).key));
  return key;
}

Deno.test("without a folder the certificate lasts for this run only, which is logged", () =>
  scene(async ({ logged, ask }) => {
    const made = await ask({ folder: "/proc/nowhere" });
    assert.ok(new X509Certificate(made.cert).checkPrivateKey(createPrivateKey(made.key)));
    assert.match(logged.join(), /cannot be stored/);
  }));

Deno.test("an invalid name is left out and does not cause a renewal at each start", () =>
  scene(async ({ logged, ask }) => {
    const names = ["b\u00fccher", "a,CN=b", "", "x".repeat(64), "box"];
    const made = await ask({ names });
    const parsed = new X509Certificate(made.cert);
    assert.equal(parsed.subject, "CN=box");
    assert.match(parsed.subjectAltName ?? "", /^DNS:box, IP Address:/);
    assert.deepEqual(await ask({ names }), made);
    assert.deepEqual(logged, []);
  }));

Deno.test("a thread that cannot be started is reported with the reason", () =>
  scene(async ({ ask }) => {
    await assert.rejects(ask({ workerUrl: new URL("file:///nowhere.ts") }), /cannot be made: /);
  }));
