/**
 * The Debian package and the archive of this machine: what they contain, what checkers say of them,
 * and what their scripts do in a folder that stands for the root of a machine.
 */
import assert from "node:assert/strict";
import { readImport } from "../../api/features/box/import/read.ts";
import { buildRepository } from "../../packaging/apt/build.ts";
import { buildArchive } from "../../packaging/archive/build.ts";
import { buildPackage } from "../../packaging/debian/build.ts";
import { runTool } from "../../packaging/tools.ts";
import { adguardYaml } from "../support/adguard_files.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { databaseFile, GRAVITY, PIHOLE_TOML } from "../support/import_files.ts";
import { openPgpKey } from "../support/open_pgp.ts";
import { ROOT } from "../support/source_files.ts";
import { needsTool } from "../support/tool.ts";

const ARCH = Deno.build.arch === "aarch64" ? "arm64" : "amd64";
const RELEASE = { version: "1.2.3", epoch: 1_790_000_000 };
/** The exposure level that the unit must stay below (systemd-analyze security). */
const EXPOSURE = 2.5;

const isMissing = !isBuilt() || needsTool("dpkg-deb");

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-packages-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Seconds of a command. lintian unpacks the whole package, which takes minutes on a busy machine. */
const LIMIT = 600;

async function output(command: readonly string[], env: Record<string, string> = {}) {
  return await runTool(command, { limit: LIMIT, env });
}

Deno.test({
  name:
    "The Debian package is the same each time, holds what it should, and lintian finds no error",
  ignore: isMissing || needsTool("lintian"),
  fn: () =>
    inFolder(async (folder) => {
      const [one, two] = await Promise.all(["one", "two"].map((out) =>
        buildPackage(ARCH, EXECUTABLE, { ...RELEASE, out: `${folder}/${out}` })
      ));
      assert.equal((await output(["cmp", one, two])).code, 0, "two builds differ");

      const content = (await output(["dpkg-deb", "--contents", one])).output;
      for (
        const path of [
          "rwxr-xr-x root/root .* ./usr/bin/box\n",
          "rw-r--r-- root/root .* ./lib/systemd/system/box.service\n",
          "rw-r--r-- root/root .* ./lib/systemd/system/box-update.service\n",
          "rw-r--r-- root/root .* ./lib/systemd/system/box-update.path\n",
          "rw-r--r-- root/root .* ./usr/lib/box/update-keys\n",
          "rw-r--r-- root/root .* ./etc/box/box.toml\n",
          "rwxr-xr-x root/root .* ./usr/lib/box/port-53\n",
          "rwxr-xr-x root/root .* ./usr/lib/box/found-settings\n",
          "./usr/share/man/man1/box.1.gz\n",
          "./usr/share/bash-completion/completions/box\n",
          "./usr/share/zsh/vendor-completions/_box\n",
          "./usr/share/fish/vendor_completions.d/box.fish\n",
          "./usr/share/polkit-1/rules.d/50-box.rules\n",
        ]
      ) {
        assert.match(content, new RegExp(path));
      }
      const fields = await output(["dpkg-deb", "--field", one, "Version", "Architecture"]);
      assert.equal(fields.output, `Version: 1.2.3\nArchitecture: ${ARCH}\n`);

      const checked = await output([
        "lintian",
        "--fail-on",
        "error",
        "--tag-display-limit",
        "0",
        one,
      ]);
      assert.equal(checked.code, 0, `${checked.reason}: ${checked.transcript}`);
    }),
});

for (const path of ["units/box", "units/box-update", "debian/box-update"]) {
  Deno.test({
    name: `The unit ${path}.service is hardened`,
    ignore: needsTool("systemd-analyze"),
    async fn() {
      const unit = `${ROOT}packaging/${path}.service`;
      const { output: report } = await output([
        "systemd-analyze",
        "security",
        "--offline=true",
        unit,
      ]);
      const level = Number(/exposure level for [\w-]+\.service: ([\d.]+)/.exec(report)?.[1]);
      assert.ok(level < EXPOSURE, report);
    },
  });
}

