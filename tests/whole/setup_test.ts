/** The setup of a box, killed at any moment, and the restart that an administrator requests. */
import assert from "node:assert/strict";
import type { SetupResponse } from "../../api/features/box/setup/routes.ts";
import type { TermsResponse } from "../../api/features/box/terms/routes.ts";
import type { BoxStatus } from "../../api/features/box/status/routes.ts";
import { CommandError } from "../../cli/command_error.ts";
import { socketClient } from "../../cli/socket.ts";
import { askOnce, BoxProcess, FROM_SOURCE } from "../support/box_process.ts";
import { pause, Scene, WAIT, within } from "../support/whole_box.ts";

const SETUP = {
  account: { name: "anna", password: "a long way to tipperary" },
  accept_terms: true,
  terms_version: "2026-10-13",
  telemetry: false,
  country: "FR",
  lists: ["hagezi-light"],
};

Deno.test("A box killed during its setup can be set up again, or has what it acknowledged", async () => {
  // From the request to the password hash, the account and the acceptance.
  for (const milliseconds of [5, 60, 200, 400]) {
    await Scene.run({}, async (scene) => {
      const asked = scene.service.call("POST", "/api/v1/setup", { body: SETUP }).then(
        () => true,
        () => false,
      );
      await pause(milliseconds);
      await scene.box.end("SIGKILL");
      const acknowledged = await asked;
      await scene.start();
      const { finished } = await scene.service.call<SetupResponse>("GET", "/api/v1/setup");
      assert.ok(finished || !acknowledged, "an acknowledged setup was lost");
      const again = scene.service.call("POST", "/api/v1/setup", { body: SETUP });
      if (finished) {
        await assert.rejects(
          again,
          (error) => error instanceof CommandError && /finished/.test(error.message),
        );
      } else await again;
      const terms = await scene.service.call<TermsResponse>("GET", "/api/v1/terms");
      assert.ok(terms.accepted || finished, "the terms wait, and nobody is asked");
      assert.equal(terms.banner, !terms.accepted);
      const { accounts } = await scene.service.call<{ accounts: { name: string }[] }>(
        "GET",
        "/api/v1/accounts",
      );
      assert.deepEqual(accounts.map(({ name }) => name), ["anna"]);
      const { lists } = await scene.service.call<{ lists: unknown[] }>("GET", "/api/v1/lists");
      assert.equal(lists.length, 2);
    });
  }
});

Deno.test("The box restarts within its process, answers again, and applies the pending settings", () =>
  Scene.run({}, async (scene) => {
    const { pid } = scene.box;
    await scene.service.call("PUT", "/api/v1/time-zone", { body: { zone: "Europe/Paris" } });
    const before = await scene.service.call<BoxStatus>("GET", "/api/v1/status");
    const { code, text } = await scene.command("restart");
    assert.deepEqual([code, text], [0, "The box has restarted.\n"]);
    const after = await scene.service.call<BoxStatus>("GET", "/api/v1/status");
    assert.ok(after.started > before.started);
    assert.equal(scene.box.pid, pid);
    assert.ok(
      await within(
        WAIT,
        async () => await askOnce(scene.box.port, "again.example", 1000) !== undefined,
      ),
    );
    const zone = await scene.service.call<{ in_force: string }>("GET", "/api/v1/time-zone");
    assert.equal(zone.in_force, "Europe/Paris");
    const { code: ended } = await scene.box.end("SIGTERM");
    assert.equal(ended, 0);
  }));

Deno.test("The box restarts with the permissions of the packaged service", async () => {
  const folder = await Deno.makeTempDir();
  const permissions = ["net", "read", "write", "env", "sys", "ffi"].map((name) =>
    `--allow-${name}`
  );
  const command = FROM_SOURCE.flatMap((word) => word === "-A" ? permissions : [word]);
  const box = new BoxProcess({ command, folder, upstream: "127.0.0.1:9" });
  try {
    await box.runs();
    const service = socketClient(`${folder}/data/box.sock`, WAIT);
    const started = async () => (await service.call<BoxStatus>("GET", "/api/v1/status")).started;
    const before = await started();
    await service.call("POST", "/api/v1/restart");
    assert.ok(
      await within(WAIT, () => started().then((now) => now !== before, () => false)),
      "it did not come back",
    );
  } finally {
    await box.end("SIGKILL");
    await Deno.remove(folder, { recursive: true });
  }
});
