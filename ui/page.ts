/**
 * Declaration of a page: its address, its place in the navigation, the data it reads and how it is
 * rendered.
 */
import type { Access } from "../api/http/route.ts";
import type { DatabaseName } from "../api/store/protocol.ts";
import type { Principal } from "../api/http/principal.ts";
import type { AreaName } from "./areas.ts";
import type { IslandName } from "./assets.ts";
import type { Child } from "./html.ts";
import type { FormFailure, Ui } from "./ui.ts";
import type { TextKey } from "./text/list.ts";

/** Parameters from a path or query string. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** What a page can access: the GET routes of the API, with the rights of the current user. */
export interface LoadContext {
  readonly params: Readonly<Record<string, string>>;
  /** The query parameters that the page declares; all others are dropped. */
  readonly query: Readonly<Record<string, string>>;
  readonly principal: Principal;
  /** Unix milliseconds. */
  readonly now: number;
  /** Language of the current user. */
  readonly language: string;
  /** The host name or address, with the port, that the browser used. */
  readonly host: string;
  /** The User-Agent of the browser, "" = none. */
  readonly agent: string;
  /** IANA name of the time zone of the household. */
  readonly zone: string;
  /** The response of a route, by its declared path. Throws the DomainError of the route. */
  read<T>(
    path: string,
    request?: { readonly params?: Values; readonly query?: Values },
  ): Promise<T>;
  /** The entries of an API stream as they arrive, in batches, until the reader stops. */
  follow<T>(path: string, query?: Values): AsyncIterable<readonly T[]>;
}

/** What a page renders. */
export interface PageView {
  /** One plain sentence that states the current situation. */
  readonly lead: Child;
  /** The main action of the page. */
  readonly action?: Child;
  readonly body: Child;
  /** Replaces the name of the page. */
  readonly title?: string;
  /** Replaces the sentence of a refused form; null = the body shows it. */
  readonly refusal?: Child;
  /** Why the request in the address is refused, where the page itself can still be shown. */
  readonly refused?: Pick<FormFailure, "code" | "error">;
  /** Seconds after which a plain page reloads automatically. */
  readonly reloadSeconds?: number;
}

/**
 * An event sent by a live part: markup to insert first or last in a list, or to replace the element
 * with its id.
 */
export interface LivePart {
  readonly put: "first" | "last" | "replace";
  /** The `id` of the target element. */
  readonly into: string;
  readonly markup: Child;
}

/** A page. */
export interface Page<D = unknown> {
  /**
   * The requirement behind the page: entries of docs/requirements.md (`A 4.9, 7.11`), or the
   * address of one of its headings.
   */
  readonly doc: string;
  /** `/lists/{id}` */
  readonly path: string;
  readonly name: TextKey;
  readonly access: Access;
  /** Its place in the navigation; absent = reached only from another page. */
  readonly area?: AreaName;
  /** Whether the navigation shows its area but does not link to it, because it is rarely needed. */
  readonly aside?: boolean;
  /** Shown without navigation: sign-in and setup. */
  readonly bare?: boolean;
  /**
   * Whether the page supports devices of any age: plain, without scripts, with its own stylesheet
   * (ui/plain_layout.ts).
   */
  readonly plain?: boolean;
  /**
   * Whether it is never served over plain HTTP from the network, because passwords are entered
   * here.
   */
  readonly secure?: boolean;
  /** Query parameters that the page accepts. */
  readonly query?: readonly string[];
  /** The databases that the page requires. */
  readonly database?: DatabaseName;
  /** Where an account without the right to read the page sees its own data. */
  readonly own?: string;
  /** Scripts in addition to those of every page; the page is readable without them. */
  readonly islands?: readonly IslandName[];
  load(ask: LoadContext): Promise<D>;
  view(ui: Ui, data: D): PageView;
  /** Parts that update automatically, sent at `{path}/live` for as long as the page is open. */
  live?(ask: LoadContext, ui: Ui): AsyncIterable<readonly LivePart[]>;
}

/** Declares a page; the type of its loaded data types its view. */
export function page<D>(declaration: Page<D>): Page {
  return declaration as unknown as Page;
}

/** Thrown by `load` to redirect the browser. */
export class RedirectError extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`Redirect to ${to}`);
    this.to = to;
  }
}

/** Thrown by `load` when nothing exists at the address. */
export class NotFoundError extends Error {}