Deno.test({
  name: "The archive installs the box, replaces it, refuses an older version, and removes it",
  ignore: !isBuilt(),
  fn: () =>
    inFolder(async (folder) => {
      const root = `${folder}/root`;
      await Deno.mkdir(root);
      const run = async (version: string, ...args: readonly string[]) => {
        const script = `${folder}/box-${version}-linux-${ARCH}/install.sh`;
        return await output(["sh", script, ...args], { BOX_ROOT: root });
      };
      for (const version of ["1.2.3", "1.10.0"]) {
        const path = await buildArchive(ARCH, EXECUTABLE, { ...RELEASE, version, out: folder });
        assert.equal((await output(["tar", "-xzf", path, "-C", folder])).code, 0);
      }
      const current = () => Deno.readLink(`${root}/opt/box/current`);

      assert.equal((await run("1.2.3")).code, 0);
      assert.equal(await current(), "releases/1.2.3");
      const program = await output([`${root}/opt/box/current/box`, "version"], {
        BOX_UNPACK_DIR: `${folder}/unpacked`,
      });
      assert.match(program.output, /^box \d/);
      const settings = `${root}/etc/box/box.toml`;
      await Deno.writeTextFile(settings, 'dns_listen = ":5353"\n');

      assert.equal((await run("1.10.0")).code, 0);
      assert.equal(await current(), "releases/1.10.0");
      assert.equal(await Deno.readTextFile(settings), 'dns_listen = ":5353"\n');

      const refused = await run("1.2.3");
      assert.equal(refused.code, 1);
      assert.match(refused.transcript, /version 1\.10\.0 is installed and newer than 1\.2\.3/);
      assert.equal((await run("1.2.3", "--force")).code, 0);
      assert.equal(await current(), "releases/1.2.3");

      const uninstall = `${root}/opt/box/package/uninstall.sh`;
      assert.equal((await output(["sh", uninstall], { BOX_ROOT: root })).code, 0);
      await assert.rejects(Deno.lstat(`${root}/opt/box`), Deno.errors.NotFound);
      await assert.rejects(Deno.lstat(`${root}/usr/local/bin/box`), Deno.errors.NotFound);
      assert.equal((await Deno.stat(settings)).isFile, true, "settings stay");
    }),
});

Deno.test({
  name: "apt takes the box from the repository of a release, and refuses a changed index",
  ignore: isMissing || needsTool("gpg", "apt-get"),
  fn: () =>
    inFolder(async (folder) => {
      const path = await buildPackage(ARCH, EXECUTABLE, { ...RELEASE, out: folder });
      const packages = [{ kind: "package", arch: ARCH, path }] as const;
      const release = { ...RELEASE, out: folder };
      const { path: root } = await buildRepository(packages, release, await openPgpKey(folder));
      await Deno.writeTextFile(
        `${folder}/sources.list`,
        `deb [signed-by=${root}/box.asc arch=${ARCH}] file:${root} stable main\n`,
      );
      for (const each of ["state/lists/partial", "cache/archives/partial"]) {
        await Deno.mkdir(`${folder}/${each}`, { recursive: true });
      }
      const options = [
        `Dir::Etc::SourceList=${folder}/sources.list`,
        "Dir::Etc::SourceParts=/dev/null",
        `Dir::State=${folder}/state`,
        `Dir::Cache=${folder}/cache`,
        "APT::Sandbox::User=",
      ].flatMap((option) => ["-o", option]);
      const updated = await output(["apt-get", ...options, "update"]);
      assert.equal(updated.code, 0, updated.transcript);
      const known = await output(["apt-cache", ...options, "show", "box"]);
      assert.match(known.output, /^Version: 1\.2\.3$/m);
      assert.match(known.output, /^Filename: pool\/main\/b\/box\/box_1\.2\.3_\w+\.deb$/m);

      const index = `${root}/dists/stable/main/binary-${ARCH}/Packages`;
      await Deno.remove(`${index}.gz`);
      await Deno.writeTextFile(index, (await Deno.readTextFile(index)).replace("1.2.3", "9.9.9"));
      await Deno.remove(`${folder}/state/lists`, { recursive: true });
      await Deno.mkdir(`${folder}/state/lists/partial`, { recursive: true });
      const refused = await output(["apt-get", ...options, "update"]);
      assert.match(refused.transcript, /Hash Sum mismatch|unexpected size/);
    }),
});

