/** The servers that the box asks, and how each is doing. */
import { z } from "@hono/zod-openapi";
import { ApiError } from "../../../http/errors.ts";
import { count, route, seconds, toSeconds } from "../../../http/route.ts";

const upstream = z.object({
  upstream: z.string(),
  queries: count,
  failures: count,
  timeouts: count,
  latency: z.number().describe("Smoothed round trip in milliseconds, 0 = not known yet"),
  last_answer: seconds,
  down_until: seconds.describe("Unix seconds until which it is passed over, 0 = in use"),
  last_error: z.string(),
});

/** The answer of GET /api/v1/upstreams. */
export type ShownUpstreams = { readonly upstreams: readonly z.infer<typeof upstream>[] };

/** GET /api/v1/upstreams. */
export const upstreamRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/upstreams",
    summary: "The servers that are asked, with their statistics",
    access: "socket",
    answers: { 200: z.object({ upstreams: z.array(upstream) }) },
    refusals: ["resolver_unavailable"],
    async handle(_, { resolver, now }) {
      const { upstreams } = await resolver.statistics().catch((error: Error) => {
        throw new ApiError("resolver_unavailable", error.message);
      });
      return {
        upstreams: upstreams.map(({ lastAnswer, downUntil, lastError, ...rest }) => ({
          ...rest,
          last_answer: toSeconds(lastAnswer),
          down_until: downUntil > now() ? toSeconds(downUntil) : 0,
          last_error: lastError,
        })),
      };
    },
  }),
];
