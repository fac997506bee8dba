/**
 * `deno task release [--targets amd64,arm64,arm] [--key FILE] [--apt-key FILE]`: compiles the
 * executables and makes the packages, the archives and SHA256SUMS in dist/. With the operator's
 * Ed25519 key (PEM, PKCS 8) it signs the checksums: SHA256SUMS.sig. With an OpenPGP key it makes the
 * apt repository dist/apt/. With a release key (--update-key, --update-cert) it makes the signed
 * manifest of updates. `keys` makes such keys, `resign` signs a manifest again (docs/release.md).
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { RELEASED, VERSION } from "../../api/system/version.ts";
import { buildRepository } from "../apt/build.ts";
import { compile } from "../compile.ts";
import { findTarget, type TargetName, TARGETS } from "../target.ts";
import { UPDATE_CHANNELS } from "../../policy/catalogue/updates.ts";
import type { Artifact } from "./artifact.ts";
import { checksumText, signText } from "./checksums.ts";
import { keysCommand, readSigner } from "./keys.ts";
import { changelogOf, resignManifest, writeManifest } from "./manifest.ts";
import { RELEASE_STEPS } from "./steps.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** How the executables of a release are made. */
const OPTIONS = { by: "launcher", withLibrary: true } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      targets: { type: "string", default: TARGETS.map(({ name }) => name).join(",") },
      key: { type: "string" },
      "apt-key": { type: "string" },
      "root-key": { type: "string", multiple: true, default: [] },
      "update-key": { type: "string" },
      "update-cert": { type: "string" },
      channel: { type: "string", default: "stable" },
      security: { type: "boolean", default: false },
      least: { type: "string", default: "0.9.0" },
    },
  });
  const channel = UPDATE_CHANNELS.find((one) => one === values.channel);
  if (channel === undefined) throw new Error(`--channel is one of ${UPDATE_CHANNELS.join(", ")}`);
  const rootKeys: string[] = [];
  for (const path of values["root-key"]) rootKeys.push((await Deno.readTextFile(path)).trim());
  const executables = new Map<TargetName, string>();
  for (const name of values.targets.split(",")) {
    const target = findTarget(name);
    executables.set(target.name, await compile(ROOT, target, OPTIONS));
  }

  const out = `${ROOT}/dist`;
  const epoch = RELEASED / 1000;
  const artifacts: Artifact[] = [...executables].map(([arch, path]) => {
    return { kind: "executable", arch, path };
  });
  for (const step of RELEASE_STEPS) {
    artifacts.push(...await step.run({ version: VERSION, epoch, executables, out, rootKeys }));
  }

  const sums = await checksumText(artifacts.map(({ path }) => path));
  await Deno.writeTextFile(`${out}/SHA256SUMS`, sums);
  if (values.key === undefined) {
    console.log("SHA256SUMS is not signed: --key names the operator's key");
  } else {
    const pem = await Deno.readTextFile(values.key);
    await Deno.writeFile(`${out}/SHA256SUMS.sig`, signText(sums, pem));
  }
  const updateKey = values["update-key"];
  const updateCert = values["update-cert"];
  if (updateKey === undefined || updateCert === undefined) {
    console.log("There is no manifest of updates: --update-key and --update-cert sign it");
  } else {
    const changelog = changelogOf(await Deno.readTextFile(`${ROOT}/CHANGELOG.md`), VERSION);
    const { security, least } = values;
    const now = secondsNow();
    const facts = { channel, version: VERSION, released: epoch, security, least, changelog, now };
    const signer = await readSigner(updateKey, updateCert);
    artifacts.push(await writeManifest(artifacts, facts, signer, out));
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

/** Signs a manifest again, so that it does not expire: `resign --update-key … FILE`. */
async function resign(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { "update-key": { type: "string" }, "update-cert": { type: "string" } },
  });
  const { "update-key": key, "update-cert": cert } = values;
  if (key === undefined || cert === undefined || positionals.length === 0) {
    throw new Error("Missing: --update-key FILE.pem --update-cert FILE.json MANIFEST");
  }
  const signer = await readSigner(key, cert);
  for (const path of positionals) await resignManifest(path, signer, { now: secondsNow() });
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

if (import.meta.main) {
  const [word, ...rest] = Deno.args;
  if (word === "keys") await keysCommand(rest, secondsNow());
  else if (word === "resign") await resign(rest);
  else await main();
}