/**
 * A root with systemd-resolved and dnsmasq in use, and a systemctl that answers for its units and
 * writes down its calls.
 */
async function busyRoot(folder: string) {
  const root = `${folder}/root`;
  await Deno.mkdir(`${root}/run/systemd/system`, { recursive: true });
  await Deno.mkdir(`${root}/etc`);
  await Deno.mkdir(`${folder}/bin`);
  await Deno.symlink("../run/systemd/resolve/stub-resolv.conf", `${root}/etc/resolv.conf`);
  await Deno.writeTextFile(
    `${folder}/bin/systemctl`,
    `#!/bin/sh
echo "$@" >> "${folder}/calls"
case "$*" in
  "--quiet is-active systemd-resolved.service") exit 0 ;;
  "--quiet is-active dnsmasq.service") [ ! -e "${folder}/stopped" ] ;;
  # Debian's bind9.service is another name of named.service, and cannot be disabled.
  "--quiet is-active named.service" | "--quiet is-active bind9.service")
    [ -e "${folder}/named" ] ;;
  "disable --now named.service") [ ! -e "${folder}/stuck" ] && rm "${folder}/named" ;;
  "disable --now bind9.service") exit 1 ;;
  "--quiet is-active "*) exit 3 ;;
  "disable --now dnsmasq.service") touch "${folder}/stopped" ;;
  "enable --now dnsmasq.service") rm "${folder}/stopped" ;;
esac
`,
  );
  await Deno.chmod(`${folder}/bin/systemctl`, 0o755);
  const env = { BOX_ROOT: root, PATH: `${folder}/bin:${Deno.env.get("PATH")}` };
  return {
    root,
    port53: (action: string) => output(["sh", `${ROOT}packaging/debian/port-53`, action], env),
  };
}

Deno.test("port-53 names who uses the port, takes it with what it needs, and gives all of it back", () =>
  inFolder(async (folder) => {
    const { root, port53 } = await busyRoot(folder);
    const resolv = () => Deno.readLink(`${root}/etc/resolv.conf`);
    const dropIn = `${root}/etc/systemd/resolved.conf.d/box.conf`;
    const held = await port53("status");
    assert.deepEqual([held.code, held.output], [1, "systemd-resolved.service\ndnsmasq.service\n"]);

    assert.equal((await port53("free")).code, 0);
    assert.match(await Deno.readTextFile(dropIn), /^DNSStubListener=no$/m);
    assert.equal(await resolv(), "/run/systemd/resolve/resolv.conf");
    const freed = await port53("status");
    assert.deepEqual([freed.code, freed.output], [0, ""]);

    assert.equal((await port53("restore")).code, 0);
    await assert.rejects(Deno.lstat(dropIn), Deno.errors.NotFound);
    assert.equal(await resolv(), "../run/systemd/resolve/stub-resolv.conf");
    assert.equal((await port53("status")).output, held.output);
    // A second time there is nothing to give back.
    assert.equal((await port53("restore")).code, 0);
    assert.equal((await port53("steal")).code, 2);
  }));

Deno.test("port-53 takes the port from BIND, and goes on past a service that it cannot stop", () =>
  inFolder(async (folder) => {
    const { port53 } = await busyRoot(folder);
    await Deno.writeTextFile(`${folder}/named`, "");
    await Deno.writeTextFile(`${folder}/stuck`, "");
    const stuck = await port53("free");
    assert.equal(stuck.code, 0, stuck.transcript);
    assert.match(stuck.transcript, /named\.service does not leave port 53; see systemctl status/);
    assert.equal((await port53("status")).output, "named.service\n");
    await Deno.remove(`${folder}/stuck`);
    assert.match((await port53("free")).output, /named\.service leaves port 53/);
    assert.equal((await port53("status")).output, "");
  }));

