/** What a page is: one declaration gives its address, its place in the navigation, what it reads and how it looks (DESIGN 6). */
import type { Access } from "../api/http/route.ts";
import type { DatabaseName } from "../api/http/services.ts";
import type { Principal } from "../api/http/principal.ts";
import type { AreaName } from "./areas.ts";
import type { IslandName } from "./assets.ts";
import type { Child } from "./html.ts";
import type { FormFailure, Ui } from "./shown.ts";
import type { TextKey } from "./text/list.ts";

/** Values of an address or of a query string. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** What a page may ask: the GET routes of the API, with the rights of who looks. */
export interface Ask {
  readonly params: Readonly<Record<string, string>>;
  /** The values of the query string that the page declares; the others are left out. */
  readonly query: Readonly<Record<string, string>>;
  readonly by: Principal;
  /** Unix milliseconds. */
  readonly now: number;
  /** Language of who looks. */
  readonly language: string;
  /** The name or address, with the port, at which the browser found the box. */
  readonly host: string;
  /** What the browser says of itself, "" = nothing. */
  readonly agent: string;
  /** IANA name of the time zone of the household. */
  readonly zone: string;
  /** The answer of a route, by its declared path. Throws the ApiError that it refuses with. */
  read<T>(
    path: string,
    request?: { readonly params?: Values; readonly query?: Values },
  ): Promise<T>;
  /** The entries of a stream of the API as they come, in batches, until the reader leaves. */
  follow<T>(path: string, query?: Values): AsyncIterable<readonly T[]>;
}

/** What a page shows. */
export interface View {
  /** One sentence in plain words that says how things stand. */
  readonly lead: Child;
  /** The main action of the page. */
  readonly action?: Child;
  readonly body: Child;
  /** In the place of the name of the page. */
  readonly title?: string;
  /** In the place of the sentence of a form that was refused; null = the body says it. */
  readonly refusal?: Child;
  /** Why what the address asks for is refused, where the page itself can be shown. */
  readonly refused?: Pick<FormFailure, "code" | "error">;
  /** Seconds after which a plain page is read again by itself. */
  readonly again?: number;
}

/** An event that a live part of a page sends: markup that is put first or last in a list, or in the place of what has its id. */
export interface LivePart {
  readonly put: "first" | "last" | "replace";
  /** The `id` of the element. */
  readonly into: string;
  readonly markup: Child;
}

/** A page. */
export interface Page<D = unknown> {
  /** The section of the reference, of UI or of DESIGN. */
  readonly doc: string;
  /** `/lists/{id}` */
  readonly path: string;
  readonly name: TextKey;
  readonly access: Access;
  /** Its place in the navigation; absent = it is reached from another page. */
  readonly area?: AreaName;
  /** Whether the navigation shows the area and does not lead here: it is of use only now and then. */
  readonly aside?: boolean;
  /** Shown without the navigation: sign-in and setup. */
  readonly bare?: boolean;
  /** Whether it is for devices of any age: bare, without scripts, with a stylesheet of its own (ui/plain_frame.ts). */
  readonly plain?: boolean;
  /** Whether it is not even shown over plain HTTP from the network: passwords are typed here. */
  readonly secure?: boolean;
  /** Names that its query string may hold. */
  readonly query?: readonly string[];
  /** The databases without which it cannot be shown. */
  readonly database?: DatabaseName;
  /** Scripts beside `frame`; the page can be read without. */
  readonly islands?: readonly IslandName[];
  load(ask: Ask): Promise<D>;
  view(ui: Ui, data: D): View;
  /** Parts that change by themselves, sent at `{path}/live` for as long as the page is open. */
  live?(ask: Ask, ui: Ui): AsyncIterable<readonly LivePart[]>;
}

/** Declares a page; what it loads types what it shows. */
export function page<D>(declaration: Page<D>): Page {
  return declaration as unknown as Page;
}

/** Thrown by `load` to send the browser somewhere else. */
export class Redirect extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`Redirect to ${to}`);
    this.to = to;
  }
}

/** Thrown by `load` when there is nothing at the address. */
export class Missing extends Error {}
