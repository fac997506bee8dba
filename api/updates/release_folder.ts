/**
 * The folders of the installed versions: `releases/VERSION`, the link `current` to the one in use,
 * and the link `updater` to the one whose program root runs.
 */
import { LIMITS } from "../../policy/limits.ts";
import { syncFolder } from "../system/atomic_file.ts";
import { freeBytes } from "../system/free_space.ts";
import { installedArch, TARGET_VARIABLE } from "../system/install.ts";
import { copyExactly, type ForeignFolder, switchLink, writeFileAtomic } from "./files.ts";
import {
  fileFor,
  MOST_MANIFEST,
  readRootKeys,
  type ReleaseFile,
  type VerifiedManifest,
  verifyManifest,
} from "./manifest.ts";
import { malformed, UpdateError } from "./refusal.ts";
import { DOWNLOAD_FILE, MANIFEST_FILE, type UpdateRequest } from "./request.ts";
import type { UnitState } from "./unit_state.ts";
import { isNewer, VERSION_FORM } from "./version_order.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The file with root keys in a release, and the units that a release brings. */
export const KEYS_FILE = "update-keys";
const UNITS = ["box.service", "box-update.service", "box-update.path"] as const;

/** Where packages put the root keys. */
const PACKAGED_KEYS = "/usr/lib/box/update-keys";

/** The text of the root keys of this installation; "" = there are none. */
export function rootKeysText(home: string): string {
  for (const path of [`${home}/updater/${KEYS_FILE}`, PACKAGED_KEYS]) {
    try {
      return Deno.readTextFileSync(path);
    } catch {
      continue;
    }
  }
  return "";
}

/** Space that a version needs, as a multiple of its archive: archive, content, unpacked program. */
const SPACE = 4;
const SPARE_BYTES = 16 * 1024 * 1024;
/** The databases, which the new version copies before it changes their schema. */
const DATABASES = ["box.db", "journal.db", "stats.db"] as const;
/** Seconds that unpacking and the first start of the new program may take. */
const LIMIT = 180;
/** Maximum characters of a program's output in a message. */
const MOST_REASON = 300;

/** The words of the manifest for this machine; an armhf userland on it reports arm. */
export function releaseArch(): string {
  return installedArch(Deno.build.arch, Deno.env.get(TARGET_VARIABLE));
}

/** The installed versions below a folder such as /opt/box. */
export class ReleaseFolder {
  readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  /** The folder of a version. */
  folder(version: string): string {
    return `${this.home}/releases/${version}`;
  }

  /** The version in use. Throws an UpdateError when there is none. */
  current(): string {
    return this.#versionOf("current");
  }

  /** Whether the program of a version is there. */
  has(version: string): boolean {
    try {
      return Deno.lstatSync(`${this.folder(version)}/box`).isFile;
    } catch {
      return false;
    }
  }

  /** Lets the box start with a version from now on. */
  async use(version: string): Promise<void> {
    await switchLink(`${this.home}/current`, `releases/${version}`);
  }

  /** Lets root run the program of a version from now on. */
  async trust(version: string): Promise<void> {
    await switchLink(`${this.home}/updater`, `releases/${version}`);
  }

  /**
   * Copies the downloaded archive into a place of root, checks that copy, and unpacks it. `reached`
   * is called before each part. `now` is in Unix seconds, `data` the folder of the databases.
   * Throws an UpdateError.
   */
  async prepare(
    { version, channel }: UpdateRequest,
    inbox: ForeignFolder,
    state: UnitState,
    { now, data }: { readonly now: number; readonly data: string },
    reached: (step: "copying" | "unpacking" | "trying") => Promise<void>,
  ): Promise<VerifiedManifest["floor"]> {
    const incoming = `${this.home}/incoming`;
    await reached("copying");
    const current = this.current();
    await this.prune([current, this.#versionOf("updater"), state.previous]);
    await Deno.mkdir(incoming, { mode: 0o700 });
    const text = await inbox.readText(MANIFEST_FILE, MOST_MANIFEST);
    if (text === undefined) throw new UpdateError("request", sentence`there is no manifest`);
    const roots = readRootKeys(await Deno.readTextFile(`${this.home}/updater/${KEYS_FILE}`));
    const { manifest, floor } = verifyManifest(text, { roots, channel, floor: state.floor, now });
    if (manifest.version !== version) {
      throw new UpdateError("version", sentence`the manifest offers ${manifest.version}`);
    }
    if (!isNewer(version, current)) {
      throw new UpdateError("version", sentence`it is not newer than ${current}`);
    }
    if (isNewer(manifest.least, current)) {
      throw new UpdateError("version", sentence`it needs version ${manifest.least} first`);
    }
    const file = fileFor(manifest, "archive", releaseArch());
    await this.#checkSpace(file, data);
    using download = inbox.open(DOWNLOAD_FILE);
    if (download === undefined) throw new UpdateError("request", sentence`there is no download`);
    if (download.size !== file.bytes) {
      throw new UpdateError(
        "length",
        sentence`the file has ${download.size} of ${file.bytes} bytes`,
      );
    }
    const archive = `${incoming}/archive.tar.gz`;
    const sha256 = await copyExactly(download, archive, file.bytes);
    if (sha256 !== file.sha256) {
      throw new UpdateError("hash", sentence`the file is not the one that the manifest names`);
    }
    await reached("unpacking");
    await this.#unpack(archive, version);
    await reached("trying");
    await tryProgram(this.folder(version), version);
    return floor;
  }

  async #checkSpace({ bytes }: ReleaseFile, data: string): Promise<void> {
    const copies = bytesOfCopies(data);
    const isOneDisk = Deno.statSync(data).dev === Deno.statSync(this.home).dev;
    await checkRoom(this.home, bytes * SPACE + (isOneDisk ? copies : 0));
    if (!isOneDisk) await checkRoom(data, copies);
  }

  /** Unpacks a checked archive into the folder of its version. */
  async #unpack(archive: string, version: string): Promise<void> {
    const unpacked = `${this.home}/incoming/unpacked`;
    await Deno.mkdir(unpacked);
    const tar = ["tar", "-xzf", archive, "-C", unpacked, "--no-same-owner"];
    const ended = await runLimited(tar, LIMIT);
    if (ended.code !== 0) {
      const isFull = /no space left/i.test(ended.text);
      throw new UpdateError(
        isFull ? "disk" : "format",
        sentence`it cannot be unpacked: ${ended.reason}`,
      );
    }
    const folder = `${unpacked}/box-${version}-linux-${releaseArch()}`;
    for (const entry of Deno.readDirSync(folder)) {
      if (!entry.isFile) throw malformed(`${entry.name} is not a plain file`);
      using file = Deno.openSync(`${folder}/${entry.name}`);
      file.syncSync();
    }
    await Deno.chmod(folder, 0o755);
    const place = this.folder(version);
    await Deno.remove(place, { recursive: true }).catch(() => {});
    await Deno.rename(folder, place);
    await syncFolder(place);
    await Deno.remove(`${this.home}/incoming`, { recursive: true });
  }

