/**
 * Updates on clean Debian systems that boot with their own systemd, between real executables of
 * several versions: by the root unit of the archive, and by that of the package, which lets apt
 * install (long run).
 */
import assert from "node:assert/strict";
import type { UpdatesResponse } from "../../api/features/box/updates/routes.ts";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import { socketClient } from "../../cli/socket.ts";
import type { BootedMachine } from "../support/booted_machine.ts";
import { type DebianRelease, DEBIANS } from "../support/debian_root.ts";
import { ARCH, DebianScene, isSkipped, RELEASE, ROUTED, WEBSITE } from "../support/debian_scene.ts";
import { FIRST, MUTE, SECOND, UpdateWebsite } from "../support/debian_updates.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { WAIT, within } from "../support/whole_box.ts";

const ignore = isSkipped();
/** Seconds for an update: unpacking, a minute of watching, and a return with another minute. */
const LIMIT = 400;
/** Seconds for which a version is watched. */
const WATCH = 60;
/** The exposure level that the units must stay below (systemd-analyze security). */
const EXPOSURE = 2.5;

/** Runs a test with a clean release whose router serves updates. */
function withWebsite(
  release: DebianRelease,
  test: (scene: DebianScene, website: UpdateWebsite) => Promise<void>,
): Promise<void> {
  return UpdateWebsite.run((website) => {
    const { files, folder } = website;
    return DebianScene.run(release, { files, website: folder }, (scene) => test(scene, website));
  });
}

