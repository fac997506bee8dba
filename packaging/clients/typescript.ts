/** The TypeScript client: one file with types, the base client and a method for each operation. */
import type { JsonSchema } from "../../api/http/openapi/json_schema.ts";
import { type ClientSource, nameOf, type Operation, type Parameter } from "./operations.ts";

const NAME = /^[A-Za-z_$][\w$]*$/;
/** Global types of TypeScript whose names schemas have too. */
const TAKEN: readonly string[] = ["Error", "Request", "Response"];

/** The text of the client. `base` is the text of base_client.ts. */
export function typescriptClient(
  { version, schemas, operations }: ClientSource,
  base: string,
): string {
  const types = Object.entries(schemas).map(([name, schema]) => declarationOf(name, schema));
  return [
    `// Client of the API of the box ${version}, written by \`deno task clients\`.`,
    "// deno-fmt-ignore-file",
    "// deno-lint-ignore-file",
    base.trim(),
    ...types,
    "/** A method for each operation of the box. */",
    `export class BoxClient extends BaseClient {\n${operations.map(methodOf).join("\n\n")}\n}`,
  ].join("\n\n") + "\n";
}

function declarationOf(name: string, schema: JsonSchema): string {
  const text = docOf(schema.description, "");
  return `${text}export type ${typeName(name)} = ${typeOf(schema)};`;
}

function typeName(name: string): string {
  return TAKEN.includes(name) ? `${name}Body` : name;
}

/** The TypeScript type of a schema. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, enum: words, type, anyOf, oneOf, allOf, items, properties } = schema as {
    $ref?: string;
    enum?: unknown[];
    type?: string | string[];
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    allOf?: JsonSchema[];
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  if ($ref !== undefined) return typeName(nameOf($ref));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (words !== undefined) return unionOf(words.map((word) => JSON.stringify(word)));

  const either = anyOf ?? oneOf;
  if (either !== undefined) return unionOf(either.map(typeOf));
  if (allOf !== undefined) return allOf.map((part) => `(${typeOf(part)})`).join(" & ");
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one })));

  switch (type) {
    case "array":
      return `readonly (${typeOf(items ?? {})})[]`;
    case "object":
      return properties === undefined ? mapOf(schema) : objectOf(schema, properties);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function mapOf({ additionalProperties, propertyNames }: JsonSchema): string {
  if (additionalProperties === false) return "Record<string, never>";
  const value = typeOf((additionalProperties ?? {}) as JsonSchema);
  if (propertyNames === undefined) return `{ readonly [name: string]: ${value} }`;
  return `{ readonly [name in ${typeOf(propertyNames as JsonSchema)}]?: ${value} }`;
}

function objectOf(schema: JsonSchema, properties: Record<string, JsonSchema>): string {
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? "" : "?";
    return `${docOf(field.description, "  ")}  readonly ${keyOf(name)}${optional}: ${
      typeOf(field).replaceAll("\n", "\n  ")
    };\n`;
  });
  const rest = isOpen(schema) ? "  readonly [name: string]: unknown;\n" : "";
  return `{\n${fields.join("")}${rest}}`;
}

/** Whether an object has fields that the schema does not name. */
function isOpen({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined && additionalProperties !== false;
}

function keyOf(name: string): string {
  return NAME.test(name) ? name : JSON.stringify(name);
}

function docOf(text: unknown, indent: string): string {
  if (typeof text !== "string") return "";
  return `${indent}/** ${text.replaceAll("*/", "*\u200b/")} */\n`;
}

function methodOf(operation: Operation): string {
  const { id, method, path, description, parameters, body, bodyRequired, reading } = operation;
  const fields = parameters.map(parameterOf);
  if (body !== undefined) fields.push(`body${bodyRequired ? "" : "?"}: ${typeOf(body)}`);
  const needsSome = bodyRequired || parameters.some(({ required }) => required);
  const args = fields.length === 0
    ? ""
    : `args: { readonly ${fields.join("; readonly ")} }${needsSome ? "" : " = {}"}, `;

  const address = path.replace(/\{(\w+)\}/g, (_, name) => `\${segment(args.${name})}`);
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) =>
    `${keyOf(name)}: args${NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`}`
  );
  const parts = [
    `method: "${method}"`,
    `path: \`${address}\``,
    ...(query.length === 0 ? [] : [`query: { ${query.join(", ")} }`]),
    ...(body === undefined ? [] : ["body: args.body"]),
    "...options",
  ];
  return [
    docOf(description, "  ").trimEnd(),
    `  ${id}(${args}options: CallOptions = {}): ${resultOf(operation)} {`,
    `    return this.${reading}({ ${parts.join(", ")} });`,
    "  }",
  ].join("\n");
}

function parameterOf({ name, required, schema }: Parameter): string {
  return required
    ? `${keyOf(name)}: ${typeOf(schema)}`
    : `${keyOf(name)}?: ${typeOf(schema)} | undefined`;
}

function resultOf({ reading, results }: Operation): string {
  const type = unionOf(results.map(typeOf));
  switch (reading) {
    case "json":
      return `Promise<${type}>`;
    case "lines":
      return `AsyncGenerator<${type}>`;
    case "text":
      return "Promise<string>";
    case "bytes":
      return "Promise<Uint8Array>";
    case "done":
      return "Promise<void>";
  }
}
