/** A page as an HTTP response: compressed, never cached, and restricted to resources of the box. */
import { gzipSync } from "node:zlib";
import { render } from "preact-render-to-string";
import { FLASH_COOKIE } from "../api/http/forms.ts";
import type { Language } from "../policy/catalogue/languages.ts";
import { layout, type PageDocument } from "./layout.ts";
import { LANGUAGE_COOKIE } from "./language.ts";
import { plainLayout } from "./plain_layout.ts";

/** The content security policy: what a page may load and where its forms may lead. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Properties of the response to a page. */
export interface ResponseOptions {
  readonly request: Request;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the page reports the result of an action, which is shown once. */
  readonly hasFlash?: boolean;
  /** The selected language, stored in this browser. */
  readonly language?: Language;
}

/** The page as a response. */
export function htmlResponse(document: PageDocument, options: ResponseOptions): Response {
  const {
    request,
    status = 200,
    hasFlash = false,
    language,
  } = options;
  const headers = new Headers({
    ...options.headers,
    "content-type": "text/html; charset=utf-8",
    "content-language": document.ui.context.language,
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  });
  if (hasFlash) {
    headers.append(
      "set-cookie",
      `${FLASH_COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`,
    );
  }
  if (language !== undefined) {
    headers.append(
      "set-cookie",
      `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax; Max-Age=31536000`,
    );
  }
  const markup = document.page.plain ? plainLayout(document) : layout(document);
  const bytes = new TextEncoder().encode(`<!doctype html>${render(markup)}`);
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return new Response(bytes, { status, headers });
  }
  headers.set("content-encoding", "gzip");
  return new Response(new Uint8Array(gzipSync(bytes, { level: 5 })), { status, headers });
}

/** Redirects the browser to another page. */
export function redirect(to: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: to, "cache-control": "no-store" },
  });
}
