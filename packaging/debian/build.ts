/** Builds the Debian packages with dpkg-deb, without root; equal input gives equal bytes. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { manPage } from "../../cli/man.ts";
import { completionScript, type Shell, SHELLS } from "../../cli/commands/completion.ts";
import { COMMANDS } from "../../cli/list.ts";
import { SETTINGS } from "../../api/settings/list.ts";
import { RELEASED } from "../../api/system/version.ts";
import type { Artifact, ReleaseInput, ReleaseStep } from "../release/artifact.ts";
import { type DebianArch, findTarget, unitFor } from "../target.ts";
import { rootKeysFile } from "../release/root_keys.ts";
import { findTool, runTool } from "../tools.ts";

const SOURCE = new URL(".", import.meta.url).pathname;
const UNITS = new URL("../units/", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname;
/** Scripts of the package manager (Debian Policy 6.1) and of debconf. */
const SCRIPTS = ["preinst", "postinst", "prerm", "postrm", "config"] as const;
/** Where each shell looks for completions of packages. */
const COMPLETIONS: Readonly<Record<Shell, string>> = {
  bash: "usr/share/bash-completion/completions/box",
  zsh: "usr/share/zsh/vendor-completions/_box",
  fish: "usr/share/fish/vendor_completions.d/box.fish",
};
/** Seconds that dpkg-deb may take. */
const LIMIT = 300;

/** The step that makes a package for each machine. */
export const debianStep: ReleaseStep = {
  name: "Debian packages",
  async run(input) {
    const packages: Artifact[] = [];
    for (const [name, executable] of input.executables) {
      const arch = findTarget(name).debian;
      const path = await buildPackage(arch, executable, input);
      packages.push({ kind: "package", arch, path });
    }
    return packages;
  },
};

