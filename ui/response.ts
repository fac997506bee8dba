/** A page on the wire: compressed, never stored, and allowed to load nothing that is not of the box. */
import { gzipSync } from "node:zlib";
import { render } from "preact-render-to-string";
import { TOLD_COOKIE } from "../api/http/forms.ts";
import type { Language } from "../policy/catalogue/languages.ts";
import { type Document, frame } from "./frame.ts";
import { LANGUAGE_COOKIE } from "./language.ts";
import { plainFrame } from "./plain_frame.ts";

/** What a page may load and where its forms may lead. */
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

/** What goes with a page. */
export interface ResponseOptions {
  readonly request: Request;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it tells what was done, which is told once. */
  readonly told?: boolean;
  /** The language that was chosen, kept in this browser. */
  readonly language?: Language;
}

/** The page as a response. */
export function htmlResponse(document: Document, options: ResponseOptions): Response {
  const { request, status = 200, told = false, language } = options;
  const headers = new Headers({
    ...options.headers,
    "content-type": "text/html; charset=utf-8",
    "content-language": document.ui.shown.language,
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  });
  if (told) {
    headers.append(
      "set-cookie",
      `${TOLD_COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`,
    );
  }
  if (language !== undefined) {
    headers.append(
      "set-cookie",
      `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax; Max-Age=31536000`,
    );
  }
  const markup = document.page.plain ? plainFrame(document) : frame(document);
  const octets = new TextEncoder().encode(`<!doctype html>${render(markup)}`);
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return new Response(octets, { status, headers });
  }
  headers.set("content-encoding", "gzip");
  return new Response(new Uint8Array(gzipSync(octets, { level: 5 })), { status, headers });
}

/** Sends the browser to another page. */
export function redirect(to: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: to, "cache-control": "no-store" },
  });
}
