/**
 * Safe search without an account: the name of a search engine is answered with that of its safe
 * form, as each engine documents it (A 7.2.3). Only the exact names are rewritten, not their
 * subdomains, so mail and maps are unaffected.
 */
import type { Profile } from "../model/household.ts";

/** A search engine with a safe form. */
export interface SafeSearchEngine {
  /** Permanent identifier, used in choices and origins (`safe-search:<id>`). */
  readonly id: string;
  readonly name: string;
  /**
   * The choices other than `off`, mildest first, with the name that replaces the engine's name (a
   * CNAME).
   */
  readonly levels: ReadonlyMap<SafeSearchLevel, string>;
  /** Lower-case names of the engine. */
  readonly hosts: readonly string[];
  /** The engine's documentation of them. */
  readonly source: string;
}

/** `on` for engines with one safe form; YouTube has two. */
export type SafeSearchLevel = "on" | "moderate" | "strict";

/** Country endings of Google, from google.com/supported_domains. */
const GOOGLE =
  `com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn com.bo com.br bs bt co.bw
  by com.bz ca cat cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy cz de dj dk dm com.do dz com.ec ee com.eg es
  com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr com.gt gy com.hk hn hr ht hu co.id ie co.il im co.in iq is it je
  com.jm jo co.jp co.ke com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls lt lu lv com.ly co.ma md me mg mk ml com.mm mn
  com.mt mu mv mw com.mx com.my co.mz com.na com.ng com.ni ne nl no com.np nr nu co.nz com.om com.pa com.pe com.pg com.ph
  com.pk pl pn com.pr ps pt com.py com.qa ro ru rw com.sa com.sb sc se com.sg sh si sk com.sl sn so sm sr st com.sv td tg
  co.th com.tj tl tm tn to com.tr tt com.tw co.tz com.ua co.ug co.uk com.uy co.uz com.vc co.ve vg co.vi com.vn vu ws rs
  co.za co.zm co.zw`;

const YANDEX = "com com.tr ru by kz uz ua az ee lt lv md tj tm fr eu pl co.il com.am com.ge kg";

/** The engines, in display order. */
export const SAFE_SEARCH_ENGINES: readonly SafeSearchEngine[] = [
  engine("google", "Google", { on: "forcesafesearch.google.com" }, {
    hosts: withEndings("www.google", GOOGLE),
    source: "https://support.google.com/websearch/answer/186669",
  }),
  engine("youtube", "YouTube", {
    moderate: "restrictmoderate.youtube.com",
    strict: "restrict.youtube.com",
  }, {
    hosts: [
      "www.youtube.com",
      "m.youtube.com",
      "youtubei.googleapis.com",
      "youtube.googleapis.com",
      "www.youtube-nocookie.com",
    ],
    source: "https://support.google.com/a/answer/6214622",
  }),
  engine("bing", "Bing", { on: "strict.bing.com" }, {
    hosts: ["www.bing.com", "bing.com", "edgeservices.bing.com"],
    source: "https://support.microsoft.com/topic/946059ed-992b-46a0-944a-28e8fb8f1814",
  }),
  engine("duckduckgo", "DuckDuckGo", { on: "safe.duckduckgo.com" }, {
    // Covers the pages without scripts and without AI search too.
    hosts: [
      ...["", "www.", "start.", "html.", "lite.", "noai."].map((label) => `${label}duckduckgo.com`),
      "duck.com",
      "www.duck.com",
    ],
    source: "https://duckduckgo.com/duckduckgo-help-pages/features/safe-search",
  }),
  engine("yandex", "Yandex", { on: "familysearch.yandex.ru" }, {
    hosts: [
      ...withEndings("yandex", YANDEX),
      ...withEndings("www.yandex", YANDEX),
      "ya.ru",
      "www.ya.ru",
    ],
    source: "https://yandex.com/support/search/additional-features/adult-filter.html",
  }),
  engine("pixabay", "Pixabay", { on: "safesearch.pixabay.com" }, {
    hosts: ["pixabay.com", "www.pixabay.com"],
    source: "https://pixabay.com/service/about/",
  }),
  engine("ecosia", "Ecosia", { on: "strict-safe-search.ecosia.org" }, {
    hosts: ["www.ecosia.org", "ecosia.org"],
    source: "https://ecosia.helpscoutdocs.com/article/569-safe-search",
  }),
  engine("brave", "Brave Search", { on: "forcesafe.search.brave.com" }, {
    hosts: ["search.brave.com"],
    source: "https://search.brave.com/help/safe-search",
  }),
];

/** The default of each profile; a device without an owner has the default of adults. */
export const SAFE_SEARCH_DEFAULTS: Readonly<
  Record<Profile, ReadonlyMap<string, SafeSearchLevel | "off">>
> = {
  child: defaultsOf((levels) => levels.at(-1)!),
  teen: defaultsOf((levels) => levels[0]),
  adult: defaultsOf(() => "off"),
};

const BY_ID: ReadonlyMap<string, SafeSearchEngine> = new Map(
  SAFE_SEARCH_ENGINES.map((each) => [each.id, each]),
);

const BY_HOST: ReadonlyMap<string, SafeSearchEngine> = new Map(
  SAFE_SEARCH_ENGINES.flatMap((each) => each.hosts.map((host) => [host, each] as const)),
);

/** The engine with this identifier. */
export function safeSearchEngine(id: string): SafeSearchEngine | undefined {
  return BY_ID.get(id);
}

/** The engine with exactly this name (lower-case text without the final dot). */
export function safeSearchEngineOf(name: string): SafeSearchEngine | undefined {
  return BY_HOST.get(name);
}

/** The choices for an engine, `off` first, the strictest last; none for an unknown engine. */
export function safeSearchValues(id: string): readonly (SafeSearchLevel | "off")[] {
  const levels = BY_ID.get(id)?.levels;
  return levels === undefined ? [] : ["off", ...levels.keys()];
}

function engine(
  id: string,
  name: string,
  levels: { readonly [level in SafeSearchLevel]?: string },
  { hosts, source }: { readonly hosts: readonly string[]; readonly source: string },
): SafeSearchEngine {
  return {
    id,
    name,
    levels: new Map(Object.entries(levels) as [SafeSearchLevel, string][]),
    hosts,
    source,
  };
}

function withEndings(label: string, endings: string): readonly string[] {
  return endings.split(/\s+/).map((ending) => `${label}.${ending}`);
}

function defaultsOf(
  choose: (levels: readonly SafeSearchLevel[]) => SafeSearchLevel | "off",
): ReadonlyMap<string, SafeSearchLevel | "off"> {
  return new Map(SAFE_SEARCH_ENGINES.map(({ id, levels }) => [id, choose([...levels.keys()])]));
}
