/** Resolves a name in the box as for a device, with the result of each protection. */
import { z } from "@hono/zod-openapi";
import { parseAddress } from "../../../../policy/model/address.ts";
import { nameFromText } from "../../../../policy/model/name.ts";
import { parseScope } from "../../../../policy/model/scope.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import {
  CLASS,
  classFromText,
  FLAG,
  rcodeToText,
  TYPE,
  typeFromText,
} from "../../../../resolver/wire/codes.ts";
import { type Message, readMessage, SECTION } from "../../../../resolver/wire/message.ts";
import { messageToText, recordToText } from "../../../../resolver/wire/text.ts";
import { MessageWriter } from "../../../../resolver/wire/writer.ts";
import { DomainError } from "../../../schema/errors.ts";
import { routeFor } from "../../../http/route.ts";
import {
  type ClientDirectory,
  readClientScope,
  scopeExists,
} from "../../insight/client_directory.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly resolver: Pick<ResolverHandle, "ask">;
  readonly askers: ClientDirectory;
}

const route = routeFor<Needs>();

/** Maximum size of an answer over the local socket, in bytes (EDNS). */
const ROOM = 65_535;

const question = {
  name: z.string().max(1100).describe("Domain name"),
  type: z.string().max(20).default("A").describe("Record type, such as AAAA"),
};
const as = z.string().max(64)
  .describe(
    "The client: an address, device:ID, person:ID, profile:child|teen|adult, group:ID, or all for the defaults of everyone",
  );
const ask = z.strictObject({
  ...question,
  class: z.string().max(20).default("IN").describe("Record class, such as IN or CH"),
  as: as.default("127.0.0.1"),
  explain: z.boolean().default(false).describe("Whether the steps of the decision are returned"),
});
const answered = z.object({
  text: z.string().describe("The whole message in the format of dig"),
  rcode: z.string(),
  records: z.array(z.string()).describe("The answer section"),
  status: z.string(),
  reason: z.string(),
  upstream: z.string(),
  by: z.object({
    origin: z.string().describe("As in the journal, with the cause"),
    list: z.int().describe("Identifier of the deciding list, -1 = none"),
    rule: z.string(),
  }).optional().describe("What decided; absent = nothing"),
  duration: z.number().describe("Microseconds"),
  size: z.int().describe("Bytes of the message"),
  steps: z.array(z.object({
    protection: z.string().describe(
      "Name of the protection; those after the answer end with `, answer`",
    ),
    verdict: z.enum(["next", "settle", "skipped"]),
    outcome: z.string().describe(
      "Outcome: nothing, allowed, told (reported only), lifted, answered, rewritten, blocked, waits or skipped",
    ),
    origin: z.string().describe("As in the journal; empty = none"),
    rule: z.string().describe("The deciding rule; empty = none, or confidential"),
    list: z.string().describe("The deciding list; empty = none, or confidential"),
    scope: z.string().describe("Scope of the deciding rule; empty = no rule of the household"),
    lost: z.object({
      rule: z.string(),
      scope: z.string().describe("Its scope"),
    }).optional().describe("For a block: the allow rule that does not lift it; absent = none"),
    skipped: z.array(z.object({
      list: z.string(),
      why: z.enum(["scope", "hours"]).describe(
        "scope = not for this client, hours = not active now",
      ),
    })).readonly().describe("Lists that contain the name but have no effect here"),
    text: z.string().describe("The explanation as text"),
  })).readonly(),
}).meta({ id: "NameAnswer" });

/** The response of POST /api/v1/query and GET /api/v1/explain. */
export type QueryAnswer = z.infer<typeof answered>;

/** POST /api/v1/query and GET /api/v1/explain. */
export const queryRoutes = [
  route({
    doc: "docs/requirements.md#queries",
    method: "post",
    path: "/api/v1/query",
    operationId: "resolveName",
    summary:
      "Queries the resolver as a device, a person or a group, with the result of each protection",
    access: "rules.read",
    unaudited: "it changes nothing",
    body: ask,
    answers: { 200: answered },
    refusals: ["bad_value", "not_found", "resolver_unavailable"],
    handle: ({ body }, services) => answerTo(services, body),
  }),
  route({
    doc: "docs/requirements.md#queries",
    method: "get",
    path: "/api/v1/explain",
    operationId: "explainName",
    summary:
      "The current decision about a name for a device, a person or a group, with the result of each protection",
    access: "rules.read",
    query: z.strictObject({ ...question, as: as.default("all") }),
    answers: { 200: answered },
    refusals: ["bad_value", "not_found", "resolver_unavailable"],
    handle: ({ query }, services) => answerTo(services, { ...query, class: "IN", explain: true }),
  }),
];

async function answerTo(
  { resolver, askers }: Pick<Needs, "resolver" | "askers">,
  asked: z.infer<typeof ask>,
): Promise<QueryAnswer> {
  const wire = queryWire(asked.name, asked.type, asked.class);
  checkAsker(asked.as, askers);
  const answer = await resolver.ask(wire, asked.as, asked.explain).catch((error: Error) => {
    throw new DomainError("resolver_unavailable", programSentence`${error.message}`);
  });
  const { status, reason, upstream, by, duration, explained: steps } = answer;
  const message = readMessage(answer.wire);
  return {
    text: answer.wire.length === 0
      ? ";; No answer: the query was dropped\n"
      : messageToText(answer.wire),
    rcode: message === undefined ? "" : rcodeToText(message.rcode),
    records: message === undefined ? [] : answerSection(message),
    status,
    reason,
    upstream,
    ...(by === undefined ? {} : { by }),
    duration,
    size: answer.wire.length,
    steps,
  };
}

function checkAsker(as: string, askers: ClientDirectory): void {
  if (as === "all" || parseAddress(as) !== undefined) return;
  if (parseScope(as)?.kind === "profile") return;
  const scope = readClientScope(as);
  if (scope === undefined) {
    throw new DomainError(
      "bad_value",
      programSentence`Give an IP address, device:ID, person:ID, profile:child|teen|adult, group:ID or all: ${as}`,
    );
  }
  if (!scopeExists(askers, scope)) {
    throw new DomainError(
      "not_found",
      sentence`There is no ${scope.kind} with the number: ${scope.id}`,
    );
  }
}

function answerSection(message: Message): string[] {
  return message.records.filter(({ section }) => section === SECTION.ANSWER).map((record) =>
    recordToText(message.bytes, record)
  );
}

function queryWire(nameText: string, typeText: string, classText: string): Uint8Array {
  const name = nameFromText(nameText);
  const type = typeFromText(typeText);
  const class_ = classFromText(classText);
  if (name === undefined) {
    throw new DomainError("bad_value", sentence`This is not a domain name: ${nameText}`);
  }
  if (type === undefined) {
    throw new DomainError("bad_value", sentence`There is no such record type: ${typeText}`);
  }
  if (class_ === undefined) {
    throw new DomainError("bad_value", programSentence`There is no such class: ${classText}`);
  }
  const writer = new MessageWriter();
  const buffer = new Uint8Array(512);
  writer.begin(buffer, 0, buffer.length, 0, FLAG.RD | FLAG.AD);
  writer.question(name, 0, name.length, type, class_);
  // With EDNS, so that a block can carry its reason (RFC 8914); the class of OPT is the accepted
  // size (RFC 6891 6.1.2).
  writer.record(
    SECTION.ADDITIONAL,
    new Uint8Array(1),
    TYPE.OPT,
    ROOM as typeof CLASS.IN,
    0,
    new Uint8Array(0),
  );
  return buffer.slice(0, writer.length);
}
