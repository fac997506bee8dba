/**
 * Import from other products: a preview of the items, then the selected items are written and
 * reported.
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import {
  FILE_MOST,
  FOUND_PRODUCTS,
  type ImportPlan,
  type ImportService,
  SOURCES,
  STATUSES,
  WHATS,
  WHYS,
} from "./service.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly imports: Pick<
    ImportService,
    "found" | "previewFound" | "forgetFound" | "preview" | "get" | "apply"
  >;
}

const route = routeFor<Needs>();

/**
 * Maximum size of a request body in bytes: the file in base64, which is a third longer, and the
 * fields around it.
 */
const BODY_MOST = Math.ceil(FILE_MOST / 3) * 4 + 4096;

const what = z.enum(WHATS).meta({ id: "ImportedKind" });
const item = z.object({
  id: z.int(),
  what,
  from: z.string().describe("As written in the source"),
  becomes: z.string().describe("As the box writes it; empty = it cannot be imported"),
  key: z.string().describe(
    "The setting, service, category or search engine that it sets, or empty",
  ),
  value: z.string().describe("The value that it sets; for a person the profile"),
  whom: z.string().describe("Its scopes as one text; empty = everyone"),
  scopes: z.array(z.string()).readonly().describe("The same as a list; none = everyone"),
  except: z.array(z.string()).readonly().describe("Scopes to which a list does not apply"),
  status: z.enum(STATUSES),
  before: z.string().describe("The current value in the box"),
  before_scopes: z.array(z.string()).readonly().describe(
    "For a list that changes: its current scopes; `all` = everyone, none = no one",
  ),
  before_except: z.array(z.string()).readonly().describe(
    "Scopes to which that list does not apply now",
  ),
  why: z.enum(["", ...WHYS]).describe("Why it cannot be imported, or what differs"),
  detail: z.string().describe("What the reason refers to"),
  lost: z.boolean().describe("Whether the box cannot import something that was in use"),
  chosen: z.boolean().describe("Whether it is selected by default"),
  outcome: z.enum(["", "done", "left", "failed"]),
  error: z.string().describe("Why it failed, as a sentence"),
}).meta({ id: "ImportItem" });
const plan = z.object({
  id: z.string(),
  name: z.string().describe("Name of the file"),
  source: z.enum(SOURCES),
  state: z.enum(["ready", "running", "done", "broken"]),
  until: seconds.describe("Unix seconds when the plan expires"),
  done: count.describe("Items tried so far"),
  total: count.describe("Items to be written"),
  warnings: z.array(z.string()).readonly(),
  items: z.array(item),
}).meta({ id: "ImportPlan" });

/** A plan in responses. */
export type ImportResponse = z.infer<typeof plan>;
/** One item of a plan in responses. */
export type ImportItemResponse = z.infer<typeof item>;

const product = z.enum(FOUND_PRODUCTS).meta({ id: "FoundProduct" });
const found = z.object({
  found: z.array(z.object({
    product,
    copied: seconds.describe("When the package copied them"),
  })),
}).meta({ id: "FoundImports" });

/** Settings of other products on this machine, in responses. */
export type FoundImportsResponse = z.infer<typeof found>;

const foundParams = z.object({ product });
const params = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/).describe("Identifier of the plan"),
});
const number = z.union([z.int().min(0), z.string().regex(/^\d{1,6}$/).transform(Number)]);
const common = {
  access: "backups.restore",
  database: "box",
  doc: "docs/requirements.md#imports",
} as const;

/**
 * GET /api/v1/import/found, POST and DELETE below it, POST /api/v1/import/preview, GET /api/v1/import/{id}, POST
 * /api/v1/import/{id}/apply.
 */
