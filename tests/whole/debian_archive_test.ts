/**
 * The archive on clean Debian systems: installed, upgraded and removed on a system that boots with
 * systemd, and run by hand on one without (long run).
 */
import assert from "node:assert/strict";
import { runTool } from "../../packaging/tools.ts";
import { DEBIANS, unpackRoot } from "../support/debian_root.ts";
import {
  ARCH,
  DebianScene,
  isSkipped,
  RELEASE,
  releaseFolder,
  ROUTED,
  VERSIONS,
} from "../support/debian_scene.ts";
import { BOX_V4, HomeNetwork } from "../support/home_network.ts";
import { WAIT, within } from "../support/whole_box.ts";

const [OLDER, NEWER] = VERSIONS;
const ignore = isSkipped();
const NAME = (version: string) => `box-${version}-linux-${ARCH}`;

/** The line of shell that unpacks an archive and runs its install script. */
function install(version: string): string {
  return `cd /root && tar -xf ${RELEASE}/${NAME(version)}.tar.gz && ${NAME(version)}/install.sh`;
}

for (const release of DEBIANS) {
  Deno.test({
    name: `Debian ${release}: the archive installs, upgrades and removes the box`,
    ignore,
    fn: () =>
      DebianScene.run(release, { packages: ["systemd-resolved", "dnsmasq"] }, async (scene) => {
        const { machine } = scene;
        await machine.must("systemctl", "disable", "--now", "dnsmasq.service");
        const installed = await machine.shell(install(OLDER));
        assert.match(installed, /Port 53 is in use by systemd-resolved\.service/);
        assert.match(installed, new RegExp(`Open http://${BOX_V4}/ in a browser`));
        await machine.must("/opt/box/package/port-53", "free");
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        assert.equal(await scene.heading(`http://${BOX_V4}/`), "Set up your box");

        await machine.shell(install(NEWER));
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        const current = await machine.must("readlink", "/opt/box/current");
        assert.equal(current, `releases/${NEWER}\n`);
        const refused = await machine.run(["sh", "-c", install(OLDER)]);
        assert.equal(refused.code, 1);
        assert.match(refused.transcript, /version 1\.10\.0 is installed and newer than 1\.2\.3/);

        await machine.must("/opt/box/package/uninstall.sh");
        assert.equal(await scene.dig("doubleclick.net"), "");
        assert.match(await machine.must("readlink", "/etc/resolv.conf"), /stub-resolv\.conf/);
        assert.equal(await scene.ownLookup("www.example"), ROUTED);
        await machine.must("test", "-s", "/var/lib/box/box.db");

        await machine.shell(install(NEWER));
        await machine.must("/opt/box/package/uninstall.sh", "--purge");
        const left = await machine.shell(
          "find /etc /opt /usr/local /var -xdev -path '*box*' ! -path '*/mailbox*' " +
            "! -path '/var/log/*' ! -path '/var/lib/systemd/*'",
        );
        assert.doesNotMatch(left, /\/box(\/|$|\.)/m);
        assert.notEqual((await machine.run(["getent", "passwd", "box"])).code, 0);
      }),
  });
}

Deno.test({
  name: "Without systemd the archive says how to start the box, and it answers as its own user",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "box-bare-" });
    try {
      await unpackRoot(12, [], folder);
      const archive = `${await releaseFolder()}/${NAME(NEWER)}.tar.gz`;
      await Deno.copyFile(archive, `${folder}/root/box.tar.gz`);
      const laptop = { name: "laptop", mac: "02:00:00:00:77:02", addresses: ["192.168.77.2/24"] };
      await HomeNetwork.run([laptop], async (home) => {
        const apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"];
        const enter = [...home.box.inside, ...apart, `--mount-proc=${folder}/proc`];
        const inside = [...enter, "chroot", folder];
        const script = `cd /root && tar -xf box.tar.gz && ${NAME(NEWER)}/install.sh`;
        const installed = await runTool([...inside, "sh", "-c", script], { limit: 120 });
        assert.equal(installed.code, 0, installed.transcript);
        assert.match(installed.output, /box serve --data-dir \/var\/lib\/box/);
        const capabilities = "+net_bind_service,+net_raw";
        const user = ["setpriv", "--reuid=box", "--regid=box", "--clear-groups"];
        const serve = ["/usr/local/bin/box", "serve", "--data-dir", "/var/lib/box"];
        const child = new Deno.Command("timeout", {
          args: [
            "120",
            ...inside,
            ...[...user, `--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`],
            ...serve,
          ],
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).spawn();
        const answers = async () =>
          /\b0\.0\.0\.0\b/.test(await home.dig("laptop", "doubleclick.net", "-p", "53", "+short"));
        assert.ok(await within(WAIT, answers), "it answers on port 53");
        child.kill("SIGTERM");
        await child.status;
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
