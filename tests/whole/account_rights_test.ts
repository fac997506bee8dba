/** What the right accounts.write grants alone: never access to a person's data, by any route. */
import assert from "node:assert/strict";
import { ask } from "../support/plain_http.ts";
import { Scene } from "../support/whole_box.ts";

const PASSWORD = "gravel ocean tulip";
const KNOWN = "velvet harbour stone";

/**
 * A box with an administrator, a person with an account, and an account that has only
 * accounts.write.
 */
async function withClerk(
  test: (scene: Scene, clerk: string, ids: { mum: number; person: number }) => Promise<void>,
): Promise<void> {
  await Scene.run({}, async (scene) => {
    const { port, service } = { port: scene.box.http, service: scene.service };
    const admin = { name: "dad", password: PASSWORD, kind: "administrator", role: "full" };
    await service.call("POST", "/api/v1/accounts", { body: admin });
    const rights = ["accounts.write", "devices.write", "system.read"];
    const clerk = {
      name: "clerk",
      password: PASSWORD,
      kind: "administrator",
      role: "custom",
      rights,
    };
    await service.call("POST", "/api/v1/accounts", { body: clerk });
    const person = await service.call<{ id: number }>("POST", "/api/v1/people", {
      body: { name: "Mum", profile: "adult" },
    });
    const member = { name: "mum", password: PASSWORD, kind: "member" };
    const mum = await service.call<{ id: number }>("POST", "/api/v1/accounts", { body: member });
    const signedIn = await ask(port, "POST", "/api/v1/session", {
      account: "clerk",
      password: PASSWORD,
    });
    assert.equal(signedIn.status, 200);
    await test(scene, signedIn.cookie, { mum: mum.id, person: person.id });
  });
}

Deno.test("accounts.write alone neither creates nor links an account for a person", () =>
  withClerk(async (scene, cookie, { mum, person }) => {
    const port = scene.box.http;
    const headers = { cookie };
    const body = { name: "spy", password: KNOWN, kind: "member", person_id: person };
    const made = await ask(port, "POST", "/api/v1/accounts", body, headers);
    assert.notEqual(made.status, 201, "an account for a person was made with a known password");
    const { accounts } = (await ask(port, "GET", "/api/v1/accounts", undefined, headers)).json;
    const clerk = accounts.find(({ name }: { name: string }) => name === "clerk");
    for (const { id, changed } of [clerk, accounts.find((one: { id: number }) => one.id === mum)]) {
      const link = { person_id: person, changed };
      const linked = await ask(port, "PUT", `/api/v1/accounts/${id}`, link, headers);
      assert.notEqual(linked.status, 200, "an account was linked to a person");
    }
  }));
