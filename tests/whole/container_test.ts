/** The container image: its layout, and a container from it without Docker. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { buildContainer, DATA, USER } from "../../packaging/container/build.ts";
import { findTarget } from "../../packaging/target.ts";
import { runTool } from "../../packaging/tools.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { refusal } from "../support/other_root.ts";
import { needsTool } from "../support/tool.ts";
import { WAIT, within } from "../support/whole_box.ts";

const HOST = findTarget(undefined).name;
const RELEASE = { version: "1.2.3", epoch: 1_790_000_000 };
/** Capabilities that the recipe gives to the container, and those that start it here. */
const BOUNDING = "-all,+net_bind_service,+net_raw,+sys_chroot,+setuid,+setgid";
/**
 * Makes the mounts of a container in `$0`: everything read-only except the data. Port 53 is that of
 * a network of its own.
 */
const CONTAIN = `set -e
ip link set lo up
mount --bind "$0" "$0"
mount -o remount,ro,bind "$0"
mount --rbind /proc "$0/proc"
mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"
mount --bind "$1" "$0${DATA}"
exec setpriv --bounding-set ${BOUNDING} chroot --userspec=${USER}:${USER} "$0" /usr/bin/box serve`;

/** A document of an image. */
interface Document {
  readonly manifests?: readonly Descriptor[];
  readonly layers?: readonly Descriptor[];
  readonly config?: Descriptor;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: Readonly<Record<string, string>>;
}

/** The file of a descriptor, after its size and its hash were compared. */
function blob(layout: string, { digest, size }: Descriptor): string {
  const path = `${layout}/blobs/${digest.replace(":", "/")}`;
  const bytes = Deno.readFileSync(path);
  assert.equal(bytes.length, size);
  assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, digest);
  return path;
}

const parsed = (path: string) => JSON.parse(Deno.readTextFileSync(path));

/** Unpacks an archive with images; returns the folder. */
async function unpack(archive: string, folder: string): Promise<string> {
  await Deno.mkdir(folder);
  const { code, reason } = await runTool(["tar", "-xf", archive, "-C", folder], { limit: 60 });
  assert.equal(code, 0, reason);
  return folder;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-container-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "The archive holds an image for each machine, whole and the same each time",
  ignore: !isBuilt(),
  fn: () =>
    inFolder(async (folder) => {
      // The content does not matter here, so small files stand for the other machines.
      await Deno.writeTextFile(`${folder}/arm64`, "the program for arm64");
      await Deno.writeTextFile(`${folder}/arm`, "the program for arm");
      const executables = new Map(
        [["amd64", EXECUTABLE], ["arm64", `${folder}/arm64`], ["arm", `${folder}/arm`]] as const,
      );
      const built: string[] = [];
      for (const out of ["one", "two"]) {
        const made = await buildContainer({ ...RELEASE, executables, out: `${folder}/${out}` });
        built.push(made.path);
      }
      assert.equal((await runTool(["cmp", ...built], { limit: 60 })).code, 0);

      const layout = await unpack(built[0]!, `${folder}/layout`);
      assert.deepEqual(parsed(`${layout}/oci-layout`), { imageLayoutVersion: "1.0.0" });
      const top = parsed(`${layout}/index.json`) as Document;
      const images = parsed(blob(layout, top.manifests![0]!)) as Document;
      assert.deepEqual(images.manifests!.map(({ platform }) => platform), [
        { architecture: "amd64", os: "linux" },
        { architecture: "arm64", variant: "v8", os: "linux" },
        { architecture: "arm", variant: "v7", os: "linux" },
      ]);
      for (const image of images.manifests!) {
        const manifest = parsed(blob(layout, image)) as Document;
        const config = parsed(blob(layout, manifest.config!));
        assert.equal(config.architecture, image.platform!.architecture);
        assert.deepEqual(config.rootfs.diff_ids, manifest.layers!.map(({ digest }) => digest));
        assert.equal(config.config.User, `${USER}:${USER}`);
        assert.deepEqual(config.config.Healthcheck.Test, ["CMD", "/usr/bin/box", "healthcheck"]);
        manifest.layers!.forEach((layer) => blob(layout, layer));
      }
    }),
});

