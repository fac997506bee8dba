/** The OpenAPI document as generators of clients read it. */
import type { JsonSchema } from "../../api/http/openapi/json_schema.ts";

/** A parameter of the path or the query string. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

/** How a response is read: as JSON, lines of JSON, text, bytes, or not at all. */
export type Reading = "json" | "lines" | "text" | "bytes" | "done";

/** An operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** Whether the operation needs its body. */
  readonly bodyRequired: boolean;
  readonly reading: Reading;
  /** Schemas of the successful responses; empty for texts and bytes. */
  readonly results: readonly JsonSchema[];
}

/** The parts of the document that clients are made of. */
export interface ClientSource {
  readonly version: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly operations: readonly Operation[];
}

type Content = Record<string, { readonly schema: JsonSchema }>;

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Reads the document that `openApiDocument` makes. */
export function clientSource(given: unknown): ClientSource {
  const document = given as Document;
  const { schemas, parameters: shared } = document.components;
  const operations: Operation[] = [];

  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId, summary, description, parameters = [], requestBody } = operation;
      operations.push({
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        description,
        parameters: parameters.map((parameter) =>
          "$ref" in parameter ? shared[nameOf(parameter.$ref)] : parameter
        ),
        body: requestBody?.content["application/json"].schema,
        bodyRequired: requestBody?.required === true,
        ...responseOf(operation),
      });
    }
  }
  return { version: document.info.version, schemas, operations };
}

/** `Rule` of `#/components/schemas/Rule`. */
export function nameOf(reference: string): string {
  return reference.split("/").at(-1)!;
}

function responseOf({ responses }: DocumentedOperation): Pick<Operation, "reading" | "results"> {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => content);
  const [first] = contents;
  if (first === undefined) return { reading: "done", results: [] };

  // Of several types, the first is what a call without a choice gets.
  const [type, { schema }] = Object.entries(first)[0];
  if (type === "application/x-ndjson") return { reading: "lines", results: [schema] };
  if (type !== "application/json") {
    return { reading: schema.type === "string" ? "text" : "bytes", results: [] };
  }
  return {
    reading: "json",
    results: contents.flatMap((content) => content?.[type] === undefined ? [] : content[type])
      .map(({ schema }) => schema),
  };
}
