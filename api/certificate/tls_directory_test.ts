import assert from "node:assert/strict";
import fc from "fast-check";
import { makeLimitedCertificate } from "./make_limited.ts";
import { type InstalledCertificate, planInstallation, TlsDirectory } from "./tls_directory.ts";

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

async function made(name: string): Promise<InstalledCertificate> {
  const pair = await makeLimitedCertificate({
    kind: "limited",
    name,
    notBefore: NOW,
    notAfter: NOW + DAY,
  });
  const authority = pair.cert.slice(pair.cert.lastIndexOf("-----BEGIN"));
  return { ...pair, mode: "self", name, chosen: NOW, recipe: 1, authority };
}

const OLD = await made("old.home.arpa");
const NEW = await made("new.home.arpa");
const GIVEN: InstalledCertificate = {
  ...NEW,
  mode: "import",
  recipe: 0,
  authority: "",
  chosen: NOW + 1,
};

interface Scene {
  readonly folder: string;
  readonly messages: string[];
  /** The directory as the next start reads it. */
  open(): Promise<InstalledCertificate | undefined>;
  directory(): TlsDirectory;
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const messages: string[] = [];
  const directory = () => new TlsDirectory(folder, (_, text) => messages.push(text));
  try {
    await run({ folder, messages, directory, open: () => directory().open() });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function filesOf(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
}

Deno.test("an installed certificate is private and is read at the next start", () =>
  scene(async ({ folder, messages, open, directory }) => {
    await Deno.chmod(folder, 0o755);
    assert.equal(await open(), undefined);
    await directory().install(OLD);
    assert.deepEqual(await open(), OLD);
    await directory().install(GIVEN);
    assert.deepEqual(await open(), GIVEN);
    assert.deepEqual(await filesOf(folder), ["encrypted.json", "encrypted.key", "encrypted.pem"]);
    await Deno.chmod(`${folder}/encrypted.key`, 0o644);
    await open();
    assert.equal((await Deno.stat(folder)).mode! & 0o777, 0o700);
    for (const file of await filesOf(folder)) {
      assert.equal((await Deno.stat(`${folder}/${file}`)).mode! & 0o777, 0o600);
    }
    assert.deepEqual(messages, []);
  }));

for (
  const [what, before, after] of [["the first", undefined, OLD], [
    "another kind",
    OLD,
    GIVEN,
  ]] as const
) {
  Deno.test(`an install killed between any two steps leaves the old or the new certificate: ${what}`, async () => {
    const count = planInstallation("", after).length;
    let installed = 0;
    for (let done = 0; done <= count; done++) {
      await scene(async ({ folder, messages, open }) => {
        if (before !== undefined) {
          for (const step of planInstallation(folder, before)) await step();
        }
        for (const step of planInstallation(folder, after).slice(0, done)) await step();
        const found = await open();
        assert.ok(
          found === undefined
            ? before === undefined
            : found.name === after.name || found.name === before?.name,
        );
        assert.deepEqual(found, found?.name === after.name ? after : before);
        if (found?.name === after.name) installed++;
        // A completed install leaves no temporary files.
        const wanted = found === undefined ? [] : [
          "encrypted.json",
          "encrypted.key",
          "encrypted.pem",
          ...(found.authority === "" ? [] : ["self-authority.pem"]),
        ];
        assert.deepEqual(await filesOf(folder), wanted);
        assert.deepEqual(await open(), found);
        assert.deepEqual(messages, []);
      });
    }
    // After the rename the new certificate is used.
    assert.equal(installed, count - contents(after) - 1);
  });
}

/** Steps before the rename: one for each file and one for the folder. */
function contents({ authority }: InstalledCertificate): number {
  return authority === "" ? 3 : 4;
}

Deno.test("a removal killed at any point leaves the whole certificate or none", () =>
  scene(async ({ folder, open, directory, messages }) => {
    for (
      const gone of [["encrypted.json"], ["encrypted.json", "self-authority.pem"], [
        "encrypted.json",
        "encrypted.pem",
      ]]
    ) {
      await directory().install(OLD);
      for (const file of gone) await Deno.remove(`${folder}/${file}`);
      assert.equal(await open(), undefined);
      assert.deepEqual(await filesOf(folder), []);
    }
    await directory().install(OLD);
    await directory().remove();
    assert.deepEqual(await filesOf(folder), []);
    assert.deepEqual(messages, []);
  }));

const DAMAGES: readonly (readonly [name: string, damage: (folder: string) => Promise<void>])[] = [
  ["half a certificate", (folder) => Deno.truncate(`${folder}/encrypted.pem`, 300)],
  ["an empty key", (folder) => Deno.truncate(`${folder}/encrypted.key`)],
  ["the key of another", (folder) => Deno.writeTextFile(`${folder}/encrypted.key`, NEW.key)],
  ["garbage for facts", (folder) => Deno.writeTextFile(`${folder}/encrypted.json`, '{"mode":')],
  [
    "facts of no mode",
    (folder) =>
      Deno.writeTextFile(
        `${folder}/encrypted.json`,
        '{"mode":"x","name":"a","chosen":1,"recipe":1}',
      ),
  ],
  ["no key", (folder) => Deno.remove(`${folder}/encrypted.key`)],
  [
    "garbage for the authority",
    (folder) => Deno.writeFile(`${folder}/self-authority.pem`, new Uint8Array(99).fill(0xfe)),
  ],
  ["a folder for the key", async (folder) => {
    await Deno.remove(`${folder}/encrypted.key`);
    await Deno.mkdir(`${folder}/encrypted.key`);
  }],
];

for (const [name, damage] of DAMAGES) {
  Deno.test(`${name} is set aside, logged and never used`, () =>
    scene(async ({ folder, messages, open, directory }) => {
      await directory().install(OLD);
      await damage(folder);
      assert.equal(await open(), undefined);
      assert.match(messages.join("\n"), /is damaged; it is set aside/);
      assert.ok((await filesOf(folder)).every((file) => file.endsWith(".broken")));
      await directory().install(NEW);
      assert.deepEqual(await open(), NEW);
    }));
}

Deno.test("open() never returns damaged certificates", () =>
  scene(async ({ folder, open, directory }) => {
    const files = ["encrypted.pem", "encrypted.key", "encrypted.json", "self-authority.pem"];
    const damage = fc.tuple(
      fc.constantFrom(...files),
      fc.nat(1500),
      fc.nat(80),
      fc.string({ maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async ([file, at, cut, put]) => {
        await directory().install(OLD);
        const text = await Deno.readTextFile(`${folder}/${file}`);
        await Deno.writeTextFile(
          `${folder}/${file}`,
          text.slice(0, at) + put + text.slice(at + cut),
        );
        assert.deepEqual(await open() ?? OLD, OLD);
      }),
      { numRuns: 40, seed: 11 },
    );
  }));

Deno.test("a damaged pending folder is set aside and the previous certificate remains", () =>
  scene(async ({ folder, messages, open, directory }) => {
    await directory().install(OLD);
    for (const step of planInstallation(folder, NEW).slice(0, contents(NEW) + 2)) await step();
    await Deno.writeTextFile(`${folder}/pending/encrypted.key`, OLD.key);
    assert.deepEqual(await open(), OLD);
    assert.match(messages.join("\n"), /pending\.broken/);
  }));

Deno.test("install() rejects a certificate that does not match its key", () =>
  scene(async ({ open, directory }) => {
    await directory().install(OLD);
    await assert.rejects(directory().install({ ...NEW, key: OLD.key }), /does not fit its key/);
    await assert.rejects(directory().install({ ...NEW, cert: "" }), /does not fit its key/);
    // Files that the next start reads have a maximum size.
    await assert.rejects(
      directory().install({ ...NEW, cert: NEW.cert + " ".repeat(256 * 1024) }),
      /too long/,
    );
    assert.deepEqual(await open(), OLD);
  }));

Deno.test("install() rejects when files cannot be written", () =>
  scene(async ({ folder, open, directory }) => {
    await directory().install(OLD);
    await Deno.writeTextFile(`${folder}/pending`, "no folder");
    assert.deepEqual(await open(), OLD);
    await assert.rejects(
      new TlsDirectory(`${folder}/gone`, () => {}).install(NEW),
      Deno.errors.NotFound,
    );
  }));
