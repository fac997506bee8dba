/** Compares what the API answers with its OpenAPI document, by a validator of JSON Schema. */
import { Ajv2020 } from "ajv/2020";
import type { Route } from "../../api/http/route.ts";
import { answerIn, type ApiDocument, apiDocument } from "./api_document.ts";

/** A response as the API gave it; `body` is parsed JSON, or text. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: unknown;
}

/** Headers that the document must name where a response has them. */
const TOLD = ["set-cookie", "content-disposition", "etag", "retry-after", "location", "link"];

/** A document and its schemas. */
export class DocumentedApi {
  readonly document: ApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });

  private constructor(document: ApiDocument) {
    this.document = document;
    this.#ajv.addSchema(document, "api");
  }

  /** The document of the box; `extra` are routes that only a test has. */
  static async open(extra: readonly Route[] = []): Promise<DocumentedApi> {
    return new DocumentedApi(await apiDocument(extra));
  }

  /** What a response has that the document does not allow; empty = nothing. */
  faults({ path, method }: Route, { status, headers, body }: Answered): string[] {
    const operation = this.document.paths[path]?.[method];
    if (operation === undefined) return ["the operation is not documented"];
    const listed = operation.responses[status];
    if (listed === undefined) return [`${status} is not documented`];

    const answer = answerIn(this.document, listed);
    const named = Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase());
    const faults = TOLD.filter((name) => headers.has(name) && !named.includes(name))
      .map((name) => `the header ${name} of ${status} is not documented`);
    if (answer.content === undefined) {
      return body === undefined || body === "" ? faults : [...faults, `${status} has a body`];
    }

    const type = (headers.get("content-type") ?? "").split(";")[0];
    if (answer.content[type] === undefined) return [...faults, `${type} is not documented`];
    if (body === undefined) return faults;
    const where = listed.$ref ?? pointerOf("paths", path, method, "responses", String(status));
    return [...faults, ...this.validate(`${where}/content/${escaped(type)}/schema`, body)];
  }

  /** What a value has that the schema at a place of the document does not allow. */
  validate(pointer: string, value: unknown): string[] {
    const check = this.#ajv.getSchema(`api${pointer}`);
    if (check === undefined) return [`there is no schema at ${pointer}`];
    if (check(value) === true) return [];
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`
    );
  }
}

/** The pointer to a place of the document: `#/paths/~1api~1v1~1lists/get`. */
export function pointerOf(...keys: readonly string[]): string {
  return `#/${keys.map(escaped).join("/")}`;
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
