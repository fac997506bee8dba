import assert from "node:assert/strict";
import {
  manifestOf,
  newKey,
  releaseKey,
  signedText,
} from "../../tests/support/signed_manifests.ts";
import { rawPublicKey, sealEnvelope } from "./envelope.ts";
import {
  fileFor,
  MANIFEST_TYPE,
  type ManifestCheck,
  NO_FLOOR,
  readManifest,
  readRootKeys,
  RELEASE_KEY_TYPE,
  verifyManifest,
} from "./manifest.ts";
import { UpdateError, type UpdateFault } from "./refusal.ts";

const NOW = 1_800_000_000;
const ROOT = newKey();
const KEY = releaseKey(ROOT, NOW);

function check(changes: Partial<ManifestCheck> = {}): ManifestCheck {
  return { roots: [rawPublicKey(ROOT)], channel: "stable", floor: NO_FLOOR, now: NOW, ...changes };
}

function refused(fault: UpdateFault, text: string, changes: Partial<ManifestCheck> = {}): void {
  assert.throws(
    () => verifyManifest(text, check(changes)),
    (error: unknown) => {
      assert.ok(error instanceof UpdateError, String(error));
      assert.equal(error.fault, fault, error.message);
      return true;
    },
  );
}

Deno.test("A manifest that a release key signed is taken, and its number and key are kept", () => {
  const { manifest, floor } = verifyManifest(signedText(manifestOf(NOW), KEY), check());
  assert.deepEqual(manifest, manifestOf(NOW));
  assert.deepEqual(floor, { numbers: { stable: 5 }, serial: 1 });
  const beta = manifestOf(NOW, { channel: "beta", number: 2 });
  const more = verifyManifest(signedText(beta, KEY), check({ channel: "beta", floor }));
  assert.deepEqual(more.floor, { numbers: { stable: 5, beta: 2 }, serial: 1 });
});

Deno.test("A changed payload, another key and another root are refused", () => {
  const good = JSON.parse(signedText(manifestOf(NOW), KEY));
  const payload = new TextEncoder().encode(
    JSON.stringify({ format: 1, ...manifestOf(NOW, { version: "6.6.6" }) }),
  ).toBase64();
  refused("signature", JSON.stringify({ ...good, manifest: { ...good.manifest, payload } }));

  const other = sealEnvelope(MANIFEST_TYPE, JSON.stringify(manifestOf(NOW)), newKey());
  refused("signature", JSON.stringify({ ...good, manifest: other }));
  const none = { ...good.manifest, signatures: [] };
  refused("signature", JSON.stringify({ ...good, manifest: none }));

  refused("key", signedText(manifestOf(NOW), releaseKey(newKey(), NOW)));
  refused("key", signedText(manifestOf(NOW), KEY), { roots: [] });
});

Deno.test("A document of one kind is never taken for another", () => {
  const good = JSON.parse(signedText(manifestOf(NOW), KEY));
  // The root key signs a manifest: it is no release key, and a release key is no manifest.
  const asKey = sealEnvelope(MANIFEST_TYPE, "{}", ROOT);
  refused("key", JSON.stringify({ ...good, keys: [asKey] }));
  const asManifest = sealEnvelope(RELEASE_KEY_TYPE, JSON.stringify(manifestOf(NOW)), KEY.key);
  refused("signature", JSON.stringify({ ...good, manifest: asManifest }));
});

Deno.test("Expired manifests and keys, older numbers, replaced keys and other channels are refused", () => {
  refused("expired", signedText(manifestOf(NOW, { expires: NOW }), KEY));
  refused("key", signedText(manifestOf(NOW), releaseKey(ROOT, NOW, { until: NOW })));
  refused("key", signedText(manifestOf(NOW), releaseKey(ROOT, NOW, { from: NOW + 1 })));
  const text = signedText(manifestOf(NOW, { number: 4 }), KEY);
  refused("older", text, { floor: { numbers: { stable: 5 }, serial: 1 } });
  refused("key", text, { floor: { numbers: {}, serial: 2 } });
  refused("channel", signedText(manifestOf(NOW, { channel: "beta" }), KEY));
  // The same manifest again, and a number that only the other channel saw, are no attack.
  verifyManifest(text, check({ floor: { numbers: { stable: 4, beta: 9 }, serial: 1 } }));
});

