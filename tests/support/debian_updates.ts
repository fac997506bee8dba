/**
 * Real executables of several versions in the signed repositories that a router serves: archives
 * with their manifest, and packages for apt.
 */
import type { KeyObject } from "node:crypto";
import { createHash } from "node:crypto";
import { rawPublicKey } from "../../api/updates/envelope.ts";
import type { ReleaseFile } from "../../api/updates/manifest.ts";
import { VERSION } from "../../api/system/version.ts";
import { buildRepository } from "../../packaging/apt/build.ts";
import { buildArchive } from "../../packaging/archive/build.ts";
import { buildPackage } from "../../packaging/debian/build.ts";
import { releaseFile } from "../../packaging/release/manifest.ts";
import { ARCH, EPOCH } from "./debian_scene.ts";
import { EXECUTABLE } from "./executable.ts";
import { openPgpKey } from "./open_pgp.ts";
import { manifestOf, newKey, releaseKey, type SignedKey, signedText } from "./signed_manifests.ts";
import { compileVersion } from "./source_copy.ts";
import { ROOT } from "./source_files.ts";

const [MAJOR, MINOR, PATCH] = VERSION.split(".").map(Number);

/** The version that is installed first: that of this source tree. */
export const FIRST = VERSION;
/** A version that runs well. */
export const SECOND = `${MAJOR}.${MINOR}.${PATCH! + 1}`;
/** A version that starts and never answers a query. */
export const MUTE = `${MAJOR}.${MINOR}.${PATCH! + 2}`;

/** The files of all versions, and the keys that sign them. */
interface Releases {
  readonly folder: string;
  readonly root: KeyObject;
  readonly files: ReadonlyMap<string, readonly ReleaseFile[]>;
}

let made: Promise<Releases> | undefined;

/** Makes them once for all tests of a process. */
function releases(): Promise<Releases> {
  return made ??= makeReleases();
}

async function makeReleases(): Promise<Releases> {
  const folder = await Deno.makeTempDir({ prefix: "box-versions-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const root = newKey();
  const rootKeys = [rawPublicKey(root).toBase64()];
  const keys = [
    { by: "own", key: await pgpKey(folder, "own") },
    { by: "stranger", key: await pgpKey(folder, "stranger") },
  ];
  const programs = [
    [FIRST, EXECUTABLE],
    [SECOND, await program(SECOND)],
    [MUTE, await program(MUTE)],
  ] as const;
  const files = new Map<string, readonly ReleaseFile[]>();
  for (const [version, program] of programs) {
    const release = { version, epoch: EPOCH, out: `${folder}/files`, rootKeys };
    const archive = await fileOf("archive", await buildArchive(ARCH, program, release));
    files.set(version, [archive]);
  }
  for (const [version, program] of programs.slice(0, 2)) {
    const release = { version, epoch: EPOCH, out: `${folder}/files`, rootKeys };
    const path = await buildPackage(ARCH, program, release);
    files.set(version, [...files.get(version)!, await fileOf("package", path)]);
    const artifact = { kind: "package", arch: ARCH, path } as const;
    for (const { by, key } of version === FIRST ? keys.slice(0, 1) : keys) {
      await buildRepository([artifact], { ...release, out: `${folder}/${by}-${version}` }, key);
    }
  }
  return { folder, root, files };
}

/**
 * The executable of a version, made if it is missing and kept in `dist/versions/` as long as the
 * executable of this source tree stays the same.
 */
async function program(version: string): Promise<string> {
  const key = createHash("sha256").update(await Deno.readFile(EXECUTABLE)).digest("hex");
  const kept = `${ROOT}dist/versions`;
  const path = `${kept}/${key.slice(0, 12)}-${version}`;
  if (await Deno.stat(path).then(() => true, () => false)) return path;
  const work = await Deno.makeTempDir({ prefix: "box-version-" });
  try {
    const compiled = await compileVersion(work, version, { isMute: version === MUTE });
    await Deno.mkdir(kept, { recursive: true });
    for (const { name } of Deno.readDirSync(kept)) {
      if (name.endsWith(`-${version}`)) await Deno.remove(`${kept}/${name}`);
    }
    await Deno.copyFile(compiled, `${path}.new`);
    await Deno.rename(`${path}.new`, path);
    return path;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function pgpKey(folder: string, name: string): Promise<string> {
  await Deno.mkdir(`${folder}/key-${name}`);
  return await openPgpKey(`${folder}/key-${name}`);
}

async function fileOf(kind: ReleaseFile["kind"], path: string): Promise<ReleaseFile> {
  return (await releaseFile({ kind, arch: ARCH, path }))!;
}

/** What the router serves to the boxes of a home. */
export class UpdateWebsite {
  /** The folder that the router serves. */
  readonly folder: string;
  /** The folder with the archives and packages of all versions. */
  readonly files: string;
  readonly #releases: Releases;
  readonly #key: SignedKey;
  #number = 0;

  private constructor(folder: string, releases: Releases) {
    this.folder = folder;
    this.files = `${releases.folder}/files`;
    this.#releases = releases;
    this.#key = releaseKey(releases.root, nowSeconds());
  }

  /** Makes one for a test, which offers nothing yet, and removes it afterwards. */
  static async run(test: (website: UpdateWebsite) => Promise<void>): Promise<void> {
    const all = await releases();
    const folder = await Deno.makeTempDir({ prefix: "box-website-" });
    try {
      const website = new UpdateWebsite(folder, all);
      for (const { name } of Deno.readDirSync(website.files)) {
        await Deno.symlink(`${website.files}/${name}`, `${folder}/${name}`);
      }
      await test(website);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** Offers a version with a signed manifest; `stranger` = the key is not that of the box. */
  async offer(version: string, by: "own" | "stranger" = "own"): Promise<void> {
    const now = nowSeconds();
    const number = now + ++this.#number;
    const files = this.#releases.files.get(version)!;
    const changelog = `### Added\n\n- What version ${version} brings.`;
    const manifest = manifestOf(now, { version, number, files, least: FIRST, changelog });
    const key = by === "own" ? this.#key : releaseKey(newKey(), now);
    await Deno.writeTextFile(`${this.folder}/stable.json`, signedText(manifest, key));
  }

  /** Offers a version to apt; `stranger` = its index is signed by a key that nobody trusts. */
  async offerToApt(version: string, by: "own" | "stranger" = "own"): Promise<void> {
    await Deno.remove(`${this.folder}/apt`).catch(() => {});
    await Deno.symlink(`${this.#releases.folder}/${by}-${version}/apt`, `${this.folder}/apt`);
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
