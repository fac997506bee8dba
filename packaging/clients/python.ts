/** The Python client: one module with types, the base client and a method for each operation. */
import type { JsonSchema } from "../../api/http/openapi/json_schema.ts";
import { type ClientSource, nameOf, type Operation, type Parameter } from "./operations.ts";

const NAME = /^[A-Za-z_]\w*$/;
/** Words that no variable may have as its name. */
const KEYWORDS: readonly string[] = (
  "False None True and as assert async await break class continue def del elif else except " +
  "finally for from global if import in is lambda nonlocal not or pass raise return try while with yield"
).split(" ");

/** The text of the module. `base` is the text of base_client.py. */
export function pythonClient({ version, schemas, operations }: ClientSource, base: string): string {
  const types = new Types(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) types.declare(name, schema);
  const methods = operations.map((operation) => methodOf(operation, types));
  const head = `"""Client of the API of the box ${version}, written by \`deno task clients\`.

It needs Python 3.9 and nothing beside the standard library."""`;
  const client = [
    `class BoxClient(_BaseClient):\n    """A method for each operation of the box."""`,
    ...methods,
  ];
  return [head, base.trim(), ...types.declarations, client.join("\n\n")].join("\n\n\n") + "\n";
}

/** The types of the module. An object inside another one gets a name, as TypedDict needs one. */
class Types {
  readonly declarations: string[] = [];
  readonly #names: Set<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  declare(name: string, schema: JsonSchema): void {
    const { properties } = schema as { properties?: Record<string, JsonSchema> };
    if (schema.type === "object" && properties !== undefined) {
      this.#declareObject(name, schema, properties);
      return;
    }
    this.declarations.push(`${name} = ${this.of(schema, name, "alias")}`);
  }

  /**
   * The Python type of a schema. `name` is given to an object that has none. An alias is evaluated
   * when the module is loaded, so names in it are quoted.
   */
  of(schema: JsonSchema, name: string, use: "alias" | "annotation" = "annotation"): string {
    const { $ref, enum: words, type, anyOf, oneOf, items, properties } = schema as {
      $ref?: string;
      enum?: unknown[];
      type?: string | string[];
      anyOf?: JsonSchema[];
      oneOf?: JsonSchema[];
      items?: JsonSchema;
      properties?: Record<string, JsonSchema>;
    };
    if ($ref !== undefined) return use === "alias" ? `"${nameOf($ref)}"` : nameOf($ref);
    if ("const" in schema) return literalOf([schema.const]);
    if (words !== undefined) return literalOf(words);

    const either = anyOf ?? oneOf;
    if (either !== undefined) {
      return unionOf(either.map((part, index) => this.of(part, `${name}${index + 1}`, use)));
    }
    if (Array.isArray(type)) {
      return unionOf(type.map((one) => this.of({ ...schema, type: one }, name, use)));
    }

    switch (type) {
      case "array":
        return `List[${this.of(items ?? {}, `${name}Item`, use)}]`;
      case "object": {
        if (properties === undefined) return this.#mapOf(schema, name, use);
        const own = this.#nameFor(name);
        this.#declareObject(own, schema, properties);
        return use === "alias" ? `"${own}"` : own;
      }
      case "integer":
        return "int";
      case "number":
        return "float";
      case "string":
        return "str";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      default:
        return "Any";
    }
  }

  #mapOf({ additionalProperties }: JsonSchema, name: string, use: "alias" | "annotation"): string {
    const value = typeof additionalProperties === "object"
      ? this.of(additionalProperties as JsonSchema, `${name}Value`, use)
      : "Any";
    return `Dict[str, ${value}]`;
  }

  #declareObject(
    name: string,
    { required = [], description }: JsonSchema,
    properties: Record<string, JsonSchema>,
  ): void {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.of(schema, name + pascal(field));
      const isRequired = (required as string[]).includes(field);
      return { field, type: isRequired ? type : `NotRequired[${type}]`, schema };
    });
    const isPlain = fields.every(({ field }) => NAME.test(field) && !KEYWORDS.includes(field));
    if (!isPlain) {
      const entries = fields.map(({ field, type }) =>
        `    ${JSON.stringify(field)}: "${escaped(type)}",`
      );
      this.declarations.push(`${name} = TypedDict("${name}", {\n${entries.join("\n")}\n})`);
      return;
    }
    const lines = fields.flatMap(({ field, type, schema }) => [
      ...commentOf(schema.description),
      `    ${field}: ${type}`,
    ]);
    const text = typeof description === "string" ? [`    """${docText(description)}"""`] : [];
    const body = [...text, ...lines];
    this.declarations.push(
      `class ${name}(TypedDict):\n${body.length === 0 ? "    pass" : body.join("\n")}`,
    );
  }

  #nameFor(name: string): string {
    let free = name;
    for (let number = 2; this.#names.has(free); number++) free = `${name}${number}`;
    this.#names.add(free);
    return free;
  }
}

