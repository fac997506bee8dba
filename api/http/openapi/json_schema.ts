/** Schemas of the routes as JSON Schema; those with a name are components of the document. */
import { z } from "@hono/zod-openapi";

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

const LOCAL = "#/$defs/";
const COMPONENT = "#/components/schemas/";

/**
 * The named schemas of a document. A name is given where a schema is declared:
 * `.meta({ id: "Rule" })`.
 */
export class SchemaComponents {
  readonly #byName = new Map<string, JsonSchema>();

  /** The JSON Schema of what a client sends or receives; named parts are references. */
  convert(schema: z.ZodType): JsonSchema {
    const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, {
      // Responses are written as handlers return them: no default is filled in.
      io: "input",
      unrepresentable: "any",
      override: ({ jsonSchema }) => tidy(jsonSchema),
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };

    for (const [name, part] of Object.entries($defs)) this.add(name, part);
    return linked(own) as JsonSchema;
  }

  /** Adds a component, and returns a reference to it. Two schemas of one name must be equal. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const kept = this.#byName.get(name);
    const given = linked(schema) as JsonSchema;
    if (kept !== undefined && JSON.stringify(kept) !== JSON.stringify(given)) {
      throw new Error(`Two different schemas are named ${name}`);
    }
    this.#byName.set(name, given);
    return { $ref: COMPONENT + name };
  }

  /** Every component by name, in the order of the alphabet. */
  all(): Record<string, JsonSchema> {
    return sorted(this.#byName);
  }
}

/** The entries of a map in the order of the alphabet, so that the document changes little. */
export function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Removes keywords that carry no information for a client. */
function tidy(schema: JsonSchema): void {
  // Of a TypeScript type; in OpenAPI it would mean "in responses only".
  delete schema.readOnly;

  const names = schema.propertyNames as JsonSchema | undefined;
  if (names !== undefined && Object.keys(names).length === 1 && names.type === "string") {
    delete schema.propertyNames;
  }
}

/** A copy whose references lead to the components. */
function linked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(linked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" && typeof part === "string" ? part.replace(LOCAL, COMPONENT) : linked(part),
    ]),
  );
}