export const importRoutes = [
  route({
    ...common,
    method: "get",
    path: "/api/v1/import/found",
    summary: "Settings of Pi-hole and AdGuard Home that were found on the machine of the box",
    description: "The package copies them when it is installed. A copy is deleted after its " +
      "import, and after 30 days",
    answers: { 200: found },
    async handle(_, { imports }) {
      const all = await imports.found();
      return {
        found: all.map(({ product, copied }) => ({ product, copied: toSeconds(copied) })),
      };
    },
  }),
  route({
    ...common,
    method: "post",
    path: "/api/v1/import/found/{product}/preview",
    summary: "What would become of settings that were found; nothing is written",
    unaudited: "it changes nothing",
    deadline: 120_000,
    params: foundParams,
    answers: { 200: plan },
    refusals: ["bad_value", "not_found", "conflict"],
    handle: async ({ params: { product } }, { imports }) =>
      shown(await imports.previewFound(product)),
  }),
  route({
    ...common,
    method: "delete",
    path: "/api/v1/import/found/{product}",
    summary: "Offers found settings no more, and deletes their copy",
    unaudited: "it deletes a copy; the settings stay where they are",
    params: foundParams,
    answers: { 204: z.undefined() },
    async handle({ params: { product } }, { imports }) {
      await imports.forgetFound(product);
      return undefined;
    },
  }),
  route({
    ...common,
    method: "post",
    path: "/api/v1/import/preview",
    summary:
      "Preview of an import from a file of Pi-hole, AdGuard Home or own lines; nothing is written",
    unaudited: "it changes nothing",
    deadline: 120_000,
    bodyLimit: BODY_MOST,
    body: z.strictObject({
      name: label({ most: 255, mayBeEmpty: true }).describe("Name of the file").default(""),
      content: z.string().max(BODY_MOST).describe("The file in base64"),
    }),
    answers: { 200: plan },
    refusals: ["bad_value", "conflict"],
    async handle({ body: { name, content } }, { imports }) {
      return shown(await imports.preview(bytesOf(content), name));
    },
  }),
  route({
    ...common,
    method: "get",
    path: "/api/v1/import/{id}",
    summary: "A plan and its progress",
    params,
    answers: { 200: plan },
    refusals: ["not_found"],
    handle: async ({ params: { id } }, { imports }) => shown(await imports.get(id)),
  }),
  route({
    ...common,
    method: "post",
    path: "/api/v1/import/{id}/apply",
    summary:
      "Writes the selected items of a plan, each completely or not at all, and reports on every item",
    audit: ["import.apply"],
    publishes: true,
    deadline: 600_000,
    bodyLimit: 1024 * 1024,
    params,
    body: z.strictObject({
      items: z.array(number).max(20_000).optional().describe(
        "Numbers of items; absent = all proposed ones",
      ),
      kinds: z.array(what).max(WHATS.length).optional().describe(
        "Kinds of which all proposed items are written too",
      ),
      confirm: z.literal(true).describe("Confirms that the plan was read"),
    }),
    answers: { 200: plan },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, body, principal, audit }, { imports }) {
      const done = await imports.apply(id, body, principal.name);
      const of = (outcome: string) => done.outcomes.filter((each) => each === outcome).length;
      audit("import.apply", {
        source: done.source,
        file: done.name,
        written: of("done"),
        failed: of("failed"),
      });
      return shown(done);
    },
  }),
];

function bytesOf(content: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw new DomainError("bad_value", programSentence`The file is given in base64`);
  }
}

function shown(
  { id, name, source, state, until, done, total, warnings, items, outcomes, errors }: ImportPlan,
): ImportResponse {
  return {
    id,
    name,
    source,
    state,
    until: toSeconds(until),
    done,
    total,
    warnings,
    items: items.map(({ target: _, ...each }) => ({
      ...each,
      lost: isLost(each),
      outcome: outcomes[each.id],
      error: errors.get(each.id) ?? "",
    })),
  };
}

/** Whether an item is lost: not values that were off, the default, or about the other product. */
function isLost(
  { status, what, why }: Pick<ImportItemResponse, "status" | "what" | "why">,
): boolean {
  if (status !== "cannot" || why === "not_needed") return false;
  return what !== "setting" || why !== "turned_off" && why !== "usual";
}
