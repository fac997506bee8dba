/**
 * The Debian package on clean Debian systems that boot with their own systemd: from `apt install
 * box` to `apt purge box`, seen from another machine of the home (long run).
 */
import assert from "node:assert/strict";
import { DEBIANS } from "../support/debian_root.ts";
import {
  ARCH,
  DebianScene,
  isSkipped,
  RELEASE,
  ROUTED,
  VERSIONS,
} from "../support/debian_scene.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { WAIT, within } from "../support/whole_box.ts";

const [OLDER, NEWER] = VERSIONS;
const ignore = isSkipped();

/** Ports below 1024 and raw sockets, as /proc writes capabilities. */
const CAPABILITIES = (1 << 10 | 1 << 13).toString(16).padStart(16, "0");
/** Folders in which any package, or a system that runs, leaves files. */
const CHANGING =
  /^\/(dev|proc|run|srv|sys|tmp|var\/(cache\/(apt|debconf|ldconfig)|log|tmp|lib\/(apt|dpkg|systemd)))\/|^\/etc\/\.pwd\.lock$|-$/;
/** What the purge says that it leaves. */
const LEFT = /^\/root\/\.cache\/box\//;

/** The files of the system that only a package changes. */
async function filesOf({ machine }: DebianScene): Promise<string[]> {
  const all = await machine.shell("find / -xdev ! -type d -print | sort");
  return all.trim().split("\n").filter((path) => !CHANGING.test(path));
}

/** Adds the repository of a version as docs/release.md says, and replaces the other one. */
async function useRepository({ machine }: DebianScene, version: string): Promise<void> {
  const root = `${RELEASE}/${version}/apt`;
  const source = `deb [signed-by=/usr/share/keyrings/box.asc] file:${root} stable main`;
  await machine.shell(`rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
cp ${root}/box.asc /usr/share/keyrings/box.asc
echo "${source}" > /etc/apt/sources.list.d/box.list
apt-get update`);
}

/** The box answers names of its own, of its list and of the router, and a page. */
async function answers(scene: DebianScene): Promise<void> {
  assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"), "a blocked name is answered");
  const unknown = `${crypto.randomUUID()}.example`;
  assert.ok(await scene.answers(unknown, ROUTED), "the box asks its upstream");
}

/** What the service may do, and how systemd keeps it alive. */
async function isSupervised({ machine }: DebianScene): Promise<void> {
  const main = async () => await machine.property("box.service", "MainPID");
  const first = await main();
  const status = await machine.must("cat", `/proc/${first}/status`);
  assert.match(status, new RegExp(`^CapEff:\\t${CAPABILITIES}$`, "m"));
  assert.match(status, new RegExp(`^CapBnd:\\t${CAPABILITIES}$`, "m"));
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.match(status, /^Seccomp:\t2$/m);
  assert.equal(await machine.property("box.service", "StatusText"), "Answering names");

  await machine.shell(`kill -KILL ${first}`);
  const isAnother = async () => !["0", first].includes(await main());
  assert.ok(await within(WAIT, isAnother), "systemd starts a killed box again");

  // A box that gives no sign of life is replaced. Its watchdog is shortened for that.
  await machine.shell(`mkdir -p /run/systemd/system/box.service.d
printf '[Service]\\nWatchdogSec=6\\n' > /run/systemd/system/box.service.d/watchdog.conf
systemctl daemon-reload && systemctl restart box.service`);
  const second = await main();
  await machine.must("sleep", "8");
  assert.equal(await main(), second, "a box that answers keeps its process");
  await machine.shell(`kill -STOP ${second}`);
  const isReplaced = async () => !["0", second].includes(await main());
  assert.ok(await within(WAIT, isReplaced), "systemd replaces a box that is frozen");
  await machine.shell("rm -r /run/systemd/system/box.service.d && systemctl daemon-reload");
}

