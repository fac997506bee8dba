/**
 * `deno task release [--targets amd64,arm64] [--key FILE] [--apt-key FILE]`: compiles the
 * executables and makes the packages, the archives and SHA256SUMS in dist/. With the operator's
 * Ed25519 key (PEM, PKCS 8) it signs the checksums: SHA256SUMS.sig. With an OpenPGP key it makes the
 * apt repository dist/apt/.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { RELEASED, VERSION } from "../../api/system/version.ts";
import { buildRepository } from "../apt/build.ts";
import { compile } from "../compile.ts";
import { findTarget } from "../target.ts";
import type { Artifact, DebianArch } from "./artifact.ts";
import { checksumText, signText } from "./checksums.ts";
import { RELEASE_STEPS } from "./steps.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      targets: { type: "string", default: "amd64,arm64" },
      key: { type: "string" },
      "apt-key": { type: "string" },
    },
  });
  const executables = new Map<DebianArch, string>();
  for (const name of values.targets.split(",")) {
    const target = findTarget(name);
    executables.set(target.name, await compile(ROOT, target, "launcher"));
  }

  const out = `${ROOT}/dist`;
  const epoch = RELEASED / 1000;
  const artifacts: Artifact[] = [...executables].map(([arch, path]) => {
    return { kind: "executable", arch, path };
  });
  for (const step of RELEASE_STEPS) {
    artifacts.push(...await step.run({ version: VERSION, epoch, executables, out }));
  }

  const sums = await checksumText(artifacts.map(({ path }) => path));
  await Deno.writeTextFile(`${out}/SHA256SUMS`, sums);
  if (values.key === undefined) {
    console.log("SHA256SUMS is not signed: --key names the operator's key");
  } else {
    const pem = await Deno.readTextFile(values.key);
    await Deno.writeFile(`${out}/SHA256SUMS.sig`, signText(sums, pem));
  }
  const aptKey = values["apt-key"];
  if (aptKey === undefined) {
    console.log("There is no apt repository: --apt-key names the OpenPGP key that signs it");
  } else {
    const packages = artifacts.filter(({ kind }) => kind === "package");
    artifacts.push(await buildRepository(packages, { epoch, out }, aptKey));
  }
  for (const { kind, path } of artifacts) console.log(`${kind.padEnd(10)} dist/${basename(path)}`);
}

if (import.meta.main) await main();