/** The script postinst with its paths below a root, and with programs that change nothing. */
async function packageRoot(folder: string) {
  const root = `${folder}/root`;
  const script = `${folder}/postinst`;
  const put = async (path: string, text: string) => {
    await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(path, text);
    await Deno.chmod(path, 0o755);
  };
  const text = await Deno.readTextFile(`${ROOT}packaging/debian/postinst`);
  await put(script, text.replaceAll(/\/(usr|var|etc|run)\/(?=[a-z])/g, `${root}/$1/`));
  await put(`${root}/usr/share/debconf/confmodule`, "db_get() { RET=true; }\ndb_stop() { :; }\n");
  await put(`${root}/usr/lib/box/port-53`, `#!/bin/sh\necho "$1" >> ${folder}/port-53\n`);
  await put(`${root}/usr/lib/box/found-settings`, "#!/bin/sh\n");
  await put(`${root}/etc/box/box.toml`, "");
  await Deno.mkdir(`${root}/var/lib`, { recursive: true });
  const quiet = ["getent", "chgrp", "deb-systemd-helper", "deb-systemd-invoke", "hostname"];
  for (const name of quiet) await put(`${folder}/bin/${name}`, "#!/bin/sh\n");
  // The user box is not on this machine.
  const install = `#!/bin/sh\nexec /usr/bin/install $(echo "$@" | sed 's/-o box -g box//')\n`;
  await put(`${folder}/bin/install`, install);
  const env = { PATH: `${folder}/bin:${Deno.env.get("PATH")}` };
  return {
    root,
    configure: (before: string) => output(["sh", script, "configure", before], env),
    freed: async () => (await Deno.readTextFile(`${folder}/port-53`)).match(/free/g)?.length ?? 0,
  };
}

