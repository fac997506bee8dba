/**
 * Where the pages of the interface are inspected: an address for each page, and the box that has
 * content for it.
 */
import { PAGES } from "../../ui/list.ts";
import type { Page } from "../../ui/page.ts";
import type { SignedIn } from "../support/looking.ts";

/** A page at an address. */
export interface Place {
  readonly page: Page;
  /** With parameters filled in. */
  readonly path: string;
  /** Its name in files and failures: `home`, `lists-1`. */
  readonly name: string;
  /** Whether it needs a session. */
  readonly signedIn: boolean;
  /** Whether it exists only until the setup is finished. */
  readonly unfinished: boolean;
  /** Whether it shows content that an empty box does not have. */
  readonly ofData: boolean;
}

/** Values for the parameters of pages, from the demonstration. */
const SAMPLES: Readonly<Record<string, string>> = {
  "/{name}": "/nowhere",
  "/queries/{id}": "/queries/{blocked}",
  "/lists/{id}": "/lists/1",
  "/people/{id}": "/people/3",
  "/people/{id}/hours": "/people/3/hours",
  "/people/{id}/time": "/people/3/time",
  "/groups/{id}": "/groups/1",
  "/devices/{id}": "/devices/14",
  "/devices/{id}/behaviour": "/devices/14/behaviour",
  "/restrict/{scope}/{id}": "/restrict/device/{restricted}",
  "/services/{id}": "/services/youtube",
  "/accounts/{id}": "/accounts/2",
  "/exports/{id}": "/exports/1",
  "/backups/targets/{id}": "/backups/targets/1",
  "/import/{id}": "/import/{import}",
  "/names/{name}": "/names/www.youtube.com",
  "/domains/{name}": "/domains/www.youtube.com",
  "/clients/{address}": "/clients/127.20.0.15",
  "/clients/{client}": "/clients/127.20.0.15",
  "/devices/{address}": "/devices/127.20.0.15",
};

/** The content of an import plan: a rule, a name of the maximum length, an invalid one. */
const IMPORTED = `||import.example^\n||${"a".repeat(60)}.${"b".repeat(60)}.${
  "c".repeat(60)
}.example^\nexample.org##.ad\n`;

/** The name of an address in files and failures. */
export function nameOf(path: string): string {
  return path === "/" ? "home" : path.slice(1).replaceAll(/[^\w.-]+/g, "-").slice(0, 100);
}

/** The place of a page; undefined for parameters that SAMPLES does not fill in. */
export function placeOf(page: Page): Place | undefined {
  const path = page.path.includes("{") ? SAMPLES[page.path] : page.path;
  if (path === undefined) return undefined;
  const name = nameOf(path.replace(/\{\w+\}/, "one"));
  const access = [page.access].flat();
  const unfinished = access.includes("setup") || page.path.startsWith("/setup");
  const ofData = page.path.includes("{") && page.path !== "/{name}";
  return {
    page,
    path,
    name,
    unfinished,
    ofData,
    signedIn: !unfinished && !(page.bare && access.includes("open")),
  };
}

/** The setup after signing in with the installation account: the wizard. */
function begun(place: Place): readonly Place[] {
  // It needs the session of the default account.
  if (place.path === "/setup/backup") return [{ ...place, signedIn: true }];
  return place.path === "/setup"
    ? [place, { ...place, name: "setup-begun", signedIn: true }]
    : [place];
}

/** The places of all pages that have one. */
export const PLACES: readonly Place[] = PAGES.map(placeOf).filter((place) => place !== undefined)
  .flatMap(begun);

/**
 * Fills in what only the box knows: `{blocked}` is the id of the newest blocked query in its
 * journal, `{restricted}` the number of a device in restricted mode.
 */
export async function known<P extends { readonly path: string }>(
  places: readonly P[],
  { get, post }: Pick<SignedIn, "get" | "post">,
): Promise<readonly P[]> {
  const filled = new Map<string, string>();
  const has = (word: string) => places.some(({ path }) => path.includes(word));
  if (has("{blocked}")) {
    const { entries } = await get("/api/v1/queries?status=blocked&limit=1") as {
      entries: { id: number }[];
    };
    filled.set("{blocked}", String(entries[0]?.id ?? 0));
  }
  if (has("{import}")) {
    const body = {
      name: `${"<b>".repeat(80)}.txt`,
      content: new TextEncoder().encode(IMPORTED).toBase64(),
    };
    filled.set("{import}", (await post("/api/v1/import/preview", body) as { id: string }).id);
  }
  if (has("{restricted}")) {
    const { devices } = await get("/api/v1/restrict") as { devices: { id: number }[] };
    filled.set("{restricted}", String(devices[0]?.id ?? 1));
  }
  const fill = (path: string) => path.replace(/\{\w+\}/, (word) => filled.get(word) ?? word);
  return places.map((place) => ({ ...place, path: fill(place.path) }));
}