/** The steps of the root unit with the Unix seconds at which it wrote them. */
async function stepsOf(machine: BootedMachine): Promise<readonly (readonly [number, string])[]> {
  const options = ["--unit", "box-update.service", "--output", "short-unix", "--no-pager"];
  const journal = await machine.must("journalctl", ...options);
  return journal.split("\n").flatMap((line) => {
    const [, at, text] = /^([\d.]+) .*box update: (.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [[Number(at), text] as const];
  });
}

/** Seconds between the last time of a step and the last time of another. */
async function secondsBetween(machine: BootedMachine, from: string, to: string): Promise<number> {
  const steps = await stepsOf(machine);
  const at = (step: string) =>
    steps.findLast(([, text]) => text.startsWith(step))?.[0] ?? assert.fail(`no step ${step}`);
  return at(to) - at(from);
}

/** Checks that the last version that was installed was watched for a minute. */
async function checkWatched(machine: BootedMachine): Promise<void> {
  const watched = await secondsBetween(machine, "watching", "installed");
  assert.ok(watched >= WATCH - 1, `it was watched for ${watched} seconds`);
}

/** Checks how exposed the units of the box are, as systemd of the machine reports it. */
async function checkHardening(machine: BootedMachine): Promise<void> {
  for (const unit of ["box.service", "box-update.service"]) {
    const report = await machine.must("systemd-analyze", "security", "--no-pager", unit);
    const level = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
    assert.ok(level < EXPOSURE, report);
  }
}

/** Lets the box look for versions at the router. */
async function configure({ machine, router }: DebianScene): Promise<void> {
  const settings = [`upstreams=${router}`, "journal_days=11", `update_url=${WEBSITE}`];
  // The router is inside the network.
  await machine.must("box", "settings", "set", ...settings, "lists_allow_private=on");
  await machine.must("box", "terms", "accept", TERMS_VERSION);
}

/** Whether the command reaches a box of this version that still has its settings. */
async function runs({ machine }: DebianScene, version: string): Promise<boolean> {
  return await within(WAIT, async () => {
    const { output } = await machine.run(["box", "status", "--json"]);
    const kept = await machine.run(["box", "settings", "get", "journal_days"]);
    return output.includes(`"version": "${version}"`) && kept.output === "11\n";
  });
}

/** Checks that the box answers names of its list and of its upstream. */
async function checkAnswers(scene: DebianScene): Promise<void> {
  assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"), "a blocked name is answered");
  const unknown = `${crypto.randomUUID()}.example`;
  assert.ok(await scene.answers(unknown, ROUTED), "the box asks its upstream");
}

/** Installs the archive of the first version. */
async function installArchive(scene: DebianScene): Promise<void> {
  const name = `box-${FIRST}-linux-${ARCH}`;
  await scene.machine.shell(
    `cd /root && tar -xf ${RELEASE}/${name}.tar.gz && ${name}/install.sh && rm -r ${name}`,
  );
  await checkFirstStart(scene);
}

/** Checks a box that was just installed, and configures it. */
async function checkFirstStart(scene: DebianScene): Promise<void> {
  assert.ok(await scene.answers("doubleclick.net", "0.0.0.0"));
  await within(WAIT, async () => (await scene.machine.run(["box", "status"])).code === 0);
  await configure(scene);
  await checkAnswers(scene);
  await checkHardening(scene.machine);
}

for (const release of DEBIANS) {
  Deno.test({
    name: `Debian ${release}: an archive is updated, taken back, and returns from a mute version`,
    ignore,
    fn: () =>
      withWebsite(release, async (scene, website) => {
        const { machine } = scene;
        const current = async () =>
          (await machine.must("readlink", "/opt/box/current")).trim().replace("releases/", "");
        const update = (...args: string[]) => machine.run(["box", "update", ...args], LIMIT);
        await installArchive(scene);

        // Nobody installs what a stranger signed.
        await website.offer(SECOND, "stranger");
        const doubted = await update("--check");
        assert.equal(doubted.code, 1, doubted.transcript);
        assert.match(doubted.transcript, /is not believed/);
        assert.match((await update("--yes")).transcript, new RegExp(`Version ${FIRST} runs`));

        await website.offer(SECOND);
        const found = await update("--check");
        assert.equal(found.code, 10, found.transcript);
        const installed = await update("--yes");
        assert.equal(installed.code, 0, installed.transcript);
        assert.match(installed.output, new RegExp(`What version ${SECOND} brings`));
        assert.match(installed.output, new RegExp(`Version ${SECOND} runs\\.`));
        assert.equal(await current(), SECOND);
        assert.ok(await runs(scene, SECOND), "the new version runs with the settings");
        await checkAnswers(scene);
        await checkWatched(machine);

        const asked = await update("--rollback");
        assert.match(asked.output, /Run it again with --yes/);
        const returned = await update("--rollback", "--yes");
        assert.equal(returned.code, 0, returned.transcript);
        assert.match(returned.output, new RegExp(`returned to version ${FIRST}`));
        assert.equal(await current(), FIRST);
        assert.ok(await runs(scene, FIRST), "the version before runs with the settings");
        await checkAnswers(scene);

        // A version that starts and answers nobody is left within the minute.
        await website.offer(MUTE);
        assert.equal((await update("--check")).code, 10);
        const failing = update("--yes");
        const isMute = async () =>
          await current() === MUTE && await machine.isActive("box.service") &&
          await scene.dig("doubleclick.net") === "";
        assert.ok(await within(WAIT, isMute), "the mute version runs and answers nobody");
        const failed = await failing;
        assert.equal(failed.code, 1, failed.transcript);
        const text = `Version ${MUTE} did not run well, so ${FIRST} returned: .*DNS`;
        assert.match(failed.output, new RegExp(text));
        assert.equal(await current(), FIRST);
        assert.ok(await runs(scene, FIRST), "the version before runs with the settings");
        await checkAnswers(scene);
        const unwell = await secondsBetween(machine, "watching", "rolled_back");
        assert.ok(unwell <= WATCH + 5, `it was left after ${unwell} seconds`);
        assert.equal(await machine.property("box-update.service", "Result"), "success");
      }),
  });

  Deno.test({
    name: `Debian ${release}: apt upgrades the package from the page, and refuses a bad signature`,
    ignore,
    fn: () =>
      withWebsite(release, async (scene, website) => {
        const { machine } = scene;
        const installedVersion = () =>
          machine.must("dpkg-query", "--show", "--showformat", "${Version}", "box");
        await website.offerToApt(FIRST);
        const source = `deb [signed-by=/usr/share/keyrings/box.asc] ${WEBSITE}/apt stable main`;
        await Deno.copyFile(
          `${website.folder}/apt/box.asc`,
          `${machine.root}/usr/share/keyrings/box.asc`,
        );
        await machine.shell(`rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
echo "${source}" > /etc/apt/sources.list.d/box.list
apt-get update && apt-get install -y box`);
        await checkFirstStart(scene);

        // The index of the newer package is signed by a key that nobody trusts.
        await website.offer(SECOND);
        await website.offerToApt(SECOND, "stranger");
        const update = (...args: string[]) => machine.run(["box", "update", ...args], LIMIT);
        assert.equal((await update("--check")).code, 10);
        const refused = await update("--yes");
        assert.equal(refused.code, 1, refused.transcript);
        assert.match(refused.output, /was not installed: apt does not install it: .*signature/);
        assert.equal(await installedVersion(), FIRST);
        await checkAnswers(scene);

        // The owner installs it on the page.
        await website.offerToApt(SECOND);
        const box = socketClient(`${machine.root}/var/lib/box/box.sock`);
        const account = { name: "anna", password: "a long way to tipperary" };
        const terms = { accept_terms: true, terms_version: TERMS_VERSION, telemetry: false };
        await box.call("POST", "/api/v1/setup", { body: { account, ...terms } });
        await scene.browse(async (page) => {
          const address = `https://${BOX_V4}/updates`;
          await page.goto(address);
          await page.getByLabel("Account").fill(account.name);
          await page.getByLabel("Password", { exact: true }).fill(account.password);
          await page.getByRole("button", { name: "Sign in", exact: true }).click();
          await page.waitForURL(address);
          await page.locator("#password-install").fill(account.password);
          await page.getByRole("button", { name: `Install version ${SECOND}` }).click();
          await page.waitForLoadState();
        });
        const hasInstalled = async () => {
          const state = await box.call<UpdatesResponse>("GET", "/api/v1/updates").catch(() =>
            undefined
          );
          return state?.last?.outcome === "installed" && state.progress.phase === "idle";
        };
        assert.ok(await within(LIMIT * 1000, hasInstalled), "apt installs the version");
        assert.equal(await installedVersion(), SECOND);
        assert.ok(await runs(scene, SECOND), "the new version runs with the settings");
        await checkAnswers(scene);
        await checkWatched(machine);
        // The package manager does not go back.
        const back = await update("--rollback", "--yes");
        assert.equal(back.code, 1, back.transcript);
        assert.equal(await installedVersion(), SECOND);
      }),
  });
}

Deno.test({
  name: "Power cuts while a version is watched: a good one stays, from a mute one the box returns",
  ignore,
  fn: () =>
    withWebsite(12, async (scene, website) => {
      await installArchive(scene);
      await website.offer(SECOND);
      await beginsToWatch(scene);
      await scene.afterPowerCut(async (scene) => {
        await endsWith(scene, { outcome: "installed", version: SECOND });
        await website.offer(MUTE);
        await beginsToWatch(scene);
        await scene.afterPowerCut(async (scene) => {
          await endsWith(scene, { outcome: "rolled_back", version: SECOND });
        });
      });
    }),
});

/** Begins an update and resolves while the new version is watched. */
async function beginsToWatch({ machine }: DebianScene): Promise<void> {
  assert.equal((await machine.run(["box", "update", "--check"])).code, 10);
  // The power is cut before the command ends.
  void machine.run(["box", "update", "--yes"], LIMIT).catch(() => undefined);
  const pending = `${machine.root}/opt/box/update/pending.json`;
  const isWatching = async () =>
    /"step":"watching"/.test(await Deno.readTextFile(pending).catch(() => ""));
  assert.ok(await within(LIMIT * 1000, isWatching), "the version is watched");
}

/** Waits until the root unit went on and ended, with a version that answers. */
async function endsWith(
  scene: DebianScene,
  { outcome, version }: { readonly outcome: string; readonly version: string },
): Promise<void> {
  const folder = `${scene.machine.root}/opt/box/update`;
  const hasEnded = () => Deno.stat(`${folder}/pending.json`).then(() => false, () => true);
  assert.ok(await within(LIMIT * 1000, hasEnded), "the root unit goes on by itself");
  const state = JSON.parse(await Deno.readTextFile(`${folder}/state.json`));
  assert.equal(state.last.outcome, outcome, JSON.stringify(state.last));
  const current = await scene.machine.must("readlink", "/opt/box/current");
  assert.equal(current, `releases/${version}\n`);
  assert.ok(await runs(scene, version), `version ${version} runs with the settings`);
  await checkAnswers(scene);
}
