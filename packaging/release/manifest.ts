/** The signed manifest of a release: `dist/CHANNEL.json` (docs/release.md). */
import { createHash, type KeyObject } from "node:crypto";
import { basename } from "node:path";
import { type Envelope, sealEnvelope } from "../../api/updates/envelope.ts";
import {
  FILE_KINDS,
  type Manifest,
  MANIFEST_TYPE,
  MOST_AHEAD,
  MOST_CHANGELOG,
  readManifest,
  readSigned,
  type ReleaseFile,
  type SignedManifest,
} from "../../api/updates/manifest.ts";
import type { UpdateChannel } from "../../policy/catalogue/updates.ts";
import type { Artifact } from "./artifact.ts";

const DAY = 86_400;
/** Days after which a manifest has to be signed again. */
const VALID_DAYS = 90;

/** A private release key with its signed description. */
export interface ReleaseSigner {
  readonly key: KeyObject;
  /** Signed by a root key. */
  readonly certificate: Envelope;
}

/** What a manifest says beside the files. */
export interface ManifestFacts {
  readonly channel: UpdateChannel;
  readonly version: string;
  /** Unix seconds. */
  readonly released: number;
  readonly security: boolean;
  /** The oldest version that can become this one. */
  readonly least: string;
  readonly changelog: string;
  /** Unix seconds; also the number of the manifest, which so grows by itself. */
  readonly now: number;
  readonly days?: number;
}

/** Writes the signed manifest of the files to `out`/CHANNEL.json. */
export async function writeManifest(
  artifacts: readonly Artifact[],
  facts: ManifestFacts,
  signer: ReleaseSigner,
  out: string,
): Promise<Artifact> {
  const { channel, version, released, security, least, changelog, now, days = VALID_DAYS } = facts;
  const files: ReleaseFile[] = [];
  for (const artifact of artifacts) {
    const file = await releaseFile(artifact);
    if (file !== undefined) files.push(file);
  }
  const manifest: Manifest = {
    channel,
    number: now,
    version,
    released,
    expires: now + days * DAY,
    security,
    least,
    changelog: changelog.slice(0, MOST_CHANGELOG),
    files,
  };
  const path = `${out}/${channel}.json`;
  await writeSigned(path, manifest, signer);
  return { kind: "document", path };
}

/** Signs a manifest again, with a new number and a new end. */
export async function resignManifest(
  path: string,
  signer: ReleaseSigner,
  { now, days = VALID_DAYS }: { readonly now: number; readonly days?: number },
): Promise<void> {
  const { manifest: envelope } = readSigned(await Deno.readTextFile(path));
  const payload = new TextDecoder().decode(Uint8Array.fromBase64(envelope.payload));
  const manifest = readManifest(payload);
  // No box accepts a number from the future, so the new one need not be above it.
  const last = manifest.number > now + MOST_AHEAD ? 0 : manifest.number;
  const number = Math.max(now, last + 1);
  await writeSigned(path, { ...manifest, number, expires: now + days * DAY }, signer);
  console.log(`${path} is signed again, number ${number}`);
}

async function writeSigned(
  path: string,
  manifest: Manifest,
  { key, certificate }: ReleaseSigner,
): Promise<void> {
  const payload = JSON.stringify({ format: 1, ...manifest });
  readManifest(payload);
  const signed: SignedManifest = {
    manifest: sealEnvelope(MANIFEST_TYPE, payload, key),
    keys: [certificate],
  };
  await Deno.writeTextFile(path, `${JSON.stringify(signed)}\n`);
}

/** What a manifest says of a file; undefined = the file is not for boxes. */
export async function releaseFile(
  { kind, arch, path }: Artifact,
): Promise<ReleaseFile | undefined> {
  const known = FILE_KINDS.find((one) => one === kind);
  if (known === undefined || arch === undefined) return undefined;
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const piece of file.readable) hash.update(piece);
  const { size: bytes } = await Deno.stat(path);
  return {
    kind: known,
    arch: arch === "armhf" ? "arm" : arch,
    name: basename(path),
    bytes,
    sha256: hash.digest("hex"),
  };
}

/** The part of the changelog about a version, or about what is not released yet. */
export function changelogOf(text: string, version: string): string {
  const parts = text.split(/^## /m).slice(1);
  const found =
    parts.find((part) => part.startsWith(`${version} `) || part.startsWith(`${version}\n`)) ??
      parts.find((part) => /^unreleased/i.test(part));
  return found === undefined ? "" : found.slice(found.indexOf("\n") + 1).trim();
}
