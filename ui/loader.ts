/**
 * The only typed loader: it turns pages into routes of the API server. Pages read the box only
 * through its GET routes.
 */
import { z } from "@hono/zod-openapi";
import { headersOf, statusOf } from "../api/http/errors.ts";
import { eventStream } from "../api/http/event_stream.ts";
import { formOutcome, isLocalAddress, readFlashMessage } from "../api/http/forms.ts";
import { createRouteReader, type RouteReader } from "../api/http/route_reader.ts";
import type { Principal } from "../api/http/principal.ts";
import type { KernelServices } from "../api/http/kernel_services.ts";
import { type HandlerInput, Reply, type Route, routeFor } from "../api/http/route.ts";
import type { Pages } from "../api/http/serve.ts";
import { hostOf } from "../api/http/steps/origin.ts";
import { DomainError } from "../api/schema/errors.ts";
import type { ResolvedSettings } from "../api/settings/resolve.ts";
import { assetUrl, findAsset } from "./assets.ts";
import { EMPTY_LAYOUT_DATA, errorView, type LayoutData, type PageDocument } from "./layout.ts";
import { isLanguage, languageOf } from "./language.ts";
import { PAGES } from "./list.ts";
import { sendLiveParts } from "./live.ts";
import { type LoadContext, NotFoundError, type Page, RedirectError, type Values } from "./page.ts";
import { htmlResponse, redirect } from "./response.ts";
import { Ui } from "./ui.ts";

/** Scopes that the pause control of the frame offers. */
const SCOPES = 100;

type Texts = Readonly<Record<string, string | undefined>>;
type PageGiven = HandlerInput<Texts, Texts, unknown>;

/** The services that pages need in addition to those of the routes that they read. */
export interface PageServices extends Pick<KernelServices, "runtime" | "database"> {
  readonly version: string;
  readonly settings: { readonly resolved: () => ResolvedSettings };
}

/** The services needed by a page without data. */
type BarePageServices = Omit<PageServices, "database">;

/**
 * The interface alone: its routes, which read the API routes, and how errors of pages are rendered.
 */
export function createInterface<S>(
  api: readonly Route<S>[],
  services: NoInfer<S> & PageServices,
  pages: readonly Page[] = PAGES,
): Pages<S & PageServices> {
  return { routes: interfaceRoutes(api, pages), errorPage: createErrorPage(pages, services) };
}

/**
 * The routes of the API followed by those of the interface, and how errors of pages are rendered.
 */
export function withInterface<S>(
  api: readonly Route<S>[],
  services: NoInfer<S> & PageServices,
  pages: readonly Page[] = PAGES,
): Pages<S & PageServices> {
  const { routes, errorPage } = createInterface(api, services, pages);
  return { routes: [...api, ...routes], errorPage };
}

/** The routes of the interface: each page, its live parts, and the assets. */
export function interfaceRoutes<S>(
  api: readonly Route<S>[],
  pages: readonly Page[],
): Route<S & PageServices>[] {
  const route = routeFor<S & PageServices>();
  const readers = new WeakMap<PageServices, RouteReader>();
  const readerOf = (services: S & PageServices): RouteReader => {
    let reader = readers.get(services);
    if (reader === undefined) readers.set(services, reader = createRouteReader(api, services));
    return reader;
  };
  return [
    // Before the page of unknown addresses.
    route({
      doc: "A 7.8",
      method: "get",
      path: "/favicon.svg",
      summary: "The icon of the box",
      access: "open",
      answers: { 200: z.string() },
      types: ["image/svg+xml"],
      handle: ({ request }) =>
        assetResponse(assetUrl("icon.svg"), request, "public, max-age=86400"),
    }),
    ...pages.flatMap((page) => pageRoutes(page, pages, readerOf)),
    route({
      doc: "docs/requirements.md#interface",
      method: "get",
      path: "/assets/{tag}/{name}",
      summary: "The stylesheet, the typeface and the scripts of the pages",
      access: "open",
      params: z.object({ tag: z.string(), name: z.string() }),
      answers: { 200: z.string() },
      types: ["text/css", "text/javascript", "font/woff2", "image/svg+xml"],
      refusals: ["not_found"],
      handle: ({ params: { tag, name }, request }) =>
        assetResponse(`/assets/${tag}/${name}`, request),
    }),
  ];
}

