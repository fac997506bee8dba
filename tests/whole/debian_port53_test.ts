/**
 * Other DNS services on a Debian machine: they keep port 53 until somebody consents, and get it back
 * when the box is removed. systemd-resolved and dnsmasq are Debian's own; Pi-hole and AdGuard Home
 * are their units and files around a dnsmasq (long run).
 */
import assert from "node:assert/strict";
import { DEBIANS } from "../support/debian_root.ts";
import {
  ARCH,
  DebianScene,
  isSkipped,
  RELEASE,
  ROUTED,
  ROUTER,
  VERSIONS,
} from "../support/debian_scene.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { adguardYaml } from "../support/adguard_files.ts";
import { databaseFile, GRAVITY, PIHOLE_TOML } from "../support/import_files.ts";
import { WAIT, within } from "../support/whole_box.ts";

const ignore = isSkipped();
const PACKAGE = `${RELEASE}/box_${VERSIONS[1]}_${ARCH}.deb`;
const PACKAGES = ["systemd-resolved", "dnsmasq"];

/** Lets dnsmasq answer on the loopback, beside the stub of systemd-resolved. */
async function configureDnsmasq(root: string): Promise<void> {
  const lines = ["bind-interfaces", "listen-address=127.0.0.1", "no-resolv", `server=${ROUTER}`];
  await Deno.writeTextFile(`${root}/etc/dnsmasq.d/local.conf`, `${lines.join("\n")}\n`);
}

/** Writes the unit and a configuration of a server that answers on one address. */
async function addServer(
  root: string,
  { unit, program, address }: {
    readonly unit: string;
    readonly program: string;
    readonly address: string;
  },
): Promise<void> {
  const options = "--keep-in-foreground --conf-file=/dev/null --bind-interfaces --user=root";
  await Deno.writeTextFile(
    `${root}/etc/systemd/system/${unit}`,
    `[Service]
ExecStart=${program} ${options} --listen-address=${address} --no-resolv --pid-file=
[Install]
WantedBy=multi-user.target
`,
  );
}

/** Pi-hole and AdGuard Home, each with its settings and its unit. */
async function addFilters(root: string): Promise<void> {
  await Deno.mkdir(`${root}/etc/pihole`);
  await Deno.writeTextFile(`${root}/etc/pihole/pihole.toml`, PIHOLE_TOML);
  await Deno.writeFile(`${root}/etc/pihole/gravity.db`, databaseFile(GRAVITY));
  await Deno.mkdir(`${root}/opt/AdGuardHome`);
  await Deno.writeFile(`${root}/opt/AdGuardHome/AdGuardHome.yaml`, adguardYaml(34));
  await Deno.chmod(`${root}/opt/AdGuardHome/AdGuardHome.yaml`, 0o600);
  await Deno.copyFile(`${root}/usr/sbin/dnsmasq`, `${root}/usr/bin/pihole-FTL`);
  await Deno.copyFile(`${root}/usr/sbin/dnsmasq`, `${root}/opt/AdGuardHome/AdGuardHome`);
  await addServer(root, {
    unit: "pihole-FTL.service",
    program: "/usr/bin/pihole-FTL",
    address: "127.0.0.1",
  });
  await addServer(root, {
    unit: "AdGuardHome.service",
    program: "/opt/AdGuardHome/AdGuardHome",
    address: BOX_V4,
  });
}

/** The user of Pi-hole owns its folder, and nobody else reads the settings. */
async function startFilters({ machine }: DebianScene): Promise<void> {
  await machine.shell(`adduser --system --group --quiet --no-create-home pihole
chown -R pihole:pihole /etc/pihole
chmod 640 /etc/pihole/*
systemctl enable --now pihole-FTL.service AdGuardHome.service`);
}

for (const release of DEBIANS) {
  Deno.test({
    name: `Debian ${release}: systemd-resolved and dnsmasq leave port 53 and get it back`,
    ignore,
    fn: () =>
      DebianScene.run(release, { packages: PACKAGES, prepare: configureDnsmasq }, async (scene) => {
        const { machine } = scene;
        const link = async () => (await machine.must("readlink", "/etc/resolv.conf")).trim();
        const stub = await link();
        const isAsBefore = async () =>
          await link() === stub && await machine.isActive("systemd-resolved.service") &&
          await machine.isActive("dnsmasq.service") &&
          /127\.0\.0\.53.*:53\b/.test(await machine.shell("ss -lnu")) &&
          await scene.ownLookup(`${crypto.randomUUID()}.example`) === ROUTED;
        assert.match(stub, /stub-resolv\.conf$/);

        // Without consent both keep the port, and the installation says what to do.
        const installed = await machine.must("apt-get", "install", "-y", PACKAGE);
        assert.match(installed, /port 53 is in use by systemd-resolved\.service dnsmasq\.service/);
        assert.ok(await machine.isActive("dnsmasq.service"));
        assert.equal(await scene.dig("doubleclick.net"), "");
        await machine.must("/usr/lib/box/port-53", "free");
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        assert.equal(await machine.isActive("dnsmasq.service"), false);
        assert.equal(await scene.ownLookup("freed.example"), ROUTED);
        await machine.must("apt-get", "purge", "-y", "box");
        assert.ok(await within(WAIT, isAsBefore), "removing gives everything back");

        // With consent the package frees the port.
        await machine.shell("echo box box/free-port-53 boolean true | debconf-set-selections");
        await machine.must("apt-get", "install", "-y", PACKAGE);
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
        await machine.must("apt-get", "remove", "-y", "box");
        assert.ok(await within(WAIT, isAsBefore), "removing gives everything back");
      }),
  });

  Deno.test({
    name: `Debian ${release}: Pi-hole and AdGuard Home give way, and their settings are offered`,
    ignore,
    fn: () =>
      DebianScene.run(release, { packages: PACKAGES, prepare: addFilters }, async (scene) => {
        const { machine } = scene;
        await machine.must("systemctl", "disable", "--now", "dnsmasq.service");
        await startFilters(scene);
        await machine.shell("echo box box/free-port-53 boolean true | debconf-set-selections");
        const installed = await machine.must("apt-get", "install", "-y", PACKAGE);
        assert.match(installed, /settings of another filter were found/);
        for (const unit of ["pihole-FTL.service", "AdGuardHome.service"]) {
          assert.match(installed, new RegExp(`${unit} leaves port 53`));
          assert.equal(await machine.isActive(unit), false);
        }
        assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));

        const copies = async () => (await machine.shell("ls /var/lib/box/found")).trim();
        assert.equal(await copies(), "adguard.tar.gz\npihole.tar.gz");
        const modes = await machine.shell("stat -c '%U %a' /var/lib/box/found/*");
        assert.equal(modes, "box 600\nbox 600\n");
        const offered = await machine.run(["box", "import"]);
        assert.match(offered.transcript, /box import --found pihole/);
        const only = ["--only", "groups,rules", "--yes"];
        await machine.must("box", "import", "--found", "pihole", ...only);
        assert.ok(await scene.answers("ads.example", "0.0.0.0"), "its rules are in force");
        assert.equal(await copies(), "adguard.tar.gz", "the copy is deleted after the import");
        await machine.must("box", "import", "--found", "adguard", "--forget");
        assert.equal(await copies(), "");

        await machine.must("apt-get", "remove", "-y", "box");
        assert.ok(await machine.isActive("pihole-FTL.service"));
        assert.ok(await machine.isActive("AdGuardHome.service"));
      }),
  });
}