Deno.test("The package and the archive touch nothing below the folder of the user box", () =>
  inFolder(async (folder) => {
    const { root, configure } = await packageRoot(folder);
    await Deno.mkdir(`${folder}/other`, { mode: 0o755 });
    await Deno.mkdir(`${root}/var/lib/box`);
    await Deno.symlink(`${folder}/other`, `${root}/var/lib/box/update`);
    const { code, transcript } = await configure("1.0.0");
    assert.equal(code, 0, transcript);
    assert.equal((await Deno.stat(`${folder}/other`)).mode! & 0o777, 0o755);
    assert.equal((await Deno.stat(`${root}/var/lib/box`)).mode! & 0o777, 0o700);
    const archive = await Deno.readTextFile(`${ROOT}packaging/archive/install.sh`);
    assert.match(archive, /install -d [^\n]*\/var\/lib\/box\n/);
    assert.doesNotMatch(archive, /install -d [^\n]*\/var\/lib\/box\//);
  }));

Deno.test("The package is configured although somebody deleted its file of settings", () =>
  inFolder(async (folder) => {
    const { root, configure } = await packageRoot(folder);
    await Deno.remove(`${root}/etc/box/box.toml`);
    const { code, transcript } = await configure("1.0.0");
    assert.equal(code, 0, transcript);
  }));

Deno.test("The package frees port 53 when it is installed, and not again by an upgrade", () =>
  inFolder(async (folder) => {
    const { configure, freed } = await packageRoot(folder);
    assert.equal((await configure("")).code, 0);
    assert.equal(await freed(), 1);
    assert.equal((await configure("1.0.0")).code, 0);
    assert.equal(await freed(), 1);
  }));

Deno.test({
  name: "Units for a 32-bit system allow the system calls of the 64-bit runtime",
  ignore: needsTool("dpkg-deb"),
  fn: () =>
    inFolder(async (folder) => {
      const program = `${folder}/program`;
      await Deno.writeTextFile(program, "#!/bin/sh\n");
      const calls = async (path: string) =>
        /^SystemCallArchitectures=.*$/m.exec(await Deno.readTextFile(path))?.[0];
      for (
        const [arch, debian, expected] of [
          ["arm", "armhf", "SystemCallArchitectures=native arm64"],
          ["arm64", "arm64", "SystemCallArchitectures=native"],
        ] as const
      ) {
        const out = `${folder}/${arch}`;
        const archive = await buildArchive(arch, program, { ...RELEASE, out });
        assert.equal((await output(["tar", "-xzf", archive, "-C", out])).code, 0);
        const deb = await buildPackage(debian, program, { ...RELEASE, out });
        assert.equal((await output(["dpkg-deb", "-x", deb, `${out}/deb`])).code, 0);
        for (const unit of ["box.service", "box-update.service"]) {
          assert.equal(await calls(`${out}/box-1.2.3-linux-${arch}/${unit}`), expected);
          assert.equal(await calls(`${out}/deb/lib/systemd/system/${unit}`), expected);
        }
      }
    }),
});

/** Copies the settings in a root, and reads them as an import does; "" = nothing is copied. */
async function foundIn(root: string, product: string): Promise<string> {
  const script = `${ROOT}packaging/debian/found-settings`;
  const { code, transcript } = await output(["sh", script], { BOX_ROOT: root });
  assert.equal(code, 0, transcript);
  const copy = `${root}/var/lib/box/found/${product}.tar.gz`;
  const bytes = await Deno.readFile(copy).catch((): undefined => undefined);
  if (bytes === undefined) return "";
  await Deno.remove(copy);
  const { source, wishes } = readImport(bytes, { macOf: () => undefined, zone: "Europe/Paris" });
  return `${source}: ${wishes.map(({ from }) => from).join("\n")}`;
}

Deno.test("found-settings copies the settings of Pi-hole 5, Pi-hole 6 and AdGuard Home for an import", () =>
  inFolder(async (root) => {
    for (const folder of ["var/lib/box", "etc/pihole", "etc/dnsmasq.d", "opt/AdGuardHome"]) {
      await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    }
    assert.equal(await foundIn(root, "pihole"), "");
    await Deno.writeFile(`${root}/etc/pihole/gravity.db`, databaseFile(GRAVITY));
    await Deno.writeTextFile(`${root}/etc/pihole/setupVars.conf`, "PIHOLE_DNS_1=9.9.9.9\n");
    await Deno.writeTextFile(
      `${root}/etc/dnsmasq.d/05-pihole-custom-cname.conf`,
      "cname=files.home.example,nas.home.example\n",
    );
    const five = await foundIn(root, "pihole");
    assert.match(five, /^pihole5: /);
    for (const part of [/ads\.example/, /9\.9\.9\.9/, /files\.home\.example/]) {
      assert.match(five, part);
    }
    await Deno.writeTextFile(`${root}/etc/pihole/pihole.toml`, PIHOLE_TOML);
    const six = await foundIn(root, "pihole");
    assert.match(six, /^pihole6: /);
    for (const part of [/ads\.example/, /192\.0\.2\.7#5353/]) assert.match(six, part);

    await Deno.writeFile(`${root}/opt/AdGuardHome/AdGuardHome.yaml`, adguardYaml(34));
    assert.match(await foundIn(root, "adguard"), /^adguard: /);
  }));

Deno.test("found-settings follows no link, and trusts no folder that everybody may write", () =>
  inFolder(async (root) => {
    for (const folder of ["var/lib/box", "etc/pihole", "opt"]) {
      await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    }
    await Deno.writeTextFile(`${root}/secret`, PIHOLE_TOML);
    await Deno.symlink(`${root}/secret`, `${root}/etc/pihole/pihole.toml`);
    assert.equal(await foundIn(root, "pihole"), "");
    await Deno.remove(`${root}/etc/pihole/pihole.toml`);
    await Deno.writeTextFile(`${root}/etc/pihole/pihole.toml`, PIHOLE_TOML);
    assert.notEqual(await foundIn(root, "pihole"), "");
    await Deno.chmod(`${root}/etc/pihole`, 0o777);
    assert.equal(await foundIn(root, "pihole"), "");

    await Deno.mkdir(`${root}/home`);
    await Deno.writeFile(`${root}/home/AdGuardHome.yaml`, adguardYaml(34));
    await Deno.symlink(`${root}/home`, `${root}/opt/AdGuardHome`);
    assert.equal(await foundIn(root, "adguard"), "");
  }));
