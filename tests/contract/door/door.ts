/**
 * The door of the API for the rules: created for each try, with any step left out to see a rule
 * fail.
 */
import assert from "node:assert/strict";
import { z } from "@hono/zod-openapi";
import { type Application, ROUTES } from "../../../api/app/routes.ts";
import { type ApiApp, apiApp } from "../../../api/http/app.ts";
import { refusalCodes } from "../../../api/http/openapi/refusals.ts";
import { type Route, routeFor } from "../../../api/http/route.ts";
import type { Connection } from "../../../api/http/exchange.ts";
import { STEPS } from "../../../api/http/steps.ts";
import { ERRORS } from "../../../api/schema/errors.ts";
import { type BoxServices, boxServices, type Content } from "../box_services.ts";
import type { Person } from "../people.ts";

/** One rule that every route satisfies. */
export interface Rule {
  /** The rule, as a sentence. */
  readonly name: string;
  /** The step without which the rule is broken. */
  readonly step: string;
  check(door: Door): Promise<void>;
}

/** The options of a request. */
export interface Try {
  readonly person?: Person;
  /** Authenticated by a session cookie or a token; absent = anonymous. */
  readonly way?: "cookie" | "token";
  readonly connection?: Connection;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: BodyInit;
  readonly services?: BoxServices;
}

/** The response; `code` is empty unless it is a refusal. */
export interface Answered {
  readonly status: number;
  readonly code: string;
  readonly headers: Headers;
  readonly services: BoxServices;
}

/** A door under test. */
export interface Door {
  readonly routes: readonly Route<Application>[];
  ask(route: Route<Application>, what: Try): Promise<Answered>;
  /** Sends requests to one door repeatedly, from one address. */
  rated(route: Route<Application>): Promise<(address: string) => Promise<Answered>>;
}

/**
 * An extra route with features that no real one combines: a plan, password confirmation, and every
 * outcome of a request.
 */
export const TRIAL = routeFor<unknown>()({
  doc: "docs/requirements.md#operation",
  method: "post",
  path: "/api/v1/trial/{id}",
  summary: "Tries what a route can declare",
  access: "system.write",
  plan: { name: "business", unless: ({ body }) => body.clear === true },
  confirmPassword: true,
  publishes: true,
  audit: ["cache.flush"],
  database: "box",
  params: z.object({ id: z.string().max(64).describe("Any") }),
  body: z.strictObject({ clear: z.boolean().optional().describe("Whether it needs no plan") }),
  bodyLimit: 1000,
  answers: { 200: z.object({ id: z.string() }) },
  handle({ params, audit }) {
    audit("cache.flush", { entries: 1 });
    return params;
  },
});

const HTTPS: Connection = { door: "https", address: "192.168.1.20" };

/** The door over every route and the extra one, without the named steps. */
export function doorWithout(...left: readonly string[]): Door {
  const steps = STEPS.filter(({ name }) => !left.includes(name));
  // One box serves all tries without their own, until one of them changes something.
  const boxes = new Map<Content, Promise<BoxServices>>();
  const usual = (content: Content) => {
    if (!boxes.has(content)) boxes.set(content, openBox(content));
    return boxes.get(content)!;
  };
  return {
    routes: [...ROUTES, TRIAL],
    async ask(route, what) {
      const content = what.person === "setup" ? "setup" : "household";
      const services = what.services ?? await usual(content);
      const answered = await send(apiApp([route], services, { steps }), services, route, what);
      if (route.method !== "get" && answered.status < 300) boxes.delete(content);
      return answered;
    },
    async rated(route) {
      const services = await openBox();
      const app = apiApp([route], services, { steps });
      return (address) => send(app, services, route, { connection: { door: "https", address } });
    },
  };
}

/** A box with every route that a setting enables. */
export function openBox(content: Content = "household"): Promise<BoxServices> {
  return boxServices({ content, flags: { metrics: "open" } });
}

async function send(
  app: ApiApp,
  services: BoxServices,
  route: Route<Application>,
  what: Try,
): Promise<Answered> {
  const { person, way, connection = HTTPS, path = route.path, body } = what;
  const headers: Record<string, string> = { host: "box", ...what.headers };
  if (body !== undefined) headers["content-type"] ??= "application/json";
  if (way === "cookie") headers.cookie ??= `__Host-box=${person}`;
  if (way === "token") headers.authorization ??= `Bearer ${person}`;
  const leave = new AbortController();
  const init = {
    method: route.method.toUpperCase(),
    headers,
    signal: leave.signal,
    ...(body ? { body } : {}),
  };
  const response = await app.fetch(new Request(`http://box${path}`, init), connection);
  const json = response.headers.get("content-type")?.startsWith("application/json") === true;
  const code = json ? String((await response.json() as { code?: unknown }).code ?? "") : "";
  if (!json) await response.body?.cancel();
  leave.abort();
  if (code in ERRORS && code !== "internal") {
    const documented: readonly string[] = refusalCodes(route);
    assert.ok(documented.includes(code), `${route.method} ${route.path} has no refusal ${code}`);
  }
  return { status: response.status, code, headers: response.headers, services };
}
