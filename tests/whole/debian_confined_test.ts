/**
 * The root unit of the Debian package on clean systems that boot with systemd: the box requests an
 * update, and apt upgrades the package inside the limits of that unit (long run).
 */
import assert from "node:assert/strict";
import { buildRepository } from "../../packaging/apt/build.ts";
import { buildPackage } from "../../packaging/debian/build.ts";
import { VERSION } from "../../api/system/version.ts";
import { runTool } from "../../packaging/tools.ts";
import { DEBIANS } from "../support/debian_root.ts";
import { ARCH, DebianScene, EPOCH, isSkipped } from "../support/debian_scene.ts";
import { EXECUTABLE } from "../support/executable.ts";
import { openPgpKey } from "../support/open_pgp.ts";
import { within } from "../support/whole_box.ts";

const OLDER = "0.0.1";
/** Where the system finds the repositories. */
const PLACE = "/srv/repositories";
/** Milliseconds that an upgrade and the minute of watching may take. */
const PATIENCE = 300_000;

/** Repositories of an older version and of this one, in the root of a system. */
async function addRepositories(root: string): Promise<void> {
  const folder = `${root}${PLACE}`;
  await Deno.mkdir(folder, { recursive: true });
  const keys = await Deno.makeTempDir({ prefix: "box-apt-key-" });
  try {
    const key = await openPgpKey(keys);
    for (const version of [OLDER, VERSION]) {
      const release = { version, epoch: EPOCH, out: folder };
      const path = await buildPackage(ARCH, EXECUTABLE, release);
      const artifact = { kind: "package", arch: ARCH, path } as const;
      await buildRepository([artifact], { ...release, out: `${folder}/${version}` }, key);
    }
  } finally {
    await Deno.remove(keys, { recursive: true });
  }
}

/** A package whose script, which configures it, writes to a path. */
async function addHalfInstalled(root: string, name: string, path: string): Promise<void> {
  const tree = `${root}/srv/${name}`;
  await Deno.mkdir(`${tree}/DEBIAN`, { recursive: true });
  const fields = ["Version: 1", "Architecture: all", "Maintainer: Test <test@localhost>"];
  const control = [`Package: ${name}`, ...fields, "Description: test", ""].join("\n");
  await Deno.writeTextFile(`${tree}/DEBIAN/control`, control);
  const script = `#!/bin/sh\nset -e\necho written > ${path}\n`;
  await Deno.writeTextFile(`${tree}/DEBIAN/postinst`, script, { mode: 0o755 });
  const built = await runTool(["dpkg-deb", "--build", tree, `${root}/srv/${name}.deb`], {
    limit: 60,
  });
  assert.equal(built.code, 0, built.transcript);
}

async function useRepository({ machine }: DebianScene, version: string): Promise<void> {
  const root = `${PLACE}/${version}/apt`;
  const source = `deb [signed-by=/usr/share/keyrings/box.asc] file:${root} stable main`;
  await machine.shell(`rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
cp ${root}/box.asc /usr/share/keyrings/box.asc
echo "${source}" > /etc/apt/sources.list.d/box.list`);
}

/** Writes the request as the service does, which the path unit sees; resolves with the result. */
async function update({ machine }: DebianScene): Promise<Record<string, unknown>> {
  const id = crypto.randomUUID().replaceAll("-", "");
  const request = { id, action: "install", channel: "stable", version: VERSION };
  await machine.shell(`setpriv --reuid=box --regid=box --clear-groups sh -c '
mkdir -p /var/lib/box/update
printf "%s\\n" "$1" > /var/lib/box/update/next && mv /var/lib/box/update/next \\
  /var/lib/box/update/request.json' sh '${JSON.stringify(request)}'`);
  let last: Record<string, unknown> | undefined;
  const hasEnded = async () => {
    const { output } = await machine.run(["cat", "/var/lib/box-package/update/state.json"]);
    last = output === "" ? undefined : JSON.parse(output).last;
    return last?.id === id;
  };
  if (await within(PATIENCE, hasEnded)) return last!;
  throw new Error(await machine.must("journalctl", "--no-pager", "-u", "box-update.service"));
}

for (const release of DEBIANS) {
  Deno.test({
    name: `Debian ${release}: the root unit upgrades the package inside its limits`,
    ignore: isSkipped(),
    fn: () =>
      DebianScene.run(release, {
        packages: ["man-db"],
        async prepare(root) {
          await addRepositories(root);
          await addHalfInstalled(root, "half-system", "/etc/half-system");
          await addHalfInstalled(root, "half-kernel", "/boot/half-kernel");
        },
      }, async (scene) => {
        const { machine } = scene;
        await useRepository(scene, OLDER);
        await machine.shell("apt-get update && apt-get install -y box");
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        await useRepository(scene, VERSION);

        // What a power cut leaves: one package can be finished inside the limits, the other not.
        await machine.shell("dpkg --unpack /srv/half-system.deb /srv/half-kernel.deb");
        const main = await machine.property("box.service", "MainPID");
        const last = await update(scene);
        const journal = await machine.must("journalctl", "--no-pager", "-u", "box-update.service");
        assert.equal(last.outcome, "installed", `${JSON.stringify(last)}\n${journal}`);

        const state = async (name: string) =>
          await machine.must("dpkg-query", "-W", "-f=${Status} ${Version}", name);
        assert.equal(await state("box"), `install ok installed ${VERSION}`);
        assert.equal(await state("half-system"), "install ok installed 1");
        assert.equal(await machine.must("cat", "/etc/half-system"), "written\n");
        assert.equal(await state("half-kernel"), "install ok half-configured 1");
        assert.notEqual((await machine.run(["test", "-e", "/boot/half-kernel"])).code, 0);
        // The trigger of man-db ran as the user man.
        assert.match(await state("man-db"), /^install ok installed /);

        assert.notEqual(await machine.property("box.service", "MainPID"), main);
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        // What is left is finished by hand, outside these limits.
        await machine.must("dpkg", "--configure", "-a");
        assert.equal(await state("half-kernel"), "install ok installed 1");
      }),
  });
}
