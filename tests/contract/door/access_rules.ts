/** Access rules of the steps `access`, `site` and `host`, for every route. */
import assert from "node:assert/strict";
import { MATRIX } from "../../../api/http/rights.ts";
import type { Access } from "../../../api/http/route.ts";
import { PEOPLE, type Person } from "../people.ts";
import type { Rule } from "./door.ts";

const ACCESS_CODES: ReadonlySet<string> = new Set([
  "not_signed_in",
  "no_right",
  "setup_needed",
  "setup_finished",
]);
const WAYS = ["cookie", "token"] as const;

/** The code with which the access of a route refuses an account; "" = access. */
function expected(access: Access, person: Person, way: "cookie" | "token"): string {
  if (access === "open") return "";
  // Before the setup ends there are no tokens.
  if (person === "setup" && way === "token") return "not_signed_in";
  if (access === "session") return way === "cookie" ? "" : "no_right";
  const setup = person === "setup" && way === "cookie";
  if (access === "setup") return setup ? "" : "setup_finished";
  if (access === "account") return setup ? "setup_needed" : "";
  const wanted = typeof access === "string" ? [access] : access;
  if (wanted.every((right) => MATRIX[person].has(right))) return "";
  return setup ? "setup_needed" : "no_right";
}

/** The rules. */
export const ACCESS_RULES: readonly Rule[] = [
  {
    name: "strangers reach the open routes only",
    step: "access",
    async check({ routes, ask }) {
      for (const route of routes) {
        const { status, code } = await ask(route, {});
        if (route.access === "open") assert.ok(!ACCESS_CODES.has(code), `${route.path}: ${code}`);
        else assert.deepEqual([status, code], [401, "not_signed_in"], route.path);
      }
    },
  },
  {
    name: "each account reaches what its rights open, by cookie and by token, and nothing else",
    step: "access",
    async check({ routes, ask }) {
      for (const route of routes) {
        for (const person of PEOPLE) {
          for (const way of WAYS) {
            const { code } = await ask(route, { person, way });
            const refused = expected(route.access, person, way);
            const what = `${person} by ${way}: ${route.path}`;
            if (refused === "") assert.ok(!ACCESS_CODES.has(code), `${what} was refused: ${code}`);
            else assert.equal(code, refused, what);
          }
        }
      }
    },
  },
  {
    name:
      "over plain HTTP from the network only the open routes are answered; the machine itself may use it",
    step: "access",
    async check({ routes, ask }) {
      for (const route of routes.filter(({ access }) => access !== "open")) {
        for (const address of ["192.168.1.20", "::ffff:192.168.1.20", "fd00::1"]) {
          const asked = {
            person: "full",
            way: "token",
            connection: { door: "http", address },
          } as const;
          assert.equal((await ask(route, asked)).code, "secure_only", route.path);
        }
        for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.9"]) {
          const { code } = await ask(route, { connection: { door: "http", address } });
          assert.equal(code, "not_signed_in", `${route.path} ${address}`);
        }
      }
    },
  },
  {
    name:
      "a session is good at the host it was given for only, and anything but one cookie or one token is nobody",
    step: "access",
    async check({ routes, ask }) {
      for (const route of routes.filter(({ access }) => access !== "open")) {
        const nobody: readonly Record<string, string>[] = [
          { host: "box.home.arpa", cookie: "__Host-box=full" },
          { cookie: "__Host-box=full; __Host-box=full" },
          { cookie: "box=full; __host-box=full" },
          ...["Bearer", "Basic full", "bearer nobody", "Bearer full extra"].map((
            authorization,
          ) => ({ authorization })),
        ];
        for (const headers of nobody) {
          const { status } = await ask(route, { headers });
          assert.equal(status, 401, `${route.path} ${JSON.stringify(headers)}`);
        }
      }
    },
  },
  {
    name: "a page of another site changes nothing and reads nothing that is not open",
    step: "site",
    async check({ routes, ask }) {
      const foreign = [
        ...["cross-site", "same-site"].map((site) => ({ "sec-fetch-site": site })),
        ...["https://evil.example", "null", "http://box", "https://box.evil.example"].map((
          origin,
        ) => ({ origin })),
      ];
      const ours = [{ "sec-fetch-site": "same-origin", origin: "https://box" }, {
        "sec-fetch-site": "none",
      }];
      for (const route of routes) {
        const open = route.access === "open" && route.method === "get";
        for (const headers of foreign as Record<string, string>[]) {
          const { code } = await ask(route, { person: "full", way: "cookie", headers });
          assert.equal(code === "cross_site", !open, `${route.path} ${JSON.stringify(headers)}`);
        }
        for (const headers of ours as Record<string, string>[]) {
          const { code } = await ask(route, { person: "full", way: "cookie", headers });
          assert.notEqual(code, "cross_site", route.path);
        }
      }
    },
  },
  {
    name: "a foreign host name that points to the box is refused",
    step: "host",
    async check({ routes, ask }) {
      for (const route of routes) {
        for (
          const host of [
            "evil.example",
            "box.evil.example",
            "box.home.arpa.evil.example",
            "",
            "::1",
            "[::1",
          ]
        ) {
          const { status, code } = await ask(route, { headers: { host } });
          assert.deepEqual([status, code], [421, "wrong_host"], `${route.path} ${host}`);
        }
        for (const host of ["192.168.1.2", "[fe80::1]:8053", "BOX.home.arpa.", "localhost:80"]) {
          assert.notEqual(
            (await ask(route, { headers: { host } })).code,
            "wrong_host",
            `${route.path} ${host}`,
          );
        }
      }
    },
  },
  {
    name: "foreign networks and the discard prefix are refused on every route",
    step: "source",
    async check({ routes, ask }) {
      for (const route of routes) {
        for (
          const address of ["8.8.8.8", "100::1", "2001:db8::1", "", "::ffff:8.8.8.8", "100::1%eth0"]
        ) {
          for (const door of ["http", "https"] as const) {
            const { code } = await ask(route, { connection: { door, address } });
            assert.equal(code, "source_not_allowed", `${route.path} ${address}`);
          }
        }
      }
    },
  },
];
