/**
 * `deno task clients [--out FOLDER]` writes clients of the API from its OpenAPI document: box.ts for
 * TypeScript, box.py for Python, and the document itself. The default folder is dist/clients.
 */
import { parseArgs } from "node:util";
import { documentParts } from "../../api/app/routes.ts";
import { openApiDocument } from "../../api/http/openapi/document.ts";
import { VERSION } from "../../api/system/version.ts";
import { clientSource } from "./operations.ts";
import { pythonClient } from "./python.ts";
import { typescriptClient } from "./typescript.ts";

const here = (name: string) => Deno.readTextFile(new URL(name, import.meta.url));

/** The files of the clients by name. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  const document = openApiDocument({ ...await documentParts(), version: VERSION });
  const text = JSON.stringify(document, null, 2);
  const source = clientSource(JSON.parse(text));
  return {
    "box.ts": typescriptClient(source, await here("base_client.ts")),
    "box.py": pythonClient(source, await here("base_client.py")),
    "openapi.json": `${text}\n`,
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "dist/clients" } } });
  await Deno.mkdir(values.out, { recursive: true });
  for (const [name, content] of Object.entries(await clientFiles())) {
    await Deno.writeTextFile(`${values.out}/${name}`, content);
    console.log(`${values.out}/${name}`);
  }
}
