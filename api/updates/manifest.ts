/**
 * Manifests of updates: which version a channel offers, with length and hash of each file. A root
 * key, which stays offline, signs release keys; a release key signs manifests (docs/release.md).
 */
import { UPDATE_CHANNELS, type UpdateChannel } from "../../policy/catalogue/updates.ts";
import { type Envelope, KEY_BYTES, openEnvelope, readEnvelope } from "./envelope.ts";
import { base64Bytes, jsonOf, recordOf, textOf, wholeOf } from "./fields.ts";
import { malformed, UpdateError } from "./refusal.ts";
import { VERSION_FORM } from "./version_order.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Types of signed payloads. */
export const MANIFEST_TYPE = "application/vnd.box.manifest+json";
export const RELEASE_KEY_TYPE = "application/vnd.box.release-key+json";

/** Kinds of files in a manifest. */
export const FILE_KINDS = ["executable", "archive", "package"] as const;
/** Machines that files are made for. */
export const FILE_ARCHES = ["amd64", "arm64", "arm"] as const;

/** Maximum characters of a whole signed manifest. */
export const MOST_MANIFEST = 512 * 1024;
/** Maximum characters of a changelog. */
export const MOST_CHANGELOG = 64 * 1024;
/** Maximum bytes of a file. */
export const MOST_FILE = 512 * 1024 * 1024;
/** Maximum number of files, and of release keys. */
const MOST_FILES = 32;
const MOST_KEYS = 4;
/** The last second that a date may have: 2100-01-01. */
const LAST_SECOND = 4_102_444_800;
/** Maximum number of a manifest, and serial of a key. */
export const MOST_NUMBER = 1_000_000_000_000;
/** Seconds by which the clock of a release may be ahead of that of a box. */
export const MOST_AHEAD = 86_400;

