/**
 * Examples of the OpenAPI document: bodies of valid requests, and what a box of the tests answers.
 * `deno task examples` adds those that are missing to api/app/api_examples.json.
 */
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import type { Connection } from "../../api/http/exchange.ts";
import {
  type ApiExamples,
  isJson,
  type OperationExamples,
  typesOf,
} from "../../api/http/openapi/document.ts";
import { operationIdOf } from "../../api/http/openapi/operation_id.ts";
import type { Route } from "../../api/http/route.ts";
import type { BoxServices } from "./box_services.ts";
import type { Media } from "./api_document.ts";
import { type DocumentedApi, pointerOf } from "./documented.ts";
import { HOSTILE } from "./facts.ts";
import { boxFor, GOOD, keyOf } from "./good_requests.ts";
import { PASSWORD } from "./people.ts";

/** Entries of a list that an example shows. */
const SHOWN = 2;
/** Characters of a text that an example shows. */
const CHARACTERS = 400;
/** The slots of a week, which are no hours when some are missing. */
const SLOTS = /^[01]+$/;

const SOCKET: Connection = { door: "socket" };
const HTTPS: Connection = { door: "https", address: "192.168.1.20" };
/** Who may have a valid request of a route, in this order. */
const CLIENTS: readonly (readonly [Connection, string])[] = [
  [SOCKET, ""],
  [HTTPS, "full"],
  [HTTPS, "member"],
];

/** What is wrong with the example of a part of an operation: `request`, or a status. */
export interface ExampleFault {
  readonly route: Route;
  readonly part: string;
  readonly why: string;
}

/** Examples that operations should have and do not, or that do not match their schema. */
export function exampleFaults(api: DocumentedApi): ExampleFault[] {
  return ROUTES.flatMap((route) => {
    const place = ["paths", route.path, route.method] as const;
    const { requestBody, responses } = api.document.paths[route.path][route.method];
    // A reference leads to a refusal that several operations share.
    const statuses = Object.keys(responses).filter((status) => !("$ref" in responses[status]));
    const bodies = [
      { part: "request", keys: [...place, "requestBody"], content: requestBody?.content },
      ...statuses.map((part) => ({
        part,
        keys: [...place, "responses", part],
        content: responses[part].content,
      })),
    ];
    return bodies.flatMap(({ part, keys, content = {} }) => {
      const why = faultOf(api, keys, content);
      return why === undefined ? [] : [{ route, part, why }];
    });
  });
}

function faultOf(
  api: DocumentedApi,
  keys: readonly string[],
  content: Readonly<Record<string, Media>>,
): string | undefined {
  // A file that is no text has no schema, and needs no example.
  const media = Object.entries(content).filter(([, { schema }]) => Object.keys(schema).length > 0);
  if (media.length === 0) return undefined;
  const [missing] = media.find(([, { example }]) => example === undefined) ?? [];
  if (missing !== undefined) return `there is none of ${missing}`;
  return media
    .flatMap(([type, { example }]) =>
      api.validate(pointerOf(...keys, "content", type, "schema"), example)
    )
    .at(0);
}

/**
 * Adds what is missing to the examples, and replaces what is outdated, as far as a box of the tests
 * gives it. The others stay.
 */
export async function addExamples(api: DocumentedApi, examples: ApiExamples): Promise<ApiExamples> {
  const added: Record<string, OperationExamples> = { ...examples };
  for (const { route, part } of exampleFaults(api)) {
    const id = operationIdOf(route);
    const kept = added[id] ?? {};
    if (part === "request") {
      added[id] = { ...kept, request: requestOf(route) };
      continue;
    }
    const answered = await answerOf(route, Number(part), api);
    if (answered === undefined) continue;
    added[id] = { ...kept, responses: { ...kept.responses, [part]: answered } };
  }
  const known = new Set(ROUTES.map((route) => operationIdOf(route)));
  const sorted = Object.entries(added).filter(([id]) => known.has(id));
  return Object.fromEntries(sorted.sort(([a], [b]) => a < b ? -1 : 1));
}

function requestOf(route: Route): unknown {
  const body = GOOD[keyOf(route)]?.body as Record<string, unknown> | undefined;
  if (route.confirmPassword === true) return { ...body, confirm_password: PASSWORD };
  return body ?? {};
}

/** What a box answers to a valid request with this status; undefined = nothing. */
async function answerOf(route: Route, status: number, api: DocumentedApi): Promise<unknown> {
  for (const [connection, person] of CLIENTS) {
    const services = await boxFor(route);
    const body = await bodyOf(services, route, { status, connection, person });
    if (body === undefined) continue;
    if (typeof body === "string") return body.slice(0, CHARACTERS);
    const [type] = typesOf(route).filter(isJson);
    const pointer = pointerOf(
      ...["paths", route.path, route.method, "responses", String(status)],
      ...["content", type, "schema"],
    );
    const short = shortened(body);
    // A list that must be longer, or a text of a fixed form, is shown whole.
    return api.validate(pointer, short).length === 0 ? short : body;
  }
  return undefined;
}

interface Client {
  readonly status: number;
  readonly connection: Connection;
  readonly person: string;
}

async function bodyOf(
  services: BoxServices,
  route: Route,
  { status, connection, person }: Client,
): Promise<unknown> {
  const { path = route.path, body } = GOOD[keyOf(route)] ?? {};
  const query = queryFor(route, status);
  const headers: Record<string, string> = { host: "box" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (person !== "") headers.cookie = `__Host-box=${person}`;
  const leave = new AbortController();
  const request = new Request(`http://box${path}${query}`, {
    method: route.method.toUpperCase(),
    headers,
    signal: leave.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

  const response = await apiApp(ROUTES, services).fetch(request, connection);
  if (response.status !== status) {
    await response.body?.cancel();
    return undefined;
  }
  if (route.lines === true) {
    const line = await firstLine(response.body!);
    leave.abort();
    return line;
  }
  const text = await response.text();
  return response.headers.get("content-type")?.startsWith("application/json")
    ? JSON.parse(text)
    : text;
}

/** The query string with which a route answers with a status, and a stream with what there is. */
function queryFor({ path }: Route, status: number): string {
  if (status === 202) return "?wait=false";
  return path.endsWith("/stream") ? "?last=1" : "";
}

/** The first line that says something, as JSON or, of a table, as text; undefined = none comes. */
async function firstLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<unknown> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let reads = 0; reads < 3 && text.trim() === ""; reads++) {
    const timer = new Promise<undefined>((resolve) => setTimeout(resolve, 300));
    const read = await Promise.race([reader.read(), timer]);
    if (read === undefined || read.done) break;
    text += read.value;
  }
  await reader.cancel().catch(() => {});
  const [line] = text.trim().split("\n");
  if (line === "") return undefined;
  return line.startsWith("{") ? JSON.parse(line) : text;
}

/**
 * A copy with the first entries of lists and the beginning of long texts. Texts by which the tests
 * attack terminals are left out.
 */
function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    if (value.includes(HOSTILE)) return "example";
    return SLOTS.test(value) ? value : value.slice(0, CHARACTERS);
  }
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, shortened(part)]),
  );
}