Deno.test({
  name: "skopeo finds the image of each machine in the archive",
  ignore: !isBuilt() || Deno.env.get("BOX_LONG") !== "1" || needsTool("skopeo"),
  fn: () =>
    inFolder(async (folder) => {
      const executables = new Map([["amd64", EXECUTABLE], ["arm64", EXECUTABLE]] as const);
      const { path } = await buildContainer({ ...RELEASE, executables, out: folder });
      for (const machine of ["amd64", "arm64"]) {
        const { code, output, reason } = await runTool([
          "skopeo",
          `--override-arch=${machine}`,
          "inspect",
          "--config",
          `oci-archive:${path}:1.2.3`,
        ], { limit: 60 });
        assert.equal(code, 0, reason);
        assert.equal(JSON.parse(output).architecture, machine);
      }
    }),
});

Deno.test({
  name:
    "A container from the image answers on port 53 as an unprivileged user with a read-only root",
  // Only root may write the capabilities of a file.
  ignore: !isBuilt() || Deno.uid() !== 0 || await refusal() !== "" ||
    needsTool("unshare", "nsenter", "setpriv", "ip", "dig"),
  fn: () =>
    inFolder(async (folder) => {
      const executables = new Map([[HOST, EXECUTABLE]]);
      const { path } = await buildContainer({ ...RELEASE, executables, out: folder });
      const layout = await unpack(path, `${folder}/layout`);
      const top = parsed(`${layout}/index.json`) as Document;
      const images = parsed(blob(layout, top.manifests![0]!)) as Document;
      const manifest = parsed(blob(layout, images.manifests![0]!)) as Document;
      const { config } = parsed(blob(layout, manifest.config!));
      const root = `${folder}/root`;
      await Deno.mkdir(root);
      const unpacked = await runTool([
        ...["tar", "--xattrs", "--xattrs-include=*", "--numeric-owner", "-xpf"],
        blob(layout, manifest.layers![0]!),
        ...["-C", root],
      ], { limit: 60 });
      assert.equal(unpacked.code, 0, unpacked.reason);
      const data = `${folder}/data`;
      await Deno.mkdir(data, { mode: 0o700 });
      await Deno.chown(data, USER, USER);
      await Deno.chmod(folder, 0o755);

      const env = Object.fromEntries(
        (config.Env as string[]).map((entry) => entry.split("=", 2) as [string, string]),
      );
      env.PATH = `${Deno.env.get("PATH")}:/usr/sbin`;
      const box = new Deno.Command("unshare", {
        args: ["--net", "--mount", "sh", "-c", CONTAIN, root, data],
        env: { ...env, BOX_ADVERTISE_ADDR: "192.0.2.5" },
        clearEnv: true,
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const output = Promise.all([
        new Response(box.stdout).text(),
        new Response(box.stderr).text(),
      ]).then((texts) => texts.join(""));
      try {
        const net = ["nsenter", "--target", String(box.pid), "--net"];
        const dig = ["dig", "@127.0.0.1", "+short", "+tries=1", "+time=2", "doubleclick.net"];
        const answered = await within(90_000, async () => {
          return (await runTool([...net, ...dig], { limit: 10 })).output.trim() === "0.0.0.0";
        });
        assert.ok(answered, answered ? "" : await stopped(box, output));

        const status = await Deno.readTextFile(`/proc/${box.pid}/status`);
        assert.match(status, new RegExp(`^Uid:\\s+${USER}\\s+${USER}`, "m"));
        // net_bind_service and net_raw, and no other.
        assert.match(status, /^CapEff:\s+0000000000002400$/m);

        const inside = [
          ...["nsenter", "--target", String(box.pid), "--net", "--mount", "--root", "--wd"],
          ...["--setuid", String(USER), "--setgid", String(USER), "/usr/bin/box"],
        ];
        const run = (...args: readonly string[]) =>
          runTool([...inside, ...args], { limit: 60, env });
        // The pages follow the first answer after a moment.
        assert.ok(await within(WAIT, async () => (await run("healthcheck")).code === 0));
        const telemetry = await run("telemetry", "--json");
        assert.equal(JSON.parse(telemetry.output).body.install, "docker", telemetry.transcript);

        box.kill("SIGTERM");
        assert.equal((await box.status).code, 0, await output);
      } finally {
        await stopped(box, output);
      }
    }),
});

/** Ends the container if it runs; resolves with its output. */
async function stopped(box: Deno.ChildProcess, output: Promise<string>): Promise<string> {
  try {
    box.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  await box.status;
  return await output;
}
