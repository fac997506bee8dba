import assert from "node:assert/strict";
import { readPemFile } from "./files.ts";
import { makeLimitedCertificate } from "./make_limited.ts";
import { type InstalledCertificate, TlsDirectory } from "./tls_directory.ts";

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;

/** Runs a test in which the first `times` file reads fail for lack of descriptors. */
async function withoutDescriptors(
  times: number,
  run: (folder: string, messages: string[]) => Promise<void>,
) {
  const folder = await Deno.makeTempDir();
  const read = Deno.readTextFile;
  let left = times;
  Deno.readTextFile = (path, options) =>
    left-- > 0
      ? Promise.reject(
        Object.assign(new Error("Too many open files (os error 24)"), { code: "EMFILE" }),
      )
      : read(path, options);
  try {
    await run(folder, []);
  } finally {
    Deno.readTextFile = read;
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a certificate that cannot be opened for lack of descriptors is retried, not replaced", () =>
  withoutDescriptors(2, async (folder, messages) => {
    await Deno.writeTextFile(`${folder}/interface.pem`, "a certificate");
    assert.equal(
      await readPemFile(`${folder}/interface.pem`, (_, text) => messages.push(text)),
      "a certificate",
    );
    assert.deepEqual(messages, []);
  }));

Deno.test("encrypted DNS keeps its certificate when descriptors run out briefly at start", () =>
  withoutDescriptors(5, async (folder, messages) => {
    const pair = await makeLimitedCertificate({
      kind: "limited",
      name: "old.home.arpa",
      notBefore: NOW,
      notAfter: NOW + DAY,
    });
    const facts = {
      mode: "self",
      name: "old.home.arpa",
      chosen: NOW,
      recipe: 1,
      authority: "",
    } as const;
    const installed: InstalledCertificate = { ...pair, ...facts };
    const directory = () => new TlsDirectory(folder, (_, text) => messages.push(text));
    await directory().install(installed);
    assert.deepEqual(await directory().open(), installed);
    assert.deepEqual(messages, []);
  }));

Deno.test("a file that is unreadable for a permanent reason is set aside", () =>
  withoutDescriptors(0, async (folder, messages) => {
    await Deno.mkdir(`${folder}/interface.pem`);
    assert.equal(
      await readPemFile(`${folder}/interface.pem`, (_, text) => messages.push(text)),
      undefined,
    );
    assert.match(messages.join(), /is damaged; it is set aside/);
  }));

Deno.test("readPemFile() rejects and leaves the file when memory runs out", async () => {
  const folder = await Deno.makeTempDir();
  const stat = Deno.stat;
  const messages: string[] = [];
  Deno.stat = () =>
    Promise.reject(
      Object.assign(new Error("Cannot allocate memory (os error 12)"), { code: "ENOMEM" }),
    );
  try {
    await assert.rejects(
      readPemFile(`${folder}/interface.pem`, (_, text) => messages.push(text)),
      /allocate/,
    );
    const directory = new TlsDirectory(folder, (_, text) => messages.push(text));
    assert.equal(await directory.open(), undefined);
  } finally {
    Deno.stat = stat;
    await Deno.remove(folder, { recursive: true });
  }
  assert.deepEqual(messages, [
    "The certificate cannot be read: Cannot allocate memory (os error 12)",
  ]);
});
