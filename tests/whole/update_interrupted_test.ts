/**
 * Interrupted updates with real boxes: the root unit is killed at each step, the disk fills up, and
 * the database returns with the version before.
 */
import assert from "node:assert/strict";
import { UPDATE_STEPS } from "../../api/updates/unit_state.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { UpdateScene } from "../support/update_scene.ts";

const INSTALL = { action: "install", version: "1.1.0" } as const;

/** Names of the household's groups. */
async function groups(scene: UpdateScene): Promise<string[]> {
  const { groups } = await scene.service.call<{ groups: { name: string }[] }>(
    "GET",
    "/api/v1/groups",
  );
  return groups.map(({ name }) => name);
}

Deno.test("Killed at any step, the unit goes on or begins anew, and the box always runs", () =>
  UpdateScene.run(async (scene) => {
    const { path, file } = await scene.archive("1.1.0");
    const steps = UPDATE_STEPS.filter((step) => step !== "returning");
    for (const step of steps) {
      await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
      const killed = await scene.unit(step);
      assert.equal(killed.code, 137, killed.text);
      // The machine starts again: whatever the link leads to answers.
      await scene.restart();
      const { code, text } = await scene.unit();
      assert.equal(code, 0, text);
      assert.deepEqual(
        [scene.current, scene.state.last?.outcome, await scene.answers()],
        ["1.1.0", "installed", "1.1.0"],
        `${step}: ${text}`,
      );
      // And back, for the next step; killed in the middle of it once.
      await scene.ask({ action: "rollback", version: "1.0.0" });
      if (step === "watching") assert.equal((await scene.unit("returning")).code, 137);
      const back = await scene.unit();
      assert.deepEqual(
        [scene.current, scene.state.last?.outcome, await scene.answers()],
        ["1.0.0", "returned", "1.0.0"],
        back.text,
      );
    }
    // Interrupted again and again after the switch: the version before returns.
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    for (let time = 0; time < 3; time++) await scene.unit("watching");
    await scene.unit();
    assert.deepEqual(
      [scene.current, scene.state.last?.outcome, scene.state.last?.fault],
      ["1.0.0", "rolled_back", "interrupted"],
    );
  }));

Deno.test("The database returns with the version before, and keeps what another return does not touch", () =>
  UpdateScene.run(async (scene) => {
    const migration = "create table of_a_test (n integer) strict;";
    const add = (name: string) => scene.service.call("POST", "/api/v1/groups", { body: { name } });
    await add("Before");
    // With a schema that the version before cannot read, a later return brings the copy back.
    const { path, file } = await scene.archive("1.1.0", { migration });
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    const { text } = await scene.unit();
    assert.equal(scene.state.last?.outcome, "installed", text);
    await add("After");
    assert.deepEqual(await groups(scene), ["After", "Before"]);
    await scene.ask({ action: "rollback", version: "1.0.0" });
    await scene.unit();
    assert.equal(await scene.answers(), "1.0.0");
    assert.deepEqual(await groups(scene), ["Before"]);
    // Starting again does not bring it back once more.
    await add("Later");
    await scene.restart();
    assert.deepEqual(await groups(scene), ["Before", "Later"]);

    // A version that never answers DNS after it changed the schema: the return brings the copy,
    // also when the power is cut in the middle of it.
    const silent = await scene.archive("1.2.0", { migration });
    await edit(
      `${scene.folder}/source-1.2.0/api/features/box/status/routes.ts`,
      `version: services.version,\n    started`,
      `version: "6.6.6",\n    started`,
    );
    await edit(
      `${scene.folder}/source-1.2.0/api/features/box/status/routes.ts`,
      "const dns = await resolverStatistics(services) !== undefined;",
      "const dns = false;",
    );
    await scene.ask(
      { action: "install", version: "1.2.0" },
      scene.manifest("1.2.0", silent.file),
      silent.path,
    );
    assert.equal((await scene.unit("returning")).code, 137);
    const failed = await scene.unit();
    assert.deepEqual(
      [scene.state.last?.outcome, scene.state.last?.fault],
      ["rolled_back", "interrupted"],
      failed.text,
    );
    assert.equal(await scene.answers(), "1.0.0");
    assert.deepEqual(await groups(scene), ["Before", "Later"]);
  }));

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  assert.ok(text.includes(from), from);
  await Deno.writeTextFile(path, text.replace(from, to));
}

Deno.test({
  name: "On a full disk nothing is switched, or the version before returns",
  ignore: !MAY_MAKE_NAMESPACES,
  fn: () =>
    UpdateScene.run(async (scene) => {
      const { path, file } = await scene.archive("1.1.0");
      const copy = `${scene.folder}/copy`;
      const copied = await new Deno.Command("cp", { args: ["-a", scene.home, copy] }).output();
      assert.ok(copied.success);
      const onDisk = (size: string) => {
        const mount = `mount -t tmpfs -o size=${size} box ${scene.home}`;
        const show = `cat ${scene.home}/update/state.json; readlink ${scene.home}/current`;
        const script = `${mount} && cp -a ${copy}/. ${scene.home} && "$@"; ${show}`;
        return ["unshare", "--mount", "sh", "-c", script, "sh"];
      };
      for (const [size, fill] of [["8m", undefined], ["64m", "fill unpacking"]] as const) {
        await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
        const { text } = await scene.unit(fill, onDisk(size));
        assert.match(text, /"outcome":"refused".*"fault":"disk"/, text);
        assert.match(text, /releases\/1\.0\.0\s*$/, text);
      }
      // Full after the switch was written down: the version before returns, and the result is kept.
      await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
      const { text } = await scene.unit("fill switching", onDisk("64m"));
      assert.match(text, /"outcome":"rolled_back".*"fault":"disk"/, text);
      assert.match(text, /releases\/1\.0\.0\s*$/, text);
      assert.equal(await scene.answers(), "1.0.0");
    }),
});
