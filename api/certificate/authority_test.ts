import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { needsTool } from "../../tests/support/tool.ts";
import { type AuthorityOptions, LocalAuthority } from "./authority.ts";
import type { Runtime } from "../system/runtime.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21);

interface Scene {
  readonly folder: string;
  readonly logged: string[];
  readonly runtime: Runtime;
  open(changes?: Partial<AuthorityOptions>): LocalAuthority;
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const logged: string[] = [];
  const runtime = testRuntime({
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    now: () => NOW,
    log: (_, text) => logged.push(text),
  });
  const options: AuthorityOptions = {
    folder,
    workerUrl: new URL("./thread.ts", import.meta.url),
    runtime,
    timeKnown: () => true,
  };
  try {
    await run({
      folder,
      logged,
      runtime,
      open: (changes = {}) => new LocalAuthority({ ...options, ...changes }),
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

let files: Promise<readonly (readonly [name: string, text: string])[]> | undefined;

/** A scene whose folder has an authority already; it is made once for all tests of this file. */
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
  await scene(async ({ folder, open }) => {
    await open().use();
    for (const { name } of Deno.readDirSync(folder)) {
      made.push([name, await Deno.readTextFile(`${folder}/${name}`)]);
    }
  });
  return made;
}

Deno.test("the authority is created once, on first use, and stored in private files", () =>
  scene(async ({ folder, logged, open }) => {
    const authority = open();
    const used: string[] = [];
    authority.onChange(({ fingerprint }) => used.push(fingerprint));
    assert.equal(authority.held, undefined);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    const [one, two] = await Promise.all([authority.use(), authority.use()]);
    assert.equal(one, two);
    assert.equal(authority.held, one);
    assert.deepEqual(used, [one.fingerprint]);
    for (const file of ["block-authority.pem", "block-authority.key"]) {
      assert.equal((await Deno.stat(`${folder}/${file}`)).mode! & 0o777, 0o600);
    }
    assert.deepEqual(await open().use(), one);
    assert.equal(one.made, NOW / 1000);
    assert.equal(one.until, NOW / 1000 + 3652 * 86_400);
    assert.match(one.name, /^Block page of the box [0-9A-F]{8}$/);
    assert.deepEqual(logged, []);
  }));

Deno.test("regenerate() creates another key and name and calls the listeners", () =>
  scene(async ({ logged, open }) => {
    const authority = open();
    const used: string[] = [];
    const first = await authority.use();
    authority.onChange(({ fingerprint }) => used.push(fingerprint));
    const second = await authority.regenerate();
    assert.notEqual(second.name, first.name);
    assert.equal(
      new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(first.key)),
      false,
    );
    assert.equal(await authority.use(), second);
    assert.deepEqual(await open().use(), second);
    assert.deepEqual(used, [second.fingerprint]);
    assert.deepEqual(logged, []);
  }));

Deno.test("an expired authority is replaced, but not while the time of day is unknown", () =>
  sceneAfterStart(async ({ runtime, open }) => {
    const first = await open().use();
    const later = { ...runtime, now: () => NOW + 3700 * 86_400_000 };
    assert.deepEqual(await open({ runtime: later, timeKnown: () => false }).use(), first);
    assert.notEqual((await open({ runtime: later }).use()).fingerprint, first.fingerprint);
  }));

const DAMAGES: readonly (readonly [name: string, damage: (folder: string) => Promise<void>])[] = [
  ["an empty certificate", (folder) => Deno.writeTextFile(`${folder}/block-authority.pem`, "")],
  ["a certificate without its key", (folder) => Deno.remove(`${folder}/block-authority.key`)],
  ["half a key", async (folder) => {
    const text = await Deno.readTextFile(`${folder}/block-authority.key`);
    await Deno.writeTextFile(`${folder}/block-authority.key`, text.slice(0, text.length / 2));
  }],
  [
    "garbage for a certificate",
    (folder) => Deno.writeFile(`${folder}/block-authority.pem`, new Uint8Array(500).fill(0xfe)),
  ],
];

for (const [name, damage] of DAMAGES) {
  Deno.test(`${name} is set aside and logged, and another authority is created`, () =>
    sceneAfterStart(async ({ folder, logged, open }) => {
      const first = await open().use();
      await damage(folder);
      const second = await open().use();
      assert.notEqual(second.fingerprint, first.fingerprint);
      assert.ok(new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(second.key)));
      assert.match(logged.join(), /is damaged; it is set aside/);
      assert.ok([...Deno.readDirSync(folder)].some(({ name }) => name.endsWith(".broken")));
      assert.deepEqual(await open().use(), second);
    }));
}

Deno.test("without a folder the authority lasts for this run only, which is logged", () =>
  scene(async ({ logged, open }) => {
    const authority = open({ folder: "/proc/nowhere" });
    const made = await authority.use();
    assert.equal(await authority.use(), made);
    assert.match(logged.join(), /cannot be kept/);
    await assert.rejects(authority.regenerate(), /cannot be saved/);
    assert.equal(await authority.use(), made);
  }));

Deno.test("no authority is created before the time of day is known", () =>
  scene(async ({ folder, open }) => {
    await assert.rejects(open({ timeKnown: () => false }).use(), /once its clock is set/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
  }));

Deno.test({
  name: "openssl reads an authority for servers only, which excludes every address",
  ignore: needsTool("openssl"),
  fn: () =>
    sceneAfterStart(async ({ folder }) => {
      const args = ["x509", "-in", `${folder}/block-authority.pem`, "-noout", "-text"];
      const text = new TextDecoder().decode(
        (await new Deno.Command("openssl", { args }).output()).stdout,
      );
      assert.match(text, /NIST CURVE: P-256/);
      assert.match(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/);
      assert.match(text, /Key Usage: critical\s+Certificate Sign\n/);
      assert.match(text, /Extended Key Usage: ?\s+TLS Web Server Authentication\n/);
      assert.match(
        text,
        /Name Constraints: critical\s+Excluded:\s+IP:0\.0\.0\.0\/0\.0\.0\.0\s+IP:0:0:0:0:0:0:0:0\/0:0/,
      );
    }),
});
