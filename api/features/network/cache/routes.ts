/** Emptying the answer cache, for one name or completely. */
import { z } from "@hono/zod-openapi";
import { nameFromText, nameToText } from "../../../../policy/model/name.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor } from "../../../http/route.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly resolver: Pick<ResolverHandle, "flush">;
}

const route = routeFor<Needs>();

const flushed = z.object({ entries: count.describe("Number of removed answers") });

/** The response of POST /api/v1/cache/flush. */
export type FlushResponse = z.infer<typeof flushed>;

/** POST /api/v1/cache/flush. */
export const cacheRoutes = [
  route({
    doc: "A 7.11",
    method: "post",
    path: "/api/v1/cache/flush",
    summary: "Removes a name with all names below it, or everything, from the answer cache",
    access: "system.write",
    audit: ["cache.flush"],
    body: z.strictObject({
      name: z.string().max(1100).optional().describe(
        "The name to remove, with all names below it; absent = all names",
      ),
    }),
    answers: { 200: flushed },
    refusals: ["bad_value", "resolver_unavailable"],
    async handle({ body, audit }, { resolver }) {
      const name = body.name === undefined ? undefined : nameFromText(body.name);
      if (body.name !== undefined && name === undefined) {
        throw new DomainError("bad_value", sentence`This is not a domain name: ${body.name}`);
      }
      const flush = name === undefined ? resolver.flush() : resolver.flush(nameToText(name));
      const entries = await flush.catch((error: Error) => {
        throw new DomainError("resolver_unavailable", programSentence`${error.message}`);
      });
      audit("cache.flush", { entries });
      return { entries };
    },
  }),
];