/** Only the service may power the machine off, by the rule for polkit. */
async function mayPowerOff({ machine }: DebianScene, user: string): Promise<string> {
  const [group] = (await machine.must("id", "-gn", user)).trim().split(" ");
  const call = ["org.freedesktop.login1", "/org/freedesktop/login1"];
  const as = ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups"];
  const manager = "org.freedesktop.login1.Manager";
  return (await machine.must(...as, "busctl", "call", ...call, manager, "CanPowerOff")).trim();
}

for (const release of DEBIANS) {
  Deno.test({
    name: `Debian ${release}: apt installs, upgrades, removes and purges the box`,
    ignore,
    fn: () =>
      DebianScene.run(release, {}, async (scene) => {
        const { machine } = scene;
        // The socket of the command comes a moment after the first answer.
        const isKept = async () =>
          await within(WAIT, async () =>
            (await machine.run(["box", "settings", "get", "journal_days"])).output === "11\n");
        await useRepository(scene, OLDER);
        const before = await filesOf(scene);
        const installed = await machine.must("apt-get", "install", "-y", "box");
        assert.match(installed, new RegExp(`open http://${BOX_V4}/ in a browser`));
        assert.equal(await machine.property("box.service", "ActiveState"), "active");
        await machine.must(
          "box",
          "settings",
          "set",
          `upstreams=${scene.router}`,
          "journal_days=11",
        );
        await answers(scene);
        assert.equal(await scene.heading(`http://${BOX_V4}/`), "Set up your box");
        await isSupervised(scene);
        assert.equal(await mayPowerOff(scene, "box"), 's "yes"');
        assert.notEqual(await mayPowerOff(scene, "nobody"), 's "yes"');

        await useRepository(scene, NEWER);
        await machine.must("apt-get", "upgrade", "-y");
        assert.match(await machine.must("dpkg", "-s", "box"), /^Version: 1\.10\.0$/m);
        await answers(scene);
        assert.ok(await isKept(), "settings are kept");

        const older = `${RELEASE}/box_${OLDER}_${ARCH}.deb`;
        const refused = await machine.run(["dpkg", "-i", older]);
        assert.notEqual(refused.code, 0);
        assert.match(refused.transcript, /version 1\.10\.0 is installed and newer than 1\.2\.3/);
        assert.match(await machine.must("dpkg", "-s", "box"), /^Version: 1\.10\.0$/m);
        assert.match(await machine.must("dpkg", "-s", "box"), /^Status: install ok installed$/m);
        await answers(scene);

        await machine.must("apt-get", "remove", "-y", "box");
        assert.equal(await machine.isActive("box.service"), false);
        assert.equal(await scene.dig("doubleclick.net"), "");
        assert.equal(await scene.ownLookup("www.example"), ROUTED);
        await machine.must("test", "-s", "/var/lib/box/box.db");
        await machine.must("apt-get", "install", "-y", "box");
        await answers(scene);
        assert.ok(await isKept(), "settings are kept");

        const purged = await machine.must("apt-get", "purge", "-y", "box");
        assert.match(purged, /~\/\.cache\/box/, "it says what it leaves");
        const after = (await filesOf(scene)).filter((path) =>
          !before.includes(path)
        );
        assert.deepEqual(after.filter((path) => !LEFT.test(path)), []);
        const folders = await machine.shell("find / -xdev -type d -name box -o -name 'box-*'");
        assert.deepEqual(folders.trim().split("\n").filter((path) => path.startsWith("/var")), []);
        assert.notEqual((await machine.run(["getent", "passwd", "box"])).code, 0);
        assert.equal(await scene.ownLookup("again.example"), ROUTED);
      }),
  });

  Deno.test({
    name: `Debian ${release}: the page of the box powers its machine off`,
    ignore,
    fn: () =>
      DebianScene.run(release, {}, async (scene) => {
        const { machine } = scene;
        await machine.must("apt-get", "install", "-y", `${RELEASE}/box_${NEWER}_${ARCH}.deb`);
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        await machine.must("box", "power-off");
        assert.ok(await machine.ends(), "the system ends");
      }),
  });
}
