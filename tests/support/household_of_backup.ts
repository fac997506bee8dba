/** A box with a household, a list, a certificate, an account and a backup of all of it. */
import assert from "node:assert/strict";
import type { RestrictedOverviewResponse } from "../../api/features/protection/restricted/routes.ts";
import type { Scene } from "./whole_box.ts";

/** What the household knows. */
export const DESTROYED_HOUSEHOLD = {
  account: "anna",
  password: "a long way to tipperary",
  blocked: "ads.tracker-of-the-list.example",
} as const;

/** Hours that are closed at any time of the week. */
const CLOSED = "0".repeat(672);

/** Sets a new box up, fills it, and makes a backup; returns the recovery key. */
export async function fillBox(scene: Scene, listUrl: string, nas: string): Promise<string> {
  const { account, password } = DESTROYED_HOUSEHOLD;
  const call = <T>(method: "GET" | "POST" | "PUT", path: string, body?: unknown) =>
    scene.service.call<T>(method, `/api/v1${path}`, body === undefined ? {} : { body });
  const { terms_version } = await call<{ terms_version: string }>("GET", "/setup");
  await call("POST", "/setup", {
    account: { name: account, password },
    accept_terms: true,
    terms_version,
    telemetry: false,
    country: "FR",
  });
  await call("PUT", "/settings", { values: { lists_allow_private: true, blocked_ttl: 33 } });
  const { id: list } = await call<{ id: number }>("POST", "/lists", { url: listUrl, name: "Mine" });
  await scene.service.call("POST", `/api/v1/lists/${list}/refresh`).catch(() => {});
  const emma = await call<{ id: number }>("POST", "/people", { name: "Emma", profile: "child" });
  const tablet = await call<{ id: number }>("POST", "/devices", {
    mac: "02:00:5e:10:00:01",
    name: "Tablet",
  });
  await call("PUT", `/devices/${tablet.id}/person`, { people: [emma.id] });
  await call("PUT", `/people/${emma.id}/schedule`, { enabled: true, grid: CLOSED });
  const camera = await call<{ id: number }>("POST", "/devices", {
    mac: "02:00:5e:10:00:02",
    name: "Camera",
  });
  await call("PUT", `/restrict/device/${camera.id}`, { mode: "restricted" });
  await call("PUT", `/restrict/device/${camera.id}/names/www.vendor.com`);
  await call("PUT", "/restrict/all/0/names/ntp.org");
  await call("PUT", "/dns-services/certificate", { mode: "self", name: "dns.home.example" });
  const { recovery_key } = await call<{ recovery_key: string }>("POST", "/backups/key");
  await call("POST", "/backups/targets", {
    name: "NAS",
    config: { kind: "webdav", url: `${nas}/box`, user: "box" },
    password: "the password of the NAS",
  });
  await call("POST", "/tasks/backups.make/run");
  const { targets } = await call<{ targets: { last_ok: number; last_error: string }[] }>(
    "GET",
    "/backups",
  );
  assert.deepEqual([targets[0].last_error, targets[0].last_ok > 0], ["", true]);
  return recovery_key;
}

/** What must be the same on the new box. */
export async function stateOf(scene: Scene): Promise<Record<string, unknown>> {
  const get = <T>(path: string) => scene.service.call<T>("GET", `/api/v1${path}`);
  const { certificate } = await get<{ certificate: Record<string, unknown> }>("/dns-services");
  const { settings } = await get<{ settings: { key: string; value: unknown }[] }>("/settings");
  const value = (key: string) => settings.find((setting) => setting.key === key)?.value;
  const { people } = await get<{ people: { id: number; name: string }[] }>("/people");
  const explained = await get<{ reason: string; status: string }>(
    "/explain?name=www.example.com&as=device:1",
  );
  return {
    fingerprint: certificate.fingerprint,
    name: certificate.name,
    people: people.map(({ name }) => name),
    schedule: await get(`/people/${people[0].id}/schedule`).then((schedule) => schedule, () => 0),
    tablet: explained.reason,
    restricted: await restrictedOf(scene),
    settings: [value("blocked_ttl"), value("country"), value("telemetry")],
    accepted: (await get<{ accepted: unknown }>("/terms")).accepted,
  };
}

/** Restricted mode: the modes, the names of the camera and those for all, and an answer. */
async function restrictedOf({ service }: Scene): Promise<unknown> {
  const get = <T>(path: string) => service.call<T>("GET", `/api/v1${path}`);
  const { subjects, all } = await get<RestrictedOverviewResponse>("/restrict");
  const { names } = await get<{ names: unknown[] }>("/restrict/device/2/names").catch(() => ({
    names: [],
  }));
  const { reason } = await get<{ reason: string }>("/explain?name=www.outside.com&as=device:2");
  return { subjects, all, names, reason };
}
