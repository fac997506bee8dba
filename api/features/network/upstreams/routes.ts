/** The upstreams with their state, and the public resolvers to choose from. */
import { z } from "@hono/zod-openapi";
import { PUBLIC_RESOLVERS } from "../../../../policy/catalogue/resolver_rows.ts";
import { protocolsOf } from "../../../../policy/catalogue/resolvers.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { testRoute } from "./test_route.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly resolver: Pick<ResolverHandle, "statistics">;
}

const route = routeFor<Needs>();

const upstream = z.object({
  upstream: z.string(),
  queries: count,
  failures: count,
  timeouts: count,
  latency: z.number().describe("Smoothed round trip in milliseconds, 0 = unknown"),
  last_answer: seconds,
  down_until: seconds.describe("Unix seconds until which it is skipped, 0 = in use"),
  last_error: z.string(),
}).meta({ id: "Upstream" });

const preset = z.object({
  id: z.string().describe(
    "Identifier, valid wherever an upstream is expected: `quad9`, `quad9/dot`",
  ),
  operator: z.string(),
  country: z.string().describe("Country of the operator"),
  filtering: z.enum(["none", "malware", "ads", "family"]).describe(
    "What it blocks; `ads` and `family` include malware",
  ),
  note: z.string(),
  protocols: z.array(z.enum(["doh", "dot", "plain"])).describe(
    "Supported protocols, the default first",
  ),
  addresses: z.array(z.string()),
  looked_up: z.boolean().describe(
    "Whether its encrypted addresses are resolved by the bootstrap servers",
  ),
}).meta({ id: "UpstreamPreset" });

/** The response of GET /api/v1/upstreams/presets. */
export type PresetsResponse = { readonly presets: readonly z.infer<typeof preset>[] };

/** The response of GET /api/v1/upstreams. */
export type UpstreamsResponse = { readonly upstreams: readonly z.infer<typeof upstream>[] };

/** GET of the upstreams and of the presets, and the test of upstreams. */
export const upstreamRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/upstreams",
    summary: "The upstreams in use, with their statistics",
    access: "system.read",
    answers: { 200: z.object({ upstreams: z.array(upstream) }) },
    refusals: ["resolver_unavailable"],
    async handle(_, { resolver, runtime }) {
      const { upstreams } = await resolver.statistics().catch((error: Error) => {
        throw new DomainError("resolver_unavailable", programSentence`${error.message}`);
      });
      return {
        // Late answers are exported as a metric (`box_upstream_late_answers_total`).
        upstreams: upstreams.map(({ lastAnswer, downUntil, lastError, late: _, ...rest }) => ({
          ...rest,
          last_answer: toSeconds(lastAnswer),
          down_until: downUntil > runtime.now() ? toSeconds(downUntil) : 0,
          last_error: lastError,
        })),
      };
    },
  }),
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/upstreams/presets",
    summary: "Well-known public resolvers with their identifiers",
    access: "system.read",
    answers: { 200: z.object({ presets: z.array(preset) }) },
    handle: () => ({
      presets: PUBLIC_RESOLVERS.map((resolver) => {
        const { id, operator, country, filtering, note, addresses, pinned } = resolver;
        return {
          id,
          operator,
          country,
          filtering,
          note,
          protocols: protocolsOf(resolver),
          addresses: [...addresses],
          looked_up: !pinned,
        };
      }),
    }),
  }),
  testRoute,
];
