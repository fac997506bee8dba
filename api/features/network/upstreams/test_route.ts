/** Tests upstreams: those of the settings, or others before they are added. */
import { z } from "@hono/zod-openapi";
import { parseUpstreams, type UpstreamTarget } from "../../../../policy/model/upstream_line.ts";
import type { ResolverHandle, UpstreamProbe } from "../../../../resolver/protocol.ts";
import { DomainError } from "../../../schema/errors.ts";
import { routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { SettingValues } from "../../../settings/list.ts";
import type { ScopeUpstreams } from "./service.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly resolver: Pick<ResolverHandle, "probe">;
  readonly settings: Pick<SettingsService, "resolved">;
  readonly scopeUpstreams: Pick<ScopeUpstreams, "knownLines">;
}

const route = routeFor<Needs>();

/**
 * Maximum number of upstreams in a request, and the timeout of all in milliseconds: the resolver
 * tests 16 at once.
 */
const MOST = 64;
const DEADLINE = 60_000;
/**
 * The query for servers of private reverse names, which serve only names of their zones (RFC 6303
 * 4.1).
 */
const PRIVATE_DOMAIN = "168.192.in-addr.arpa";

const tested = z.object({
  upstream: z.string(),
  domain: z.string().describe("The queried name, empty = the root"),
  state: z.enum(["answers", "refuses", "fails"]).describe("`refuses` = it responds with an error"),
  connect_latency: z.number().describe(
    "Milliseconds to the first response, including connecting; 0 = none",
  ),
  latency: z.number().describe(
    "Milliseconds to a response over the open connection; 0 = none",
  ),
  dnssec: z.enum(["validated", "signed", "none"]).describe(
    "DNSSEC in the response: the AD bit, signatures, or neither",
  ),
  tcp: z.boolean().optional().describe(
    "Whether it responds over TCP too; absent unless it uses UDP",
  ),
  certificate: z.object({
    names: z.array(z.string()).readonly().describe("Subject names of the certificate, at most 16"),
    ends: seconds.describe("Unix seconds, 0 = unknown"),
  }).optional().describe("Certificate of an encrypted upstream"),
  error: z.string().describe("What happened, why, and what to do; empty = no problem"),
}).meta({ id: "TestedUpstream" });

/** The response of POST /api/v1/upstreams/test. */
export type TestedUpstreams = { readonly upstreams: readonly z.infer<typeof tested>[] };

/** POST /api/v1/upstreams/test. */
export const testRoute = route({
  doc: "A 7.11",
  method: "post",
  path: "/api/v1/upstreams/test",
  summary: "Tests each upstream in use, or the given ones",
  access: "system.write",
  unaudited: "it changes nothing",
  deadline: DEADLINE,
  body: z.strictObject({
    upstreams: z.array(z.string().min(1).max(4096)).min(1).max(MOST).optional().describe(
      "Any value of the setting `upstreams`; absent = the upstreams of settings, groups, people and devices",
    ),
  }),
  answers: { 200: z.object({ upstreams: z.array(tested) }) },
  refusals: ["bad_value", "resolver_unavailable"],
  async handle({ body }, { resolver, settings, scopeUpstreams }) {
    const wanted = body.upstreams === undefined
      ? configured(settings.resolved().values, scopeUpstreams.knownLines)
      : given(body.upstreams);
    if (wanted.length > MOST) {
      throw new DomainError(
        "bad_value",
        sentence`At most ${MOST} upstreams can be tested at once, these are: ${wanted.length}`,
      );
    }
    const all = wanted.map(async ({ target, domain }) =>
      shown(target, domain, await resolver.probe(target, domain))
    );
    return {
      upstreams: await Promise.all(all).catch((error: Error) => {
        throw new DomainError("resolver_unavailable", programSentence`${error.message}`);
      }),
    };
  },
});

/** An upstream and the name to query. */
interface Wanted {
  readonly target: UpstreamTarget;
  readonly domain: string;
}

function configured(values: SettingValues, own: readonly string[]): Wanted[] {
  const { upstreams, fallback_upstreams, private_upstreams } = values;
  return distinct([
    ...wantedOf(upstreams).wanted,
    ...wantedOf(fallback_upstreams).wanted,
    ...wantedOf(private_upstreams).wanted.map((each) => ({
      ...each,
      domain: each.domain || PRIVATE_DOMAIN,
    })),
    ...wantedOf(own).wanted,
  ]);
}

function given(lines: readonly string[]): Wanted[] {
  const { wanted, errors } = wantedOf(lines);
  if (errors.length > 0) throw new DomainError("bad_value", errors[0]);
  if (wanted.length === 0) {
    throw new DomainError(
      "bad_value",
      sentence`There is no upstream in these lines; add one, such as quad9`,
    );
  }
  return distinct(wanted);
}

function wantedOf(lines: readonly string[]): { wanted: Wanted[]; errors: readonly Sentence[] } {
  const { defaults, routes, errors } = parseUpstreams(lines);
  const routed = routes.flatMap(({ targets, domain }) =>
    targets.map((target) => ({ target, domain }))
  );
  return { wanted: [...defaults.map((target) => ({ target, domain: "" })), ...routed], errors };
}

/** Returns each upstream once, with the first query listed for it. */
function distinct(wanted: readonly Wanted[]): Wanted[] {
  const byText = new Map<string, Wanted>();
  for (const each of wanted) if (!byText.has(each.target.text)) byText.set(each.target.text, each);
  return [...byText.values()];
}

function shown(
  target: UpstreamTarget,
  domain: string,
  probe: UpstreamProbe,
): z.infer<typeof tested> {
  const { connectLatency, certificate, ...rest } = probe;
  return {
    upstream: target.text,
    domain,
    ...rest,
    connect_latency: connectLatency,
    ...(certificate === undefined
      ? {}
      : { certificate: { names: certificate.names, ends: toSeconds(certificate.ends) } }),
  };
}