function literalOf(words: readonly unknown[]): string {
  const texts = words.map((word) =>
    typeof word === "boolean" ? pascal(String(word)) : JSON.stringify(word)
  );
  return `Literal[${texts.join(", ")}]`;
}

/** Quotes of literals inside a quoted type. */
function escaped(type: string): string {
  return type.replaceAll('"', "'");
}

function unionOf(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.length === 1 ? all[0] : `Union[${all.join(", ")}]`;
}

function commentOf(text: unknown): string[] {
  return typeof text === "string" ? [`    #: ${text.replaceAll("\n", " ")}`] : [];
}

function docText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '\\"');
}

function pascal(name: string): string {
  return name.split(/[^A-Za-z0-9]/).map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");
}

/** `list_dns_records` of `listDnsRecords`. */
function snake(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function argumentName(name: string): string {
  const plain = name.replaceAll("-", "_");
  return KEYWORDS.includes(plain) ? `${plain}_` : plain;
}

function methodOf(operation: Operation, types: Types): string {
  const { id, method, path, description, parameters, body, bodyRequired, reading } = operation;
  const name = pascal(id);
  const typeOf = ({ name: parameter, schema }: Parameter) =>
    types.of(schema, name + pascal(parameter));
  const required = parameters.filter((parameter) => parameter.required)
    .map((parameter) => `${argumentName(parameter.name)}: ${typeOf(parameter)}`);
  const optional = parameters.filter((parameter) => !parameter.required)
    .map((parameter) => `${argumentName(parameter.name)}: Optional[${typeOf(parameter)}] = None`);
  const bodies = body === undefined ? [] : [types.of(body, `${name}Request`)];
  const args = [
    ...required,
    ...(bodyRequired ? bodies.map((type) => `body: ${type}`) : []),
    ...optional,
    ...(bodyRequired ? [] : bodies.map((type) => `body: Optional[${type}] = None`)),
  ];

  const address = path.replace(/\{(\w+)\}/g, (_, word) => `{_segment(${argumentName(word)})}`);
  const query = parameters.filter((parameter) => parameter.in === "query")
    .map((parameter) => `"${parameter.name}": ${argumentName(parameter.name)}`);
  const empty = body === undefined ? "None" : "{} if body is None else body";
  const call = [
    `"${method}"`,
    address === path ? `"${path}"` : `f"${address}"`,
    `{${query.join(", ")}}`,
    bodyRequired ? "body" : empty,
  ].join(", ");
  return [
    `    def ${snake(id)}(self${args.length === 0 ? "" : `, *, ${args.join(", ")}`}) -> ${
      resultOf(operation, types)
    }:`,
    `        """${docText(description)}"""`,
    reading === "json"
      ? `        result: ${resultOf(operation, types)} = self._json(${call})\n        return result`
      : `        ${reading === "done" ? "" : "return "}self.${READERS[reading]}(${call})`,
  ].join("\n");
}

const READERS = { lines: "_lines", text: "_read_text", bytes: "_bytes", done: "_done" } as const;

function resultOf({ id, reading, results }: Operation, types: Types): string {
  const type = () => unionOf(results.map((schema) => types.of(schema, `${pascal(id)}Result`)));
  switch (reading) {
    case "json":
      return type();
    case "lines":
      return `Iterator[${type()}]`;
    case "text":
      return "str";
    case "bytes":
      return "bytes";
    case "done":
      return "None";
  }
}