/** Builds the package of one machine; resolves with its path. */
export async function buildPackage(
  arch: DebianArch,
  executable: string,
  { version, epoch, out, rootKeys = [] }: Pick<
    ReleaseInput,
    "version" | "epoch" | "out" | "rootKeys"
  >,
): Promise<string> {
  const dpkg = findTool(["dpkg-deb"], "dpkg-deb, which Debian's package dpkg has");
  const tree = await Deno.makeTempDir({ prefix: "box-deb-" });
  try {
    await writeTree(tree, arch, executable, { version, rootKeys });
    await setTimes(tree, epoch);
    const path = `${out}/box_${version}_${arch}.deb`;
    await Deno.mkdir(out, { recursive: true });
    const built = await runTool(
      [dpkg, "--root-owner-group", "-Zxz", "-z0", "--build", tree, path],
      { limit: LIMIT, env: { SOURCE_DATE_EPOCH: String(epoch) } },
    );
    if (built.code !== 0) throw new Error(`dpkg-deb does not build the package: ${built.reason}`);
    return path;
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

async function writeTree(
  tree: string,
  arch: DebianArch,
  executable: string,
  { version, rootKeys }: { readonly version: string; readonly rootKeys: readonly string[] },
): Promise<void> {
  const put = async (path: string, content: string | Uint8Array, mode = 0o644) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.mkdir(`${tree}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(`${tree}/${path}`, bytes);
    await Deno.chmod(`${tree}/${path}`, mode);
  };
  const copy = async (from: string, to: string, mode?: number) =>
    await put(to, await Deno.readFile(from), mode);

  await copy(executable, "usr/bin/box", 0o755);
  for (
    const path of [
      `${UNITS}box.service`,
      `${SOURCE}box-update.service`,
      `${SOURCE}box-update.path`,
    ]
  ) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    await put(`lib/systemd/system/${name}`, unitFor(await Deno.readTextFile(path), arch));
  }
  await put("usr/lib/box/update-keys", rootKeysFile(rootKeys));
  await copy(`${UNITS}box.toml`, "etc/box/box.toml");
  for (const program of ["port-53", "found-settings"]) {
    await copy(`${SOURCE}${program}`, `usr/lib/box/${program}`, 0o755);
  }
  await copy(`${SOURCE}50-box.rules`, "usr/share/polkit-1/rules.d/50-box.rules");
  await put("usr/share/man/man1/box.1.gz", gzipped(manPage(COMMANDS, SETTINGS, version)));
  for (const shell of SHELLS) {
    await put(COMPLETIONS[shell], completionScript(shell, COMMANDS, SETTINGS));
  }
  await put("usr/share/doc/box/copyright", await copyrightText());
  await put("usr/share/doc/box/changelog.gz", gzipped(changelogText(version)));
  await copy(`${SOURCE}lintian-overrides`, "usr/share/lintian/overrides/box");

  for (const script of SCRIPTS) {
    const text = await Deno.readTextFile(`${SOURCE}${script}`);
    await put(`DEBIAN/${script}`, text.replaceAll("@VERSION@", version), 0o755);
  }
  await copy(`${SOURCE}templates`, "DEBIAN/templates");
  await put("DEBIAN/conffiles", "/etc/box/box.toml\n");
  await put("DEBIAN/md5sums", await checksums(tree));
  await put("DEBIAN/control", await controlText(tree, arch, version));
}

async function controlText(tree: string, arch: DebianArch, version: string): Promise<string> {
  const kilobytes = Math.ceil((await sizeOf(tree)) / 1024);
  return [
    "Package: box",
    `Version: ${version}`,
    `Architecture: ${arch}`,
    "Maintainer: The authors of the box <box@localhost.localdomain>",
    `Installed-Size: ${kilobytes}`,
    "Depends: adduser, debconf (>= 0.5) | debconf-2.0, init-system-helpers (>= 1.54)",
    // The executable brings its own C library for systems without these.
    "Recommends: ca-certificates, libc6 (>= 2.31), libgcc-s1",
    "Suggests: polkitd",
    "Section: net",
    "Priority: optional",
    "Description: DNS filter for the home and the small company",
    " The box answers DNS for the devices of a network over UDP, TCP, TLS, HTTPS and",
    " QUIC, and blocks what its household chose to block: advertising, trackers,",
    " dangerous names, services, and the Internet outside the hours of a child.",
    " .",
    ' It is set up in a browser, and driven by the command "box" in a terminal.',
    "",
  ].join("\n");
}

async function copyrightText(): Promise<string> {
  const notice = await Deno.readTextFile(`${ROOT}NOTICE`);
  return `${notice.trim()}\n\nOn Debian systems the Apache License, Version 2.0 is in\n` +
    "/usr/share/common-licenses/Apache-2.0.\n";
}

function changelogText(version: string): string {
  const date = new Date(RELEASED).toUTCString().replace("GMT", "+0000");
  return `box (${version}) stable; urgency=medium\n\n  * Release ${version}.\n\n` +
    ` -- The authors of the box <box@localhost.localdomain>  ${date}\n`;
}

/** Compressed without a time, so that equal text gives equal bytes. */
function gzipped(text: string): Uint8Array {
  return gzipSync(text, { level: 9 });
}

/** The checksums that `dpkg --verify` compares (deb-md5sums(5)). */
async function checksums(tree: string): Promise<string> {
  const lines: string[] = [];
  for (const path of await filesBelow(tree)) {
    if (path.startsWith("DEBIAN/") || path.startsWith("etc/")) continue;
    const sum = createHash("md5").update(await Deno.readFile(`${tree}/${path}`)).digest("hex");
    lines.push(`${sum}  ${path}\n`);
  }
  return lines.join("");
}

async function sizeOf(tree: string): Promise<number> {
  const sizes = (await filesBelow(tree)).map(async (path) =>
    (await Deno.stat(`${tree}/${path}`)).size
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The files below a folder, sorted. */
async function filesBelow(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    if (isDirectory) found.push(...await filesBelow(folder, `${prefix}${name}/`));
    else found.push(prefix + name);
  }
  return found.sort();
}

/** Gives every file and folder the same time and folders their usual mode. */
async function setTimes(folder: string, epoch: number): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await setTimes(path, epoch);
    else await Deno.utime(path, epoch, epoch);
  }
  await Deno.chmod(folder, 0o755);
  await Deno.utime(folder, epoch, epoch);
}
