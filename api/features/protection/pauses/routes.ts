/**
 * Pauses protection for a while, for everyone, a profile, a group, a person or a device; it
 * resumes automatically (A 7.2.3).
 */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { type Scopes, scopeText } from "../../household/scopes.ts";
import {
  type ChoiceService,
  scopeFacts,
  scopeQuery,
  type StoredPause,
} from "../choices/service.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly choices: Pick<ChoiceService, "pauses" | "pause" | "endPause">;
  readonly scopes: Pick<Scopes, "names" | "find">;
}

const route = routeFor<Needs>();

const pause = z.object({
  scope: z.string().describe(
    "Its scope: all, group:ID, profile:child|teen|adult, person:ID or device:ID",
  ),
  name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
  until: seconds.describe("Unix seconds when it ends"),
  started: seconds,
  by: z.string().describe("Who started it"),
}).meta({ id: "Pause" });
const pauses = z.object({ pauses: z.array(pause) });

/** A pause in responses. */
export type PauseResponse = z.infer<typeof pause>;
/** The response of GET /api/v1/pauses. */
export type Pauses = z.infer<typeof pauses>;

const { minutesLeast, minutesMost } = LIMITS.pauses;
const body = z.strictObject({
  minutes: z.int().min(minutesLeast).max(minutesMost).optional().describe("How long it lasts"),
  until: z.int().min(1).max(LIMITS.rules.endMost).optional().describe(
    "Unix seconds, instead of minutes",
  ),
});

/** GET, PUT and DELETE /api/v1/pauses. */
export const pauseRoutes = [
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/pauses",
    summary: "The pauses, the first to end first",
    access: "rules.read",
    database: "box",
    answers: { 200: pauses },
    async handle(_, { choices, scopes }) {
      const rows = await choices.pauses();
      const names = await scopes.names(rows.map(({ scope }) => scope));
      return { pauses: rows.map((row) => shown(row, names.get(row.scope)!)) };
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "put",
    path: "/api/v1/pauses",
    operationId: "pauseProtection",
    summary:
      "Pauses the protection of a scope, replacing its previous pause; in force when this responds",
    access: "rules.write",
    database: "box",
    audit: ["pause.begin"],
    publishes: "rules",
    query: scopeQuery,
    body,
    answers: { 200: pause },
    refusals: ["bad_value"],
    async handle(
      { query, body: { minutes, until }, principal, audit },
      { choices, scopes, runtime },
    ) {
      if ((minutes === undefined) === (until === undefined)) {
        throw new DomainError("bad_value", programSentence`Give either minutes or until`);
      }
      const { scope, name } = await scopeFacts(scopes, query.scope);
      const at = runtime.now();
      const end = until === undefined ? at + minutes! * 60_000 : until * 1000;
      const kept = await choices.pause(scope, end, principal.name);
      audit("pause.begin", {
        scope: scopeText({ scope, name }),
        minutes: Math.round((end - at) / 60_000),
      });
      return shown(kept, name);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/pauses",
    operationId: "endPause",
    summary: "Ends the pause of a scope; back=true restores the pause that was replaced",
    access: "rules.write",
    database: "box",
    audit: ["pause.end", "pause.begin"],
    publishes: "rules",
    query: z.strictObject({
      ...scopeQuery.shape,
      back: z.enum(["true", "false"]).default("false").describe(
        "Whether it was started by mistake",
      ),
    }),
    answers: { 204: z.undefined() },
    refusals: ["bad_value", "not_found"],
    async handle({ query: { scope, back }, audit }, { choices, scopes, runtime }) {
      const before = await choices.endPause(scope, back === "true");
      const said = scopeText(await scopes.find(scope) ?? { scope, name: "" });
      audit("pause.end", { scope: said });
      if (before !== undefined) {
        audit("pause.begin", {
          scope: said,
          minutes: Math.round((before.until - runtime.now()) / 60_000),
        });
      }
      return reply(204, undefined);
    },
  }),
];

function shown({ scope, until, started, by }: StoredPause, name: string): PauseResponse {
  return { scope, name, until: toSeconds(until), started: toSeconds(started), by };
}
