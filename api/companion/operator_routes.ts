/**
 * The routes of the operator: all of them at the local socket, metrics and health also at
 * `--metrics-listen`.
 */
import { z } from "zod";
import { METRICS_TYPE, metricsText } from "../schema/metrics_text.ts";
import { LIMIT_NAMES } from "./call_limits.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { isBoxName } from "./names.ts";
import { CompanionError } from "./refusal.ts";
import { type CompanionRoute, companionRoute } from "./route.ts";
import { HEALTH_ROUTE } from "./routes.ts";

const nameRow = z.strictObject({
  name: z.string(),
  assigned: z.int(),
  last_call: z.int(),
  challenges: z.int(),
});
const namesPage = z.strictObject({ names: z.array(nameRow), next: z.string() });
const boxRow = z.strictObject({
  box: z.string(),
  name: z.string(),
  state: z.enum(["named", "unused", "released"]),
  time: z.int(),
});
const boxesPage = z.strictObject({ boxes: z.array(boxRow), next: z.string() });
const counts = z.strictObject({
  names: z.int(),
  challenges: z.int(),
  unused: z.int(),
  released: z.int(),
});
const limitState = z.strictObject({
  limit: z.enum(LIMIT_NAMES),
  scope: z.enum(["network", "home", "box", "all"]),
  figure: z.int(),
  per: z.enum(["minute", "hour", "day", ""]),
  refused: z.int(),
});
const taskState = z.strictObject({
  task: z.string(),
  last_success: z.int(),
  last_failure: z.int(),
  failures: z.int(),
  error: z.string(),
});
const statusForm = z.strictObject({
  version: z.string(),
  started: z.int(),
  dns_domain: z.string(),
  listeners: z.array(z.string()),
  database: z.boolean(),
  dns: z.boolean(),
  store_bytes: z.int().nullable(),
  counts: counts.nullable(),
  calls: z.int(),
  limits: z.array(limitState),
  tasks: z.array(taskState),
});
const released = z.strictObject({ released: z.string() });

/** A page of names. */
export type NamesPage = z.output<typeof namesPage>;
/** A page of boxes. */
export type BoxesPage = z.output<typeof boxesPage>;

/** Metrics for Prometheus. */
const METRICS_ROUTE = companionRoute({
  doc: "docs/requirements.md#operation",
  method: "GET",
  path: "/metrics",
  summary: "Metrics for Prometheus, without names and addresses of boxes",
  signed: false,
  answers: { 200: z.string() },
  refusals: [],
  async handle(_, { operator }) {
    const text = metricsText(await operator.metrics());
    return { status: 200, text: { type: METRICS_TYPE, text } };
  },
});

/** What `--metrics-listen` serves. */
export const METRICS_ROUTES: readonly CompanionRoute[] = [METRICS_ROUTE, HEALTH_ROUTE];

/** What the local socket serves. */
export const OPERATOR_ROUTES: readonly CompanionRoute[] = [
  ...METRICS_ROUTES,
  companionRoute({
    doc: "docs/requirements.md#operation",
    method: "GET",
    path: "/v1/operator/status",
    summary: "The state of the service, its limits and its background tasks",
    signed: false,
    answers: { 200: statusForm },
    refusals: [],
    async handle(_, { operator }) {
      return { status: 200, body: await operator.status() };
    },
  }),
  companionRoute({
    doc: "docs/requirements.md#operation",
    method: "GET",
    path: "/v1/operator/names",
    summary: "Assigned names in alphabetical order: `after`, `limit`, `beginning`",
    signed: false,
    answers: { 200: namesPage },
    refusals: ["bad_request"],
    async handle({ query }, { operator }) {
      const beginning = query.get("beginning") ?? "";
      if (!/^[a-z]{0,10}$/.test(beginning)) {
        throw new CompanionError("bad_request", `No name begins like this: ${beginning}`);
      }
      const { rows: names, next } = await operator.directory.names(pageOf(query), beginning);
      return { status: 200, body: { names, next } };
    },
  }),
  companionRoute({
    doc: "docs/requirements.md#operation",
    method: "GET",
    path: "/v1/operator/boxes",
    summary: "Boxes that have or had a name, in the order of their keys: `after`, `limit`",
    signed: false,
    answers: { 200: boxesPage },
    refusals: ["bad_request"],
    async handle({ query }, { operator }) {
      const { rows: boxes, next } = await operator.directory.boxes(pageOf(query));
      return { status: 200, body: { boxes, next } };
    },
  }),
  companionRoute({
    doc: "docs/requirements.md#operation",
    method: "POST",
    path: "/v1/operator/release",
    summary: "Releases a name; its box gets another one when its owner requests it",
    signed: false,
    body: z.strictObject({
      name: z.string().refine(isBoxName, "ten letters of a name are wanted"),
    }),
    answers: { 200: released },
    refusals: ["no_name"],
    async handle({ body: { name } }, { operator }) {
      if (!await operator.release(name)) {
        throw new CompanionError("no_name", `No box has this name: ${name}`);
      }
      return { status: 200, body: { released: name } };
    },
  }),
];

function pageOf(query: URLSearchParams) {
  const { pageRows } = COMPANION_LIMITS.operator;
  const text = query.get("limit") ?? String(pageRows);
  const limit = Number(text);
  if (!/^\d{1,5}$/.test(text) || limit < 1 || limit > pageRows) {
    throw new CompanionError("bad_request", `A page has from 1 to ${pageRows} rows: ${text}`);
  }
  return { after: query.get("after") ?? "", limit };
}
