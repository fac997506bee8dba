/**
 * Updates from a local repository, through the API of a real box: found, downloaded, installed by
 * the root unit, and taken back after people changed something.
 */
import assert from "node:assert/strict";
import type {
  UpdateChangesResponse,
  UpdatesResponse,
} from "../../api/features/box/updates/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { UpdateScene } from "../support/update_scene.ts";
import { runBox, WAIT, within } from "../support/whole_box.ts";

const TERMS = { accept: true, version: "2026-10-13" };

Deno.test("A version of the repository is found, installed and taken back", () =>
  UpdateScene.run(async (scene) => {
    const { service } = scene;
    const state = () => service.call<UpdatesResponse>("GET", "/api/v1/updates");
    const put = (values: Record<string, unknown>) =>
      service.call("PUT", "/api/v1/settings", { body: { values } });
    const command = async (...args: string[]) =>
      await runBox([...args, `--data-dir=${scene.data}`]);

    assert.deepEqual([(await state()).way, (await state()).pause], ["unit", "not_configured"]);
    const { file } = await scene.archive("1.1.0", {
      migration: "create table of_a_test (n integer) strict;",
    });
    using repository = scene.repository();
    await put({ update_url: repository.url });
    assert.equal((await state()).pause, "terms");
    await assert.rejects(service.call("POST", "/api/v1/updates/check"), /terms/i);
    await service.call("POST", "/api/v1/terms", { body: TERMS });

    // Nothing is there yet, then a manifest that a stranger signed.
    await assert.rejects(service.call("POST", "/api/v1/updates/check"), /status 404/);
    await scene.offer(scene.manifest("1.1.0", file, { expires: 1_000_000_000 }));
    await assert.rejects(service.call("POST", "/api/v1/updates/check"), /not believed/);
    assert.equal((await state()).available, null);

    const changelog = "### Added\n\n- Something new.";
    await scene.offer(scene.manifest("1.1.0", file, { changelog }));
    const checked = await command("update", "--check");
    assert.deepEqual([checked.code, /Version 1\.1\.0 is available/.test(checked.text)], [10, true]);
    assert.equal((await state()).available?.bytes, file.bytes);
    const alerts = await service.call<{ alerts: { kind: string; name: string }[] }>(
      "GET",
      "/api/v1/alerts",
    );
    assert.ok(
      alerts.alerts.some(({ kind, name }) => kind === "update.available" && name === "1.1.0"),
    );

    // The repository cuts the first download in the middle; the second goes on.
    repository.cut = 300_000;
    await service.call("POST", "/api/v1/updates/install", { body: { version: "1.1.0" } });
    assert.ok(await within(WAIT, async () => (await state()).progress.phase === "idle"));
    assert.match((await state()).problem, /cannot be used now/);
    repository.cut = 0;
    await service.call("POST", "/api/v1/updates/install", { body: { version: "1.1.0" } });
    const request = `${scene.data}/update/request.json`;
    assert.ok(await within(WAIT, () => Deno.stat(request).then(() => true, () => false)));
    assert.ok(repository.ranges.some((range) => /^bytes=[1-9]/.test(range)), "no range was asked");
    assert.equal((await state()).progress.phase, "waiting");

    const { code, text } = await scene.unit();
    assert.equal(code, 0, text);
    assert.equal(await scene.answers(), "1.1.0", text);
    const installed = await state();
    assert.deepEqual(
      [installed.last?.outcome, installed.available, installed.previous?.version],
      ["installed", null, "1.0.0"],
    );
    const isAudited = async () => {
      const audit = await service.call<{ entries: { action: string }[] }>("GET", "/api/v1/audit");
      return audit.entries.some(({ action }) => action === "update.installed");
    };
    assert.ok(await within(WAIT, isAudited));

    // What people change from now on is lost by a return, and named before it.
    await service.call("POST", "/api/v1/groups", { body: { name: "Later" } });
    const changes = await service.call<UpdateChangesResponse>("GET", "/api/v1/updates/changes");
    assert.deepEqual([changes.version, changes.data_lost], ["1.0.0", true]);
    assert.ok(
      changes.actions.some(({ action }) => action === "group.create"),
      JSON.stringify(changes),
    );
    const asked = await command("update", "--rollback");
    assert.match(
      asked.text,
      /cannot read the data[\s\S]*Changed since then[\s\S]*again with --yes/,
    );

    await service.call("POST", "/api/v1/updates/rollback", { body: { version: "1.0.0" } });
    assert.ok(await within(WAIT, () => Deno.stat(request).then(() => true, () => false)));
    const back = await scene.unit();
    assert.equal(back.code, 0, back.text);
    assert.equal(await scene.answers(), "1.0.0");
    const { groups } = await service.call<{ groups: { name: string }[] }>("GET", "/api/v1/groups");
    assert.ok(!groups.some(({ name }) => name === "Later"));
    assert.equal((await state()).last?.outcome, "returned");
    assert.ok(await askOnce(scene.port, "localhost"));
    // It is offered again, and not installed by itself.
    assert.equal((await state()).available?.version, "1.1.0");
  }));
