/** The OpenAPI document of the box for tests, with what they read of it. */
import { documentParts } from "../../api/app/routes.ts";
import { openApiDocument } from "../../api/http/openapi/document.ts";
import type { Route } from "../../api/http/route.ts";

/** The version that the document of the tests has. */
export const VERSION = "0.9.0";

/** An operation, as far as tests read it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

/** A parameter or a reference to one. */
export interface DocumentedParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly description?: string;
  readonly schema: Record<string, unknown>;
}

/** A response or a reference to one. */
export interface DocumentedAnswer {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, Media>;
}

/** The schema and the example of a body. */
export interface Media {
  readonly schema: Record<string, unknown>;
  readonly example?: unknown;
}

/** The document, as far as tests read it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, DocumentedOperation>>;
  readonly components: {
    readonly schemas: Record<string, Record<string, unknown>>;
    readonly responses: Record<string, DocumentedAnswer>;
    readonly parameters: Record<string, unknown>;
    readonly securitySchemes: Record<string, unknown>;
  };
}

/** The document as clients get it: through JSON. `extra` are routes that only a test has. */
export async function apiDocument(extra: readonly Route[] = []): Promise<ApiDocument> {
  const parts = await documentParts();
  const routes = [...parts.routes, ...extra];
  return JSON.parse(JSON.stringify(openApiDocument({ ...parts, routes, version: VERSION })));
}

/** The response of an operation, its reference resolved. */
export function answerIn(document: ApiDocument, answer: DocumentedAnswer): DocumentedAnswer {
  if (answer.$ref === undefined) return answer;
  return document.components.responses[answer.$ref.split("/").at(-1)!];
}
