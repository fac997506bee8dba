/** Keys and signed manifests of updates, good ones and bad ones. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { rawPublicKey, sealEnvelope } from "../../api/updates/envelope.ts";
import {
  type Manifest,
  MANIFEST_TYPE,
  RELEASE_KEY_TYPE,
  type ReleaseKey,
} from "../../api/updates/manifest.ts";

const DAY = 86_400;

/** A new key pair. */
export function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** A release key that a root key signed. */
export interface SignedKey {
  readonly key: KeyObject;
  readonly root: KeyObject;
  readonly facts: Omit<ReleaseKey, "key">;
}

/** A release key that is valid around a time in Unix seconds. */
export function releaseKey(
  root: KeyObject,
  now: number,
  facts: Partial<Omit<ReleaseKey, "key">> = {},
): SignedKey {
  const valid = { serial: 1, from: now - DAY, until: now + 365 * DAY };
  return { key: newKey(), root, facts: { ...valid, ...facts } };
}

/** A manifest of version 0.9.1 with one archive. */
export function manifestOf(now: number, changes: Partial<Manifest> = {}): Manifest {
  return {
    channel: "stable",
    number: 5,
    version: "0.9.1",
    released: now - DAY,
    expires: now + 90 * DAY,
    security: false,
    least: "0.9.0",
    changelog: "### Fixed\n\n- A fault.",
    files: [
      {
        kind: "archive",
        arch: "amd64",
        name: "box-0.9.1-linux-amd64.tar.gz",
        bytes: 1000,
        sha256: "0".repeat(64),
      },
    ],
    ...changes,
  };
}

/** The text of a signed manifest; `payload` replaces what is signed. */
export function signedText(
  manifest: Manifest,
  { key, root, facts }: SignedKey,
  payload: unknown = { format: 1, ...manifest },
): string {
  const described = { key: rawPublicKey(key).toBase64(), ...facts };
  return JSON.stringify({
    manifest: sealEnvelope(MANIFEST_TYPE, JSON.stringify(payload), key),
    keys: [sealEnvelope(RELEASE_KEY_TYPE, JSON.stringify(described), root)],
  });
}