/** A file of a release. */
export interface ReleaseFile {
  readonly kind: (typeof FILE_KINDS)[number];
  readonly arch: (typeof FILE_ARCHES)[number];
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** What a channel offers. Times are Unix seconds. */
export interface Manifest {
  readonly channel: UpdateChannel;
  /** When it was signed, in Unix seconds; grows with each manifest of the channel. */
  readonly number: number;
  readonly version: string;
  readonly released: number;
  /** From then on it is not believed, so that nobody can hold a box back with an old manifest. */
  readonly expires: number;
  /** Whether the version mends a hole in security. */
  readonly security: boolean;
  /** The oldest version that can become this one. */
  readonly least: string;
  /** What changed, as Markdown. */
  readonly changelog: string;
  readonly files: readonly ReleaseFile[];
}

/** A key that signs manifests for a time. Times are Unix seconds. */
export interface ReleaseKey {
  /** Base64 of the raw public key. */
  readonly key: string;
  /** Grows with each key; older ones are refused once a newer one was seen. */
  readonly serial: number;
  readonly from: number;
  readonly until: number;
}

/** A manifest with its signature, and the release keys with theirs, as it is offered. */
export interface SignedManifest {
  readonly manifest: Envelope;
  readonly keys: readonly Envelope[];
}

/** What was seen before: lower numbers are refused. */
export interface UpdateFloor {
  /** The number of the last manifest by channel. */
  readonly numbers: Readonly<Partial<Record<UpdateChannel, number>>>;
  /** The serial of the newest release key. */
  readonly serial: number;
}

/** The floor of a box that saw no manifest. */
export const NO_FLOOR: UpdateFloor = { numbers: {}, serial: 0 };

/** What a manifest is checked against. */
export interface ManifestCheck {
  /** Raw public keys. */
  readonly roots: readonly Uint8Array[];
  readonly channel: UpdateChannel;
  readonly floor: UpdateFloor;
  /** Unix seconds. */
  readonly now: number;
}

/** A manifest that passed all checks, and the floor from now on. */
export interface VerifiedManifest {
  readonly manifest: Manifest;
  readonly floor: UpdateFloor;
}

/**
 * Checks a signed manifest: signatures, keys, dates, channel and number. Throws an UpdateError
 * that says what is wrong.
 */
export function verifyManifest(text: string, check: ManifestCheck): VerifiedManifest {
  const { roots, channel, floor, now } = check;
  if (roots.length === 0) throw new UpdateError("key", sentence`no root key is installed`);
  const signed = readSigned(text);
  const keys = signed.keys.map((envelope) => {
    const payload = openEnvelope(envelope, RELEASE_KEY_TYPE, roots);
    if (payload === undefined) {
      throw new UpdateError(
        "key",
        sentence`its release key is not signed by a root key of this box`,
      );
    }
    return readReleaseKey(payload);
  });
  const key = keys.toSorted((one, other) => other.serial - one.serial)[0];
  checkKey(key, floor, now);
  const raw = base64Bytes(key.key, "the release key");
  const payload = openEnvelope(signed.manifest, MANIFEST_TYPE, [raw]);
  if (payload === undefined) {
    throw new UpdateError("signature", sentence`its signature is not that of the release key`);
  }
  const manifest = readManifest(payload);
  if (manifest.channel !== channel) {
    throw new UpdateError(
      "channel",
      sentence`it is for the channel ${manifest.channel}, not ${channel}`,
    );
  }
  if (now >= manifest.expires) {
    throw new UpdateError("expired", sentence`it was valid until ${dateOf(manifest.expires)}`);
  }
  // Once believed, a number from the future would let all later manifests be older.
  if (manifest.number > now + MOST_AHEAD) {
    throw malformed(`its number ${manifest.number} is a time in the future`);
  }
  const seen = floor.numbers[channel] ?? 0;
  if (manifest.number < seen) {
    throw new UpdateError(
      "older",
      sentence`its number is ${manifest.number}, and ${seen} was seen before`,
    );
  }
  return {
    manifest,
    floor: {
      numbers: { ...floor.numbers, [channel]: manifest.number },
      serial: key.serial,
    },
  };
}

function checkKey(key: ReleaseKey, floor: UpdateFloor, now: number): void {
  if (key.serial < floor.serial) {
    throw new UpdateError(
      "key",
      sentence`its release key ${key.serial} was replaced by a newer one`,
    );
  }
  if (now < key.from || now >= key.until) {
    throw new UpdateError(
      "key",
      sentence`its release key is valid from ${dateOf(key.from)} to ${dateOf(key.until)}`,
    );
  }
}

/** Reads a signed manifest without checking it. Throws an UpdateError for another form. */
export function readSigned(text: string): SignedManifest {
  const fields = recordOf(
    jsonOf(text, MOST_MANIFEST, "the signed manifest"),
    ["manifest", "keys"],
    "the signed manifest",
  );
  if (!Array.isArray(fields.keys) || fields.keys.length === 0 || fields.keys.length > MOST_KEYS) {
    throw malformed(`the manifest has not one to ${MOST_KEYS} release keys`);
  }
  return { manifest: readEnvelope(fields.manifest), keys: fields.keys.map(readEnvelope) };
}

/** Reads the payload of a release key. Throws an UpdateError for another form. */
export function readReleaseKey(payload: string): ReleaseKey {
  const what = "the release key";
  const fields = recordOf(jsonOf(payload, 1000, what), ["key", "serial", "from", "until"], what);
  const key = textOf(fields.key, 100, what);
  if (base64Bytes(key, what).length !== KEY_BYTES) {
    throw malformed("the release key is not an Ed25519 key");
  }
  return {
    key,
    serial: wholeOf(fields.serial, 1, MOST_NUMBER, "the serial of the release key"),
    from: wholeOf(fields.from, 0, LAST_SECOND, "the start of the release key"),
    until: wholeOf(fields.until, 0, LAST_SECOND, "the end of the release key"),
  };
}

/** Reads the payload of a manifest. Throws an UpdateError for another form. */
export function readManifest(payload: string): Manifest {
  const what = "the manifest";
  const fields = recordOf(
    jsonOf(payload, MOST_MANIFEST, what),
    [
      "format",
      "channel",
      "number",
      "version",
      "released",
      "expires",
      "security",
      "least",
      "changelog",
      "files",
    ],
    what,
  );
  if (fields.format !== 1) throw malformed("the manifest has another format");
  const channel = UPDATE_CHANNELS.find((one) => one === fields.channel);
  if (channel === undefined) throw malformed("the channel is not known");
  if (typeof fields.security !== "boolean") {
    throw malformed("the manifest does not say whether it is about security");
  }
  if (!Array.isArray(fields.files) || fields.files.length > MOST_FILES) {
    throw malformed("the manifest has no list of files");
  }
  return {
    channel,
    number: wholeOf(fields.number, 1, MOST_NUMBER, "the number of the manifest"),
    version: textOf(fields.version, 64, "the version", VERSION_FORM),
    released: wholeOf(fields.released, 0, LAST_SECOND, "the date of the release"),
    expires: wholeOf(fields.expires, 0, LAST_SECOND, "the end of the manifest"),
    security: fields.security,
    least: textOf(fields.least, 64, "the oldest version", VERSION_FORM),
    changelog: textOf(fields.changelog, MOST_CHANGELOG, "the changelog"),
    files: fields.files.map(readFile),
  };
}

function readFile(value: unknown): ReleaseFile {
  const what = "a file of the manifest";
  const fields = recordOf(value, ["kind", "arch", "name", "bytes", "sha256"], what);
  const kind = FILE_KINDS.find((one) => one === fields.kind);
  const arch = FILE_ARCHES.find((one) => one === fields.arch);
  if (kind === undefined || arch === undefined) {
    throw malformed(`${what} is of a kind that is not known`);
  }
  return {
    kind,
    arch,
    // No slash and no dot in front: a name is never a path.
    name: textOf(fields.name, 128, "the name of a file", /^[A-Za-z0-9][A-Za-z0-9._-]*$/),
    bytes: wholeOf(fields.bytes, 1, MOST_FILE, "the length of a file"),
    sha256: textOf(fields.sha256, 64, "the hash of a file", /^[0-9a-f]{64}$/),
  };
}

/** The file of a kind for a machine. Throws an UpdateError when there is none. */
export function fileFor(
  { files, version }: Manifest,
  kind: ReleaseFile["kind"],
  arch: string,
): ReleaseFile {
  const found = files.find((file) => file.kind === kind && file.arch === arch);
  if (found === undefined) {
    throw new UpdateError("machine", sentence`version ${version} has no ${kind} for ${arch}`);
  }
  return found;
}

/** The raw root keys of a text: one key in base64 on each line, # begins a comment. */
export function readRootKeys(text: string): readonly Uint8Array[] {
  return text.split("\n").map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "").map((line) => {
      const key = base64Bytes(line, "a root key");
      if (key.length !== KEY_BYTES) {
        throw malformed("a root key is not an Ed25519 key");
      }
      return key;
    });
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
