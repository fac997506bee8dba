/** What plain HTTP says at `/`: what the box is, and how to ask it. The interface itself comes over HTTPS. */

import { z } from "@hono/zod-openapi";
import { parseListen } from "../settings/listen.ts";
import { route } from "./route.ts";

interface FrontPage {
  readonly version: string;
  /** The host under which the page was asked for, without port. */
  readonly host: string;
  readonly dnsPort: number;
}

/** The page at `/`: HTML for browsers, text for curl and others that do not ask for HTML. */
export const frontRoute = route({
  doc: "DESIGN 11",
  method: "get",
  path: "/",
  summary: "What the box is, and how to ask it",
  access: "open",
  answers: { 200: z.string() },
  handle({ request }, services) {
    const listen = parseListen(services.settings.resolved().values.dns_listen);
    const dnsPort = typeof listen === "string" || listen.length === 0 ? 53 : listen[0].port;
    const host = (request.headers.get("host") ?? "").replace(/:\d{0,5}$/, "") || "127.0.0.1";
    return frontPage(
      { version: services.version, host, dnsPort },
      (request.headers.get("accept") ?? "").includes("text/html"),
    );
  },
});

function frontPage({ version, host, dnsPort }: FrontPage, html: boolean): Response {
  const at = host.replace(/^\[(.*)\]$/, "$1");
  const port = dnsPort === 53 ? "" : `-p ${dnsPort} `;
  const lines = [
    `The box ${version}`,
    "",
    "This is a DNS filter. Devices that use it as their DNS server are protected.",
    "",
    "Ask it a name:",
    `  dig @${at} ${port}example.com`,
    "",
    "Look at it, on the machine where it runs:",
    "  box status",
    "  box log --follow",
    "",
    "How it is doing: /healthz, and in numbers: /api/v1/stats",
    "",
  ];
  const headers = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  };
  const text = lines.join("\n");
  if (!html) return new Response(text, { headers: { ...headers, "content-type": "text/plain; charset=utf-8" } });
  const page =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>The box</title><style>body{font:1rem/1.5 ui-monospace,monospace;margin:2rem auto;max-width:44rem;padding:0 1rem}` +
    `pre{white-space:pre-wrap}</style><pre>${escaped(text)}</pre></html>\n`;
  return new Response(page, { headers: { ...headers, "content-type": "text/html; charset=utf-8" } });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
