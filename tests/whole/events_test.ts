/**
 * Administration log, alerts and their export in a whole box: accepted entries survive kill -9 and
 * reach their target (A 6).
 */
import assert from "node:assert/strict";
import type { AuditPage } from "../../api/features/box/audit/routes.ts";
import type { ExportsResponse } from "../../api/features/box/exports/routes.ts";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import { freePort } from "../support/box_process.ts";
import { pause, Scene, WAIT, within } from "../support/whole_box.ts";

/** A SIEM that can be stopped and started on one port. */
class Siem {
  readonly port = freePort();
  text = "";
  #listener: Deno.TcpListener | undefined;

  open(): void {
    const listener = this.#listener = Deno.listen({ hostname: "127.0.0.1", port: this.port });
    (async () => {
      for await (const connection of listener) {
        this.text += await new Response(connection.readable).text();
      }
    })().catch(() => {});
  }

  close(): void {
    this.#listener?.close();
  }
}

Deno.test("Changes and alerts from before a kill -9 are in the log, and reach a SIEM that was unavailable", async () => {
  const siem = new Siem();
  await Scene.run({}, async (scene) => {
    const added = await scene.command(
      "exports",
      "add",
      "siem",
      `tcp://127.0.0.1:${siem.port}`,
      "--audit",
      "on",
    );
    assert.equal(added.code, 0, added.text);
    const set = (value: number) =>
      scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value } });
    let changes = 0;
    const changing = (async () => {
      for (;; changes++) await set(changes % 100);
    })().catch(() => {});
    assert.ok(await within(WAIT, () => changes > 20));
    await pause(Math.random() * 50);
    await scene.box.end("SIGKILL");
    await changing;
    await Deno.writeTextFile(`${scene.data}/stats.db`, "no database");
    await scene.start();
    const log = await scene.service.call<AuditPage>("GET", "/api/v1/audit", {
      query: { action: "settings.change", limit: 1000 },
    });
    assert.ok(log.entries.length >= changes, `${log.entries.length} entries of ${changes} changes`);
    const { alerts } = await scene.service.call<AlertPage>("GET", "/api/v1/alerts");
    assert.ok(alerts.some(({ kind, name }) => kind === "database.broken" && name === "stats"));
    siem.open();
    const state = async () =>
      (await scene.service.call<ExportsResponse>("GET", "/api/v1/exports")).exports[0];
    assert.ok(
      await within(WAIT, async () => (await state()).waiting === 0),
      JSON.stringify(await state()),
    );
    assert.ok(await within(WAIT, () => siem.text.includes("database.broken")));
    const sent = siem.text.match(/ settings\.change \[/g)?.length ?? 0;
    assert.ok(sent >= changes, `${sent} sent of ${changes} changes`);
    assert.equal((await state()).dropped, 0);
    const { code, output } = await scene.box.end("SIGTERM");
    assert.equal(code, 0, output);
  });
  siem.close();
});
