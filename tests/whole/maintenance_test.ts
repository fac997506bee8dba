/** Maintenance of a running box: what is deleted, what stays, and DNS meanwhile (A 7.11). */
import assert from "node:assert/strict";
import type { MaintenanceResponse } from "../../api/features/box/maintenance/routes.ts";
import type { UpstreamsResponse } from "../../api/features/network/upstreams/routes.ts";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import type { StatisticsResponse } from "../../api/features/insight/statistics/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { Scene, WAIT, within } from "../support/whole_box.ts";

Deno.test("The resolver restarts under load: its cache is empty, its statistics stay, and DNS keeps answering", () =>
  Scene.run({}, async (scene) => {
    const { port } = scene.box;
    const service = scene.service;
    for (let i = 0; i < 20; i++) await askOnce(port, `m${i}.example`);
    const queryCount = async () =>
      (await service.call<UpstreamsResponse>("GET", "/api/v1/upstreams")).upstreams[0].queries;
    const before = await queryCount();
    assert.ok(before >= 20);
    let ended = false;
    let answered = 0;
    let lost = 0;
    const asking = (async () => {
      for (let i = 0; !ended; i++) {
        // Queries wait in the socket, which main keeps open; a query already read by a thread is
        // sent again, as devices do.
        for (
          let tries = 0;
          await askOnce(port, `during${i}.example`, 1000) === undefined;
          tries++
        ) {
          if (tries === 5) return void lost++;
        }
        answered++;
      }
    })();
    const done = await service.call<MaintenanceResponse>("POST", "/api/v1/maintenance/resolver");
    assert.ok(done.removed.answers >= 20, JSON.stringify(done));
    const more = answered;
    assert.ok(await within(WAIT, () => answered > more + 5 || lost > 0));
    ended = true;
    await asking;
    assert.equal(lost, 0, "a name was not answered");
    assert.ok(await queryCount() >= before, "the statistics of upstreams were lost");
    const times = () => scene.upstream.queries.filter(({ name }) => name === "m0.example").length;
    const seen = times();
    assert.ok(await askOnce(port, "m0.example") !== undefined);
    assert.ok(times() > seen, "the cache was not emptied");
  }));

Deno.test("The journal is deleted with its live view, including entries being written, and statistics stay", () =>
  Scene.run({}, async (scene) => {
    const { port } = scene.box;
    const service = scene.service;
    const entryCount = async () =>
      (await service.call<QueryPage>("GET", "/api/v1/queries")).entries.length;
    const counted = async () =>
      (await service.call<StatisticsResponse>("GET", "/api/v1/statistics")).queries;
    for (let i = 0; i < 10; i++) await askOnce(port, `j${i}.example`);
    assert.ok(await within(WAIT, async () => await entryCount() >= 10 && await counted() >= 10));
    const { removed } = await service.call<MaintenanceResponse>("POST", "/api/v1/maintenance/logs");
    assert.ok(removed.queries >= 10, JSON.stringify(removed));
    assert.equal(await entryCount(), 0);
    assert.ok(await counted() >= 10);
  }));
