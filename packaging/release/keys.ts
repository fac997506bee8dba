/**
 * Keys of updates: `deno task release keys root|release|rotate`. The root key signs release keys
 * and stays offline; a release key signs manifests for a time (docs/release.md).
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { parseArgs } from "node:util";
import {
  openEnvelope,
  rawPublicKey,
  readEnvelope,
  sealEnvelope,
} from "../../api/updates/envelope.ts";
import { jsonOf } from "../../api/updates/fields.ts";
import { readReleaseKey, RELEASE_KEY_TYPE, type ReleaseKey } from "../../api/updates/manifest.ts";
import { type ReleaseSigner, resignManifest } from "./manifest.ts";

const DAY = 86_400;
const DEFAULT_DAYS = "365";
const MOST_ENVELOPE = 10_000;

/** Runs the subcommand; `now` in Unix seconds. Throws an Error that says what is missing. */
export async function keysCommand(argv: readonly string[], now: number): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      out: { type: "string" },
      root: { type: "string" },
      from: { type: "string" },
      // Later keys have a higher one: boxes refuse a key below the newest that they saw.
      serial: { type: "string", default: String(Math.floor(now)) },
      days: { type: "string", default: DEFAULT_DAYS },
      manifest: { type: "string", multiple: true, default: [] },
    },
  });
  const [action] = positionals;
  const out = needed(values.out, "--out NAME, the name of the files that are written");
  const seconds = Number(values.days) * DAY;
  if (!(seconds > 0)) throw new Error(`--days takes a number of days: ${values.days}`);
  if (action === "root") return await makeRootKey(out);
  const root = await readPrivateKey(needed(values.root, "--root FILE, the root key"));
  if (action === "release") {
    await makeReleaseKey(out, root, { serial: Number(values.serial), from: now, seconds });
    return;
  }
  if (action !== "rotate") throw new Error("Choose keys root, keys release or keys rotate");
  const from = needed(values.from, "--from FILE.json, the release key that is replaced");
  const old = readCertificate(await Deno.readTextFile(from), [rawPublicKey(root)]);
  const signer = await makeReleaseKey(out, root, { serial: old.serial + 1, from: now, seconds });
  for (const path of values.manifest) await resignManifest(path, signer, { now });
}

/** Writes a new root key: NAME.pem, which stays offline, and NAME.pub for the releases. */
async function makeRootKey(out: string): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  await writePrivateKey(`${out}.pem`, privateKey);
  await Deno.writeTextFile(`${out}.pub`, `${rawPublicKey(privateKey).toBase64()}\n`);
  console.log(`${out}.pem signs release keys: keep it offline. ${out}.pub goes into releases.`);
}

/** Writes a new release key: NAME.pem, and NAME.json with the signature of the root key. */
async function makeReleaseKey(
  out: string,
  root: KeyObject,
  { serial, from, seconds }: {
    readonly serial: number;
    readonly from: number;
    readonly seconds: number;
  },
): Promise<ReleaseSigner> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const key: ReleaseKey = {
    key: rawPublicKey(privateKey).toBase64(),
    serial,
    // A box whose clock is a little behind accepts it too.
    from: from - DAY,
    until: Math.floor(from + seconds),
  };
  const text = JSON.stringify(key);
  readReleaseKey(text);
  const certificate = sealEnvelope(RELEASE_KEY_TYPE, text, root);
  await writePrivateKey(`${out}.pem`, privateKey);
  await Deno.writeTextFile(`${out}.json`, `${JSON.stringify(certificate)}\n`);
  const until = new Date(key.until * 1000).toISOString().slice(0, 10);
  console.log(
    `${out}.pem signs manifests until ${until}, serial ${serial}. ${out}.json goes along.`,
  );
  return { key: privateKey, certificate };
}

/** Reads a release key with its signed description. Throws an Error when they do not match. */
export async function readSigner(pem: string, certificate: string): Promise<ReleaseSigner> {
  const key = await readPrivateKey(pem);
  const envelope = readEnvelope(
    jsonOf(await Deno.readTextFile(certificate), MOST_ENVELOPE, "the release key"),
  );
  const { key: described } = readReleaseKey(
    new TextDecoder().decode(Uint8Array.fromBase64(envelope.payload)),
  );
  if (rawPublicKey(key).toBase64() !== described) {
    throw new Error(`${certificate} does not describe the key ${pem}`);
  }
  return { key, certificate: envelope };
}

function readCertificate(text: string, roots: readonly Uint8Array[]): ReleaseKey {
  const envelope = readEnvelope(jsonOf(text, MOST_ENVELOPE, "the release key"));
  const payload = openEnvelope(envelope, RELEASE_KEY_TYPE, roots);
  if (payload === undefined) throw new Error("The release key is not signed by this root key");
  return readReleaseKey(payload);
}

async function readPrivateKey(path: string): Promise<KeyObject> {
  const key = createPrivateKey(await Deno.readTextFile(path));
  rawPublicKey(key);
  return key;
}

async function writePrivateKey(path: string, key: KeyObject): Promise<void> {
  const pem = key.export({ type: "pkcs8", format: "pem" }) as string;
  await Deno.writeTextFile(path, pem, { createNew: true, mode: 0o600 });
}

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new Error(`Missing: ${what}`);
  return value;
}
