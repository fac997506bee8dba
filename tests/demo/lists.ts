/**
 * The lists that the household subscribes to, and a server for them on the loopback, so that no
 * Internet is needed.
 */
import type { NewList } from "../../api/features/protection/lists/service.ts";
import { STARTER_LIST } from "../../policy/catalogue/starter.ts";
import { NAMES } from "./names.ts";

/** A list of the demonstration. */
export interface DemoList {
  readonly list: Omit<NewList, "url" | "path">;
  /** Path on the server. */
  readonly path: string;
  /** The names in it. */
  readonly names: readonly string[];
  readonly lineOf: (name: string) => string;
  /** The deciding line in a row of the journal. */
  readonly ruleOf: (name: string) => string;
  /** Faults: turned off; unreachable since; lost most of its lines. */
  readonly trouble?: "off" | "gone" | "shrinks";
}

const plain = (name: string) => name;
const adblock = (name: string) => `||${name}^`;
const exact = (name: string) => `|${name}^`;
/**
 * Names that no device of the household queries, because a real list is longer than its matches.
 */
const unasked = (count: number, of: string) =>
  Array.from({ length: count }, (_, i) => `${of}${i + 1}.example`);

/** The lists, in the order of subscription. */
export const DEMO_LISTS: readonly DemoList[] = [
  {
    list: { name: "Advertising and tracking", format: "adblock", category: "ads" },
    path: "/advertising.txt",
    names: [...NAMES.ads, ...NAMES.trackers, ...NAMES.mobileAds, ...unasked(41_260, "ads")],
    lineOf: adblock,
    ruleOf: adblock,
  },
  {
    list: { name: "What televisions and gadgets report", format: "hosts", category: "telemetry" },
    path: "/televisions.hosts",
    names: [
      "acr-eu-prd.samsungcloud.tv",
      "log-config.samsungacr.com",
      "osb-apps.samsungqbe.com",
      "ads.samsung.com",
      "snu.lge.com",
      "eu.rdx2.lgtvsdp.com",
      "unagi-eu.amazon.com",
      "msmetrics.ws.sonos.com",
      "xp.apple.com",
      "diagnostics.meethue.com",
      "data.mistat.xiaomi.com",
      "tracking.intl.miui.com",
      "metrics.apple.com",
      "v10.events.data.microsoft.com",
      "crashlyticsreports-pa.googleapis.com",
      ...unasked(1870, "telemetry"),
    ],
    lineOf: (name) => `0.0.0.0 ${name}`,
    ruleOf: exact,
  },
  {
    list: { name: "Phishing and malware", format: "domains", category: "malware" },
    path: "/threats.txt",
    names: [...NAMES.threats, ...unasked(18_400, "phish")],
    lineOf: plain,
    ruleOf: exact,
  },
  {
    list: { name: "Ways around the box", format: "domains", category: "bypass" },
    path: "/bypass.txt",
    names: [...NAMES.bypass, ...unasked(640, "vpn")],
    lineOf: plain,
    ruleOf: exact,
  },
  {
    list: { name: "What the household needs", format: "domains", kind: "allow", category: "allow" },
    path: "/needed.txt",
    names: ["app-measurement.com", "connect.facebook.net", ...unasked(38, "needed")],
    lineOf: plain,
    ruleOf: exact,
  },
  {
    list: { name: "Gambling", format: "domains", category: "gambling" },
    path: "/gambling.txt",
    names: unasked(9000, "casino"),
    lineOf: plain,
    ruleOf: exact,
    trouble: "off",
  },
  {
    list: { name: "Regional advertising", format: "adblock", category: "ads" },
    path: "/regional.txt",
    names: unasked(2100, "werbung"),
    lineOf: adblock,
    ruleOf: adblock,
    trouble: "gone",
  },
  {
    list: { name: "Annoyances", format: "domains", category: "ads" },
    path: "/annoyances.txt",
    names: unasked(14_200, "cookie-banner"),
    lineOf: plain,
    ruleOf: exact,
    trouble: "shrinks",
  },
];

/**
 * The decision of a list about a name, as in the journal: by its id, and the line nearest to the
 * name.
 */
export interface ListDecision {
  readonly allowed: boolean;
  readonly list: number;
  readonly rule: string;
  /** The category of the list, "" = none. */
  readonly category: string;
}
/**
 * The decision of the lists about a name: an allow list takes precedence over those that block it.
 */
export type Lists = (name: string) => ListDecision | undefined;

/** Decides as the box does, with the lists by id; the starter list has the id 0. */
export function decidedBy(ids: ReadonlyMap<DemoList, number>): Lists {
  const starter = STARTER_LIST.split("\n").filter((line) => line.startsWith("||")).map((line) =>
    line.slice(2, -1)
  );
  const subscribed = [...ids].filter(([{ trouble }]) => trouble === undefined).map((
    [{ list, names, ruleOf }, id],
  ) => (
    {
      allows: list.kind === "allow",
      id,
      names: new Set(names),
      ruleOf,
      below: ruleOf === adblock,
      category: list.category ?? "",
    }
  ));
  const own = {
    allows: false,
    id: 0,
    names: new Set(starter),
    ruleOf: adblock,
    below: true,
    category: "",
  };
  const all = [own, ...subscribed];
  const known = new Map<string, ListDecision | undefined>();
  const decide = (name: string): ListDecision | undefined => {
    const above = name.split(".").map((_, at, labels) => labels.slice(at).join("."));
    for (const allowed of [true, false]) {
      for (const suffix of above) {
        const found = all.find(({ allows, names, below }) =>
          allows === allowed && names.has(suffix) && (below || suffix === name)
        );
        if (found !== undefined) {
          return { allowed, list: found.id, rule: found.ruleOf(suffix), category: found.category };
        }
      }
    }
    return undefined;
  };
  return (name) => {
    if (!known.has(name)) known.set(name, decide(name));
    return known.get(name);
  };
}

/** A server of the lists. */
export class DemoListServer {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** The lists that it serves. */
  readonly lists: readonly DemoList[];
  /** Whether some of the lists fail by now. */
  ill = false;

  /** Listens on a port of the loopback, 0 = any. */
  constructor(port: number, lists: readonly DemoList[]) {
    this.lists = lists;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** Its URL, without a final slash. */
  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Stops it. */
  async close(): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(request: Request): Response {
    const { pathname } = new URL(request.url);
    const list = this.lists.find(({ path }) => path === pathname);
    if (request.method === "POST") return new Response(null, { status: 204 });
    if (list === undefined) return new Response("There is no such list", { status: 404 });
    if (this.ill && list.trouble === "gone") return new Response("Gone for good", { status: 410 });
    const names = this.ill && list.trouble === "shrinks" ? list.names.slice(0, 130) : list.names;
    return new Response(`${names.map(list.lineOf).join("\n")}\n`, {
      headers: { "content-type": "text/plain" },
    });
  }
}
