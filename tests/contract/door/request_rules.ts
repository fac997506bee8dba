/**
 * Rules about input and effects, for every route: the steps after access, and the end of a request.
 */
import assert from "node:assert/strict";
import type { Application } from "../../../api/app/routes.ts";
import type { Backups } from "../../../api/features/box/backups/service.ts";
import { BODY_LIMIT, type Route } from "../../../api/http/route.ts";
import { GOOD, keyOf } from "../good_requests.ts";
import { PASSWORD } from "../people.ts";
import { type Door, openBox, type Rule, TRIAL, type Try } from "./door.ts";

const FULL = { person: "full", way: "cookie" } as const;
const SOCKET = { connection: { door: "socket" } } as const;

/** An account that the route accepts. */
function friend({ access }: Route): Try {
  return access === "setup" ? { person: "setup", way: "cookie" } : FULL;
}

const withBody = ({ routes }: Door) => routes.filter(({ body }) => body !== undefined);

async function codes(
  door: Door,
  route: Route<Application>,
  bodies: readonly BodyInit[],
  more: Try = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const body of bodies) {
    found.push((await door.ask(route, { ...friend(route), ...more, body })).code);
  }
  return found;
}

/** The rules. */
export const REQUEST_RULES: readonly Rule[] = [
  {
    name: "an address that asks too often waits, the others and the local socket do not",
    step: "rate",
    async check({ routes, rated }) {
      const [route] = routes;
      const asked = await rated(route);
      const statuses: number[] = [];
      for (let i = 0; i < 120; i++) statuses.push((await asked("192.168.1.20")).status);
      assert.equal(statuses.filter((status) => status !== 429).length, 100);
      assert.notEqual((await asked("192.168.1.21")).status, 429);
      const refused = await asked("192.168.1.20");
      assert.deepEqual([refused.code, refused.headers.get("retry-after")], [
        "too_many_requests",
        "1",
      ]);
    },
  },
  {
    name: "without its database a route answers 503 with the reason",
    step: "database",
    async check({ routes, ask }) {
      for (const route of routes.filter(({ database }) => database !== undefined)) {
        const services = await openBox();
        services.databaseGone = true;
        const { status, code } = await ask(route, { ...friend(route), services });
        assert.deepEqual([status, code], [503, "database_unavailable"], route.path);
      }
    },
  },
  {
    name: "while a backup is made or restored, no body of a backup is read",
    step: "before_body",
    async check({ routes, ask }) {
      const found = routes.filter(({ beforeBody }) => beforeBody !== undefined);
      assert.deepEqual(found.map(({ path }) => path), [
        "/api/v1/backups/restore/preview",
        "/api/v1/setup/restore/preview",
      ]);
      for (const route of found) {
        const services = await openBox(route.access === "setup" ? "setup" : "household");
        const { promise: end, resolve } = Promise.withResolvers<void>();
        // Routes need less of the service than this.
        const backups = services.backups as Backups;
        const running = backups.alone(() => end);
        let parts = 0;
        const body = new ReadableStream({
          pull(controller) {
            parts++;
            controller.enqueue(new Uint8Array(1 << 16));
          },
        }, { highWaterMark: 0 });
        const { status, code } = await ask(route, { ...friend(route), services, body });
        resolve();
        await running;
        assert.deepEqual([status, code, parts], [409, "conflict", 0], route.path);
      }
    },
  },
  {
    name: "a body that is too large is refused first, with or without Content-Length",
    step: "size",
    async check(door) {
      for (const route of withBody(door)) {
        const large = "x".repeat((route.bodyLimit ?? BODY_LIMIT) + 1);
        const headers = { "content-type": "text/plain" };
        assert.deepEqual(
          await codes(door, route, [large, new Blob([large]).stream()], { headers }),
          [
            "too_large",
            "too_large",
          ],
          route.path,
        );
      }
    },
  },
  {
    name: "a body of another type than JSON is refused: a form of another site can send no JSON",
    step: "type",
    async check(door) {
      for (const route of withBody(door)) {
        for (
          const type of [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/json",
          ]
        ) {
          const headers = { "content-type": type };
          assert.deepEqual(
            await codes(door, route, ["{}"], { headers }),
            ["wrong_type"],
            `${route.path} ${type}`,
          );
        }
      }
    },
  },
  {
    name: "a body that is no JSON, or not as declared, is refused",
    step: "validation",
    async check(door) {
      const bad = [
        "{",
        new Uint8Array([0xff]),
        "[]",
        "null",
        "7",
        `{"surprise":1}`,
        `{"__proto__":{},"constructor":1}`,
      ];
      for (const route of withBody(door)) {
        const found = await codes(door, route, bad);
        assert.deepEqual(new Set(found), new Set(["bad_request"]), `${route.path}: ${found}`);
      }
    },
  },
  {
    name:
      "without the plan a function answers 402 and names it; what needs none goes on, and so does everything in the beta",
    step: "plan",
    async check({ ask }) {
      for (const beta of [true, false]) {
        const services = Object.assign(await openBox(), { beta });
        const path = "/api/v1/trial/1";
        const confirm_password = PASSWORD;
        const asked = async (body: object) =>
          (await ask(TRIAL, {
            ...FULL,
            services,
            path,
            body: JSON.stringify({ ...body, confirm_password }),
          })).status;
        assert.deepEqual([await asked({}), await asked({ clear: true })], [beta ? 200 : 402, 200]);
      }
    },
  },
  {
    name: "every route with a plan is open in the beta and refuses afterwards",
    step: "plan",
    async check({ routes, ask }) {
      for (
        const route of routes.filter(({ plan }) => plan !== undefined && plan.unless === undefined)
      ) {
        const services = Object.assign(await openBox(), { beta: false });
        const good = GOOD[keyOf(route)]?.body;
        // The plan is looked at after the body.
        const body = good === undefined ? {} : { body: JSON.stringify(good) };
        const { status } = await ask(route, { ...friend(route), ...body, services });
        assert.equal(status, 402, route.path);
      }
    },
  },
  {
    name:
      "a session gives its password again where that is asked; a token and the local socket do not",
    step: "confirm_password",
    async check({ routes, ask }) {
      for (const route of routes.filter(({ confirmPassword }) => confirmPassword === true)) {
        const path = route === TRIAL ? "/api/v1/trial/1" : route.path;
        const asked = async (who: Try, password?: string) =>
          (await ask(route, { ...who, path, body: JSON.stringify({ confirm_password: password }) }))
            .code;
        const wrong = await asked(friend(route), "wrong horse");
        const none = await asked(friend(route));
        if (wrong !== "bad_request") {
          assert.deepEqual([wrong, none], ["wrong_password", "password_needed"], route.path);
        }
        for (const who of [{ person: "full", way: "token" }, SOCKET] as const) {
          assert.doesNotMatch(await asked(who), /password/, route.path);
        }
        assert.doesNotMatch(await asked(friend(route), PASSWORD), /password/, route.path);
      }
      const { code } = await ask(TRIAL, {
        ...FULL,
        path: "/api/v1/trial/1",
        body: `{"confirm_password":7}`,
      });
      assert.equal(code, "bad_request");
      assert.equal(
        (await ask(TRIAL, { ...FULL, path: "/api/v1/trial/1", body: "{}" })).code,
        "password_needed",
      );
    },
  },
];

/** The effects of a request, present only after success. */
export async function leavesItsTraces({ ask }: Door): Promise<void> {
  const path = "/api/v1/trial/1";
  const body = JSON.stringify({ confirm_password: PASSWORD });
  const { services, status } = await ask(TRIAL, {
    ...FULL,
    services: await openBox(),
    path,
    body,
  });
  assert.deepEqual([status, services.published], [200, 1]);
  assert.deepEqual(services.audited, [{
    by: "full",
    action: "cache.flush",
    detail: { entries: 1 },
  }]);
  const refused = await ask(TRIAL, {
    ...FULL,
    services: await openBox(),
    path,
    body: "{",
  });
  assert.deepEqual([refused.services.published, refused.services.audited], [0, []]);
}
