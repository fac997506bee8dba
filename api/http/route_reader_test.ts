import assert from "node:assert/strict";
import { ROUTES } from "../app/routes.ts";
import { type BoxServices, boxServices } from "../../tests/contract/box_services.ts";
import { DomainError } from "../schema/errors.ts";
import { createRouteReader } from "./route_reader.ts";

const someone = async ({ auth }: BoxServices, name: string) =>
  (await auth.session(name, "box", "192.168.1.20"))!;
const refused = (code: string) => (error: unknown) =>
  error instanceof DomainError && error.code === code;

Deno.test("a page can read only what its account may read", async () => {
  const services = await boxServices();
  const read = createRouteReader(ROUTES, services);
  const setup = await boxServices({ content: "setup" });
  const { lists } = await read<{ lists: unknown[] }>(
    await someone(services, "everyday"),
    "/api/v1/lists",
  );
  assert.ok(lists.length > 0);
  const top = await read<object>(await someone(services, "full"), "/api/v1/top", {
    query: { kind: "blocked", limit: undefined },
  });
  assert.ok(top);
  await assert.rejects(
    read(await someone(services, "member"), "/api/v1/lists"),
    refused("no_right"),
  );
  await assert.rejects(
    read(await someone(setup, "setup"), "/api/v1/queries"),
    refused("setup_needed"),
  );
  await assert.rejects(
    read(await someone(services, "full"), "/api/v1/top", { query: { kind: "worst" } }),
    refused("bad_request"),
  );
  await assert.rejects(read(await someone(services, "full"), "/api/v1/nothing"), /No route/);
});

Deno.test("a page without database gets the error of the route", async () => {
  const services = await boxServices();
  const full = await someone(services, "full");
  services.databaseGone = true;
  await assert.rejects(
    createRouteReader(ROUTES, services)(full, "/api/v1/lists"),
    /the disk is full/,
  );
});
