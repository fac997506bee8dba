/**
 * Makes the apt repository of a release: the packages in a pool, their index, and the Release file
 * signed with OpenPGP (sources.list(5), apt-secure(8)).
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { Artifact, ReleaseInput } from "../release/artifact.ts";
import { findTool, runTool } from "../tools.ts";

/** The suite and the component of all packages. */
const SUITE = "stable";
const COMPONENT = "main";
const POOL = `pool/${COMPONENT}/b/box`;
/** Seconds that a tool may take. */
const LIMIT = 60;

interface IndexFile {
  /** Path below `dists/stable`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Makes the repository in `out`/apt from the packages of a release. `key` is the path of an
 * OpenPGP secret key without a passphrase. Rejects with an Error that says what is missing.
 */
export async function buildRepository(
  packages: readonly Artifact[],
  { epoch, out }: Pick<ReleaseInput, "epoch" | "out">,
  key: string,
): Promise<Artifact> {
  const root = `${out}/apt`;
  await Deno.remove(root, { recursive: true }).catch(() => {});
  await Deno.mkdir(`${root}/${POOL}`, { recursive: true });
  const indexes: IndexFile[] = [];
  for (const { arch, path } of packages) {
    await Deno.copyFile(path, `${root}/${POOL}/${basename(path)}`);
    const bytes = new TextEncoder().encode(await packageEntry(path));
    const place = `${COMPONENT}/binary-${arch}/Packages`;
    indexes.push({ path: place, bytes });
    indexes.push({ path: `${place}.gz`, bytes: gzipSync(bytes, { level: 9 }) });
  }

  const dists = `${root}/dists/${SUITE}`;
  for (const { path, bytes } of indexes) {
    await Deno.mkdir(`${dists}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(`${dists}/${path}`, bytes);
  }
  const arches = packages.map(({ arch }) => arch);
  await Deno.writeTextFile(`${dists}/Release`, releaseText(indexes, arches.join(" "), epoch));
  await signRelease(dists, `${root}/box.asc`, key);
  return { kind: "repository", path: root };
}

/** The stanza of a package in the index (deb822(5)). */
async function packageEntry(path: string): Promise<string> {
  const dpkg = findTool(["dpkg-deb"], "dpkg-deb, which Debian's package dpkg has");
  const fields = await runTool([dpkg, "--field", path], { limit: LIMIT });
  if (fields.code !== 0) throw new Error(`dpkg-deb does not read the package: ${fields.reason}`);
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const piece of file.readable) hash.update(piece);
  const { size } = await Deno.stat(path);
  return `${fields.output.trimEnd()}\nFilename: ${POOL}/${basename(path)}\nSize: ${size}\n` +
    `SHA256: ${hash.digest("hex")}\n`;
}

function releaseText(indexes: readonly IndexFile[], arches: string, epoch: number): string {
  const date = new Date(epoch * 1000).toUTCString().replace("GMT", "UTC");
  const sums = indexes.map(({ path, bytes }) => {
    const sum = createHash("sha256").update(bytes).digest("hex");
    return ` ${sum} ${bytes.length} ${path}`;
  });
  return [
    "Origin: box",
    "Label: box",
    `Suite: ${SUITE}`,
    `Codename: ${SUITE}`,
    `Date: ${date}`,
    `Architectures: ${arches}`,
    `Components: ${COMPONENT}`,
    "Description: The box, a DNS filter",
    "SHA256:",
    ...sums,
    "",
  ].join("\n");
}

/** Signs Release into InRelease and Release.gpg, and writes the public key. */
async function signRelease(dists: string, publicKey: string, key: string): Promise<void> {
  const gpg = findTool(["gpg"], "gpg, which Debian's package gnupg has");
  const home = await Deno.makeTempDir({ prefix: "box-gpg-" });
  try {
    await Deno.chmod(home, 0o700);
    const run = async (...args: readonly string[]) => {
      const ended = await runTool([gpg, "--homedir", home, "--batch", "--yes", ...args], {
        limit: LIMIT,
      });
      if (ended.code !== 0) throw new Error(`gpg does not sign: ${ended.reason}`);
    };
    await run("--import", key);
    const release = `${dists}/Release`;
    await run("--clearsign", "--output", `${dists}/InRelease`, release);
    await run("--armor", "--detach-sign", "--output", `${release}.gpg`, release);
    await run("--armor", "--export", "--output", publicKey);
    await runTool(["gpgconf", "--homedir", home, "--kill", "all"], { limit: LIMIT });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