Deno.test("A number from the future is refused, so that it never blocks the manifests after it", () => {
  const numbered = (number: number) => signedText(manifestOf(NOW, { number }), KEY);
  refused("format", numbered(NOW + 86_401));
  refused("format", numbered(999_999_999_999));
  const { floor } = verifyManifest(numbered(NOW + 86_400), check());
  assert.deepEqual(floor.numbers, { stable: NOW + 86_400 });
});

Deno.test("After a rotation the newer key counts", () => {
  const newer = releaseKey(ROOT, NOW, { serial: 2 });
  const one = JSON.parse(signedText(manifestOf(NOW), newer));
  const old = JSON.parse(signedText(manifestOf(NOW), KEY));
  const both = JSON.stringify({ ...one, keys: [...old.keys, ...one.keys] });
  assert.equal(verifyManifest(both, check()).floor.serial, 2);
  // Signed by the old key although a newer one is there.
  refused("signature", JSON.stringify({ ...old, keys: [...old.keys, ...one.keys] }));
});

Deno.test("Other forms are refused: fields, numbers, names that are paths, and sizes", () => {
  const bad = (changes: Record<string, unknown>) =>
    refused(
      "format",
      signedText(manifestOf(NOW), KEY, { format: 1, ...manifestOf(NOW), ...changes }),
    );
  bad({ format: 2 });
  bad({ unknown: 1 });
  bad({ number: 0 });
  bad({ number: 1.5 });
  bad({ version: "../../etc" });
  bad({ channel: "nightly" });
  bad({ security: "yes" });
  bad({ changelog: "x".repeat(70_000) });
  bad({ files: {} });
  const [file] = manifestOf(NOW).files;
  for (
    const name of ["../box", "a/b", ".hidden", "", "x".repeat(129), "a\nb"]
  ) bad({ files: [{ ...file, name }] });
  bad({ files: [{ ...file, bytes: 600 * 1024 * 1024 }] });
  bad({ files: [{ ...file, sha256: "F".repeat(64) }] });
  bad({ files: [{ ...file, kind: "script" }] });
  refused("format", "not JSON");
  refused("format", "[]");
  refused("format", "x".repeat(600_000));
  const { keys, ...lacking } = JSON.parse(signedText(manifestOf(NOW), KEY));
  assert.equal(keys.length, 1);
  refused("format", JSON.stringify(lacking));
  refused("format", JSON.stringify({ ...lacking, keys: [] }));
});

Deno.test("fileFor() finds the file of a machine, or says that there is none", () => {
  const manifest = readManifest(JSON.stringify({ format: 1, ...manifestOf(NOW) }));
  assert.equal(fileFor(manifest, "archive", "amd64").bytes, 1000);
  assert.throws(() => fileFor(manifest, "archive", "riscv"), /no archive for riscv/);
  assert.throws(() => fileFor(manifest, "package", "amd64"), /no package for amd64/);
});

Deno.test("readRootKeys() reads one key on each line, and refuses what is no key", () => {
  const [one, two] = [newKey(), newKey()].map(rawPublicKey);
  const text = `# Root keys\n${one.toBase64()} # the first\n\n${two.toBase64()}\n`;
  assert.deepEqual(readRootKeys(text), [one, two]);
  assert.deepEqual(readRootKeys("# none\n"), []);
  assert.throws(() => readRootKeys("AAAA"), UpdateError);
  assert.throws(() => readRootKeys("not base64!"), UpdateError);
});
