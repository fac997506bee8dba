/** Requests for more time over the API, page by page (A 4.2). */
import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { boxServices } from "./box_services.ts";

Deno.test("Pages of requests reach the last one, also when pending ones fill the first page", async () => {
  const app = apiApp(ROUTES, await boxServices());
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? "" : `&cursor=${cursor}`;
    const response = await app.request(`/api/v1/requests?limit=1${query}`, {}, { door: "socket" });
    const { requests, next } = await response.json();
    seen.push(...requests.map(({ status }: { status: string }) => status));
    cursor = next;
  } while (cursor !== "" && seen.length < 10);
  assert.deepEqual(seen, ["waiting", "accepted"]);
});

Deno.test("A grant is published, and the answer logged; a refusal changes nothing else", async () => {
  const answered = async (how: string, body: unknown) => {
    const services = await boxServices();
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await apiApp(ROUTES, services).request(`/api/v1/requests/2/${how}`, sent, {
      door: "socket",
    });
    const { status, given } = await response.json();
    return [status, given, services.published, services.audited.map(({ action }) => action)];
  };
  assert.deepEqual(await answered("accept", { minutes: 15 }), ["accepted", 15, 1, [
    "request.accept",
  ]]);
  assert.deepEqual(await answered("refuse", {}), ["refused", 0, 0, ["request.refuse"]]);
});