function pageRoutes<S extends PageServices>(
  page: Page,
  pages: readonly Page[],
  readerOf: (services: S) => RouteReader,
): Route<S>[] {
  const route = routeFor<S>();
  const names = [...page.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const text = z.string().max(500);
  const query = z.object(
    Object.fromEntries([...page.query ?? [], "lang"].map((name) => [name, text.optional()])),
  );
  const shared = {
    doc: page.doc,
    method: "get",
    access: page.access,
    page: true,
    ...(page.secure === undefined ? {} : { secure: page.secure }),
    params: z.object(Object.fromEntries(names.map((name) => [name, text]))),
    query,
    ...(page.database === undefined ? {} : { database: page.database }),
    answers: { 200: z.string() },
  } as const;
  const shown = route({
    ...shared,
    path: page.path,
    summary: `Page: ${page.name}`,
    types: ["text/html"],
    handle: (given, services) =>
      pageResponse(page, pages, given as PageGiven, services, readerOf(services)),
  });
  if (page.live === undefined) return [shown];
  const live = route({
    ...shared,
    path: `${page.path === "/" ? "" : page.path}/live`,
    summary: `Live parts of the page ${page.name}`,
    lines: true,
    types: ["text/event-stream"],
    refusals: ["too_many_watchers"],
    handle(given, services) {
      const ui = onPage(uiOf(given as PageGiven, services));
      const over = new AbortController();
      const signal = AbortSignal.any([given.request.signal, over.signal]);
      const ask = askOf(given as PageGiven, ui, readerOf(services), signal);
      return eventStream(
        (send) => sendLiveParts(page.live!(ask, ui), send, () => over.abort()),
        signal,
      );
    },
  });
  return [shown, live];
}

async function pageResponse(
  page: Page,
  pages: readonly Page[],
  given: PageGiven,
  services: BarePageServices,
  read: RouteReader,
) {
  const { request, query, principal } = given;
  const ui = uiOf(given, services);
  const facts = page.bare ? EMPTY_LAYOUT_DATA : await frameFacts(principal, read, services);
  const flash = readFlashMessage(request);
  const options = {
    request,
    hasFlash: flash !== undefined,
    ...(isLanguage(query.lang) ? { language: query.lang } : {}),
  };
  try {
    const data = await page.load(askOf(given, ui, read));
    return htmlResponse(
      { ui, page, pages, view: page.view(ui, data), facts, flash },
      options,
    );
  } catch (error) {
    if (error instanceof RedirectError) return redirect(error.to);
    const refused = error instanceof NotFoundError ? new DomainError("not_found") : error;
    if (!(refused instanceof DomainError)) throw error;
    const view = errorView(ui, refused.code, refused.message);
    return htmlResponse({ ui, page: { ...page, islands: [] }, pages, view, facts, flash }, {
      ...options,
      status: statusOf(refused),
      headers: headersOf(refused),
    });
  }
}

function uiOf({ request, query, principal }: PageGiven, services: BarePageServices): Ui {
  const { values } = services.settings.resolved();
  const account = "account" in principal ? principal.account.language : "";
  const url = new URL(request.url);
  const outcome = formOutcome(request);
  return new Ui({
    language: isLanguage(query.lang) ? query.lang : languageOf(request, account),
    // Until a zone is chosen, the zone of the machine applies.
    zone: values.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: services.runtime.now(),
    by: principal,
    address: withoutLanguage(url),
    box: values.box_name,
    version: services.version,
    ...outcome,
  });
}

/** Live parts link back to their page, not to their stream. */
function onPage({ context }: Ui): Ui {
  const url = new URL(context.address, "http://box");
  url.searchParams.delete("after");
  return new Ui({
    ...context,
    address: `${url.pathname.replace(/\/live$/, "") || "/"}${url.search}`,
  });
}

function withoutLanguage(url: URL): string {
  url.searchParams.delete("lang");
  // A path that begins with two slashes would link to another site.
  return `${url.pathname.replace(/^\/+/, "/")}${url.search}`;
}

function askOf(
  { params, query, principal, request }: PageGiven,
  ui: Ui,
  read: RouteReader,
  signal: AbortSignal = request.signal,
): LoadContext {
  const { language, zone, now } = ui.context;
  const host = hostOf(request);
  const agent = request.headers.get("user-agent") ?? "";
  return {
    params: filled(params),
    query: withLocalNext(filled(query)),
    principal: principal,
    now,
    language,
    zone,
    host,
    agent,
    read: (path, asked) => read(principal, path, { ...asked, host }),
    follow: <T>(path: string, query?: Values) =>
      entriesOf<T>(() =>
        read(principal, path, { host, signal, ...(query === undefined ? {} : { query }) })
      ),
  };
}

function filled(texts: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** `next`, where a page redirects afterwards, is a path on the box. */
function withLocalNext({ next, ...query }: Record<string, string>): Record<string, string> {
  return next !== undefined && isLocalAddress(next) ? { ...query, next } : query;
}

/**
 * The entries of a stream of lines; entries dropped because the reader was too slow are omitted
 * without notice.
 */
async function* entriesOf<T>(open: () => Promise<unknown>): AsyncGenerator<readonly T[]> {
  const opened = await open();
  const stream = (opened instanceof Reply ? opened.body : opened) as ReadableStream<Uint8Array>;
  let rest = "";
  for await (
    const part of stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  ) {
    const lines = (rest + part).split("\n");
    rest = lines.pop()!;
    const entries = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
    const found = entries.filter((entry) => !("skipped" in entry));
    if (found.length > 0) yield found as T[];
  }
}

/**
 * What the frame shows about the box. An unusable database does not affect the rest of the page.
 */
async function frameFacts(
  by: Principal,
  read: RouteReader,
  { settings }: Pick<PageServices, "settings">,
): Promise<LayoutData> {
  const may = (
    right:
      | "household.read"
      | "reports.read"
      | "rules.read"
      | "rules.write"
      | "system.read"
      | "system.write",
  ) => by.kind === "socket" || by.rights.has(right);
  const nothing = () => undefined;
  const [alerts, asked, terms, paused, scopes, notices, spyware] = await Promise.all([
    may("reports.read")
      ? read<{ open: number }>(by, "/api/v1/alerts", { query: { limit: 1 } }).catch(nothing)
      : undefined,
    may("household.read")
      ? read<{ waiting: number }>(by, "/api/v1/requests", { query: { limit: 1 } }).catch(nothing)
      : undefined,
    may("system.write")
      ? read<{ accepted: boolean }>(by, "/api/v1/terms").catch(nothing)
      : undefined,
    may("rules.read")
      ? read<Pick<LayoutData, "pauses">>(by, "/api/v1/pauses").catch(nothing)
      : undefined,
    may("rules.write")
      ? read<Pick<LayoutData, "scopes">>(by, "/api/v1/scopes", { query: { limit: SCOPES } }).catch(
        nothing,
      )
      : undefined,
    by.kind === "session"
      ? read<Pick<LayoutData, "notices">>(by, "/api/v1/me/notices").catch(nothing)
      : undefined,
    by.kind === "session"
      ? read<{ notices: readonly { readonly new: boolean }[] }>(by, "/api/v1/me/spyware").catch(
        nothing,
      )
      : undefined,
  ]);
  return {
    alerts: alerts?.open ?? 0,
    requests: asked?.waiting ?? 0,
    termsWait: terms?.accepted === false,
    filtering: !may("rules.read") || settings.resolved().values.filtering,
    notices: notices?.notices ?? [],
    spyware: spyware?.notices.filter((notice) => notice.new).length ?? 0,
    pauses: paused?.pauses ?? [],
    scopes: scopes?.scopes ?? [],
  };
}

/** A file of the interface; `kept` = how browsers cache it, forever unless its address stays. */
function assetResponse(
  address: string,
  request: Request,
  kept = "public, max-age=31536000, immutable",
): Response {
  const asset = findAsset(address);
  if (asset === undefined) throw new DomainError("not_found");
  const packed = asset.gzip !== undefined &&
    /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(packed ? asset.gzip : asset.bytes, {
    headers: {
      "content-type": asset.type,
      "cache-control": kept,
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(packed ? { "content-encoding": "gzip" } : {}),
    },
  });
}

/**
 * Renders an error of the server as a page. A user without a session is redirected to the sign-in
 * and returns afterwards.
 */
export function createErrorPage(
  pages: readonly Page[],
  services: BarePageServices,
) {
  return (error: DomainError, request: Request): Response => {
    const url = new URL(request.url);
    const address = withoutLanguage(url);
    if (error.code === "setup_needed") return redirect("/setup");
    if (error.code === "not_signed_in" && !url.pathname.endsWith("/live")) {
      return redirect(
        address === "/" || !isLocalAddress(address)
          ? "/sign-in"
          : `/sign-in?next=${encodeURIComponent(address)}`,
      );
    }
    const own = pages.find(({ path }) => path === url.pathname)?.own;
    if (error.code === "no_right" && own !== undefined && request.method === "GET") {
      return redirect(own);
    }
    const by: Principal = { kind: "device", name: "", address: "", rights: new Set() };
    const input = { request, principal: by, query: {}, params: {} } as unknown as PageGiven;
    const { context } = uiOf(input, services);
    // A client from a foreign network, or one that uses a foreign host name, does not even learn
    // the name of the box.
    const isForeign = error.code === "source_not_allowed" || error.code === "wrong_host";
    const ui = new Ui(isForeign ? { ...context, box: "box" } : context);
    const page = { path: url.pathname, name: "errors.title", bare: true } as const;
    const host = (request.headers.get("host") ?? "").replace(/:\d{0,5}$/, "");
    const https = services.settings.resolved().values.https_listen;
    const view = errorView(ui, error.code, error.message, { host, https: String(https) });
    const document: PageDocument = {
      ui,
      page,
      pages,
      view,
      facts: EMPTY_LAYOUT_DATA,
      flash: undefined,
    };
    return htmlResponse(document, {
      request,
      status: statusOf(error),
      headers: headersOf(error),
    });
  };
}