  /** Puts the units of a version in place; returns whether any of them changed. */
  async placeUnits(version: string, units: string): Promise<boolean> {
    let hasChanged = false;
    for (const name of UNITS) {
      const text = await Deno.readTextFile(`${this.folder(version)}/${name}`).catch(() =>
        undefined
      );
      const present = await Deno.readTextFile(`${units}/${name}`).catch(() => undefined);
      if (text === undefined || text === present) continue;
      await writeFileAtomic(`${units}/${name}`, text);
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Removes what was left of an interrupted or refused update. */
  async discard(): Promise<void> {
    await Deno.remove(`${this.home}/incoming`, { recursive: true }).catch(() => {});
  }

  /** Removes all versions but these, and what was left of an interrupted update. */
  async prune(kept: readonly string[]): Promise<void> {
    await this.discard();
    for (const { name } of Deno.readDirSync(`${this.home}/releases`)) {
      if (kept.includes(name)) continue;
      await Deno.remove(`${this.home}/releases/${name}`, { recursive: true });
    }
  }

  #versionOf(link: string): string {
    let target: string;
    try {
      target = Deno.readLinkSync(`${this.home}/${link}`);
    } catch {
      throw new UpdateError("previous", sentence`${this.home}/${link} does not lead to a version`);
    }
    const version = target.replace(/^releases\//, "");
    if (!VERSION_FORM.test(version)) {
      throw new UpdateError("previous", sentence`${this.home}/${link} does not lead to a version`);
    }
    return version;
  }
}

/** The bytes of the copies that the databases in a folder need. */
function bytesOfCopies(data: string): number {
  const sizes = DATABASES.map((name) => {
    try {
      const { size } = Deno.lstatSync(`${data}/${name}`);
      return name === "box.db" || size <= LIMITS.updates.copiedMost ? size : 0;
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Throws an UpdateError when a folder has no room for some bytes, and some to spare. */
async function checkRoom(folder: string, bytes: number): Promise<void> {
  const needed = bytes + SPARE_BYTES;
  if (await freeBytes(folder) >= needed) return;
  const megabytes = Math.ceil(needed / 1_000_000);
  throw new UpdateError("disk", sentence`${folder} has less than ${megabytes} MB left`);
}

/** Starts a program once: one that this machine cannot run is never switched to. */
async function tryProgram(folder: string, version: string): Promise<void> {
  const { code, text, reason } = await runLimited([`${folder}/box`, "version"], LIMIT);
  if (code !== 0 || text !== `box ${version}`) {
    throw new UpdateError("start", sentence`its program does not start on this machine: ${reason}`);
  }
}

/** The result of a program. */
export interface ProgramResult {
  /** 127 = it could not be run. */
  readonly code: number;
  readonly text: string;
  /** The last line of its output, as part of a sentence. */
  readonly reason: string;
}

/** Runs a program for at most some seconds. */
export async function runLimited(
  command: readonly string[],
  seconds: number,
): Promise<ProgramResult> {
  try {
    const { code, stdout, stderr } = await new Deno.Command(command[0], {
      args: command.slice(1),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(seconds * 1000),
    }).output();
    const decoder = new TextDecoder();
    const text = (decoder.decode(stdout) + decoder.decode(stderr)).trim();
    const reason = text.slice(text.lastIndexOf("\n") + 1).slice(0, MOST_REASON);
    return { code, text, reason: reason === "" ? `exit code ${code}` : reason };
  } catch (error) {
    const { message } = error as Error;
    return { code: 127, text: message, reason: message };
  }
}
