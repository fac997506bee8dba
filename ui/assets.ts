/**
 * Static assets of the pages: one stylesheet, one typeface and the islands. All are compiled into
 * the box. Their addresses change with the content, so browsers can cache them forever.
 */
import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";
import { gzipSync } from "node:zlib";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with {
  type: "bytes",
};
import tokens from "./assets/css/tokens.css" with { type: "text" };
import base from "./assets/css/base.css" with { type: "text" };
import layout from "./assets/css/layout.css" with { type: "text" };
import parts from "./assets/css/parts.css" with { type: "text" };
import queriesSheet from "./assets/css/queries.css" with { type: "text" };
import alerts from "./assets/css/alerts.css" with { type: "text" };
import charts from "./assets/css/charts.css" with { type: "text" };
import settingsSheet from "./assets/css/settings.css" with { type: "text" };
import upstreamsSheet from "./assets/css/upstreams.css" with { type: "text" };
import dnsServices from "./assets/css/dns_services.css" with { type: "text" };
import listsSheet from "./assets/css/lists.css" with { type: "text" };
import meSheet from "./assets/css/me.css" with { type: "text" };
import setupSheet from "./assets/css/setup.css" with { type: "text" };
import spentSheet from "./assets/css/spent.css" with { type: "text" };
import systemSheet from "./assets/css/system.css" with { type: "text" };
import homeSheet from "./assets/css/home.css" with { type: "text" };
import activitySheet from "./assets/css/activity.css" with { type: "text" };
import auditSheet from "./assets/css/audit.css" with { type: "text" };
import accountsSheet from "./assets/css/accounts.css" with { type: "text" };
import peopleSheet from "./assets/css/people.css" with { type: "text" };
import recordsSheet from "./assets/css/records.css" with { type: "text" };
import backupsSheet from "./assets/css/backups.css" with { type: "text" };
import exportsSheet from "./assets/css/exports.css" with { type: "text" };
import choicesSheet from "./assets/css/choices.css" with { type: "text" };
import pauseSheet from "./assets/css/pause.css" with { type: "text" };
import networkSheet from "./assets/css/network.css" with { type: "text" };
import privacySheet from "./assets/css/privacy.css" with { type: "text" };
import importsSheet from "./assets/css/imports.css" with { type: "text" };
import hoursSheet from "./assets/css/hours.css" with { type: "text" };
import holidaysSheet from "./assets/css/holidays.css" with { type: "text" };
import weekSheet from "./assets/css/week_grid.css" with { type: "text" };
import requestsSheet from "./assets/css/requests.css" with { type: "text" };
import previewSheet from "./assets/css/preview.css" with { type: "text" };
import plain from "./assets/css/plain.css" with { type: "text" };
import plainBase from "./assets/css/plain_base.css" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import controlsIsland from "./islands/controls.ts" with { type: "text" };
import chartIsland from "./islands/chart.ts" with { type: "text" };
import frameIsland from "./islands/frame.ts" with { type: "text" };
import liveIsland from "./islands/live.ts" with { type: "text" };
import meIsland from "./islands/me.ts" with { type: "text" };
import passwordsIsland from "./islands/passwords.ts" with { type: "text" };
import peopleIsland from "./islands/people.ts" with { type: "text" };
import refreshIsland from "./islands/refresh.ts" with { type: "text" };
import setupIsland from "./islands/setup.ts" with { type: "text" };
import signInIsland from "./islands/sign_in.ts" with { type: "text" };
import weekGridIsland from "./islands/week_grid.ts" with { type: "text" };
import queriesIsland from "./islands/queries.ts" with { type: "text" };

const SHEETS = [
  tokens,
  base,
  layout,
  parts,
  charts,
  alerts,
  homeSheet,
  settingsSheet,
  listsSheet,
  upstreamsSheet,
  dnsServices,
  queriesSheet,
  setupSheet,
  meSheet,
  spentSheet,
  systemSheet,
  activitySheet,
  auditSheet,
  accountsSheet,
  peopleSheet,
  previewSheet,
  recordsSheet,
  exportsSheet,
  backupsSheet,
  choicesSheet,
  pauseSheet,
  holidaysSheet,
  networkSheet,
  requestsSheet,
  privacySheet,
  importsSheet,
  weekSheet,
  hoursSheet,
];
const ISLANDS = {
  chart: chartIsland,
  controls: controlsIsland,
  frame: frameIsland,
  live: liveIsland,
  queries: queriesIsland,
  me: meIsland,
  passwords: passwordsIsland,
  people: peopleIsland,
  refresh: refreshIsland,
  setup: setupIsland,
  sign_in: signInIsland,
  week_grid: weekGridIsland,
};

/** The name of an island: a script that updates parts of a page without a page load. */
export type IslandName = keyof typeof ISLANDS;

/** An asset as sent to the browser. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Compressed content; absent where compression saves nothing. */
  readonly gzip?: Uint8Array<ArrayBuffer>;
}

function textAsset(type: string, text: string): Asset {
  const bytes = new TextEncoder().encode(text);
  return {
    type: `${type}; charset=utf-8`,
    bytes,
    gzip: new Uint8Array(gzipSync(bytes, { level: 9 })),
  };
}

/**
 * A stylesheet without comments and needless blanks; strings stay as they are. A sixth of the
 * compressed bytes are saved.
 */
export function compactStyle(sheet: string): string {
  return sheet
    .replace(/("[^"]*"|'[^']*')|\/\*[^]*?\*\//g, "$1")
    .replace(/("[^"]*"|'[^']*')|\s*([{};,])\s*|\s+/g, (_, text, sign) => text ?? sign ?? " ")
    .trim();
}

function tagOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 10);
}

/** Builds the assets once, on the first page request, so that they do not delay startup. */
function makeAssets(): {
  byAddress: ReadonlyMap<string, Asset>;
  addresses: ReadonlyMap<string, string>;
} {
  const byAddress = new Map<string, Asset>();
  const addresses = new Map<string, string>();
  const add = (name: string, asset: Asset) => {
    const address = `/assets/${tagOf(asset.bytes)}/${name}`;
    byAddress.set(address, asset);
    addresses.set(name, address);
  };
  add("inter.woff2", { type: "font/woff2", bytes: new Uint8Array(inter) });
  add("icon.svg", textAsset("image/svg+xml", icon));
  const sheet = SHEETS.join("\n").replace(
    "url(inter.woff2)",
    `url(${addresses.get("inter.woff2")})`,
  );
  add("box.css", textAsset("text/css", compactStyle(sheet)));
  add("plain.css", textAsset("text/css", compactStyle(plainBase + plain)));
  for (const [name, source] of Object.entries(ISLANDS)) {
    add(
      `${name}.js`,
      textAsset("text/javascript", stripTypeScriptTypes(source).replace(/^ +/gm, "")),
    );
  }
  return { byAddress, addresses };
}

let made: ReturnType<typeof makeAssets> | undefined;

/**
 * The asset at an address such as `/assets/Ab3…/box.css`; undefined = unknown, or from another
 * version of the box.
 */
export function findAsset(address: string): Asset | undefined {
  return (made ??= makeAssets()).byAddress.get(address);
}

/** The address of an asset: `box.css`, `plain.css`, `inter.woff2`, `icon.svg`, `<island>.js`. */
export function assetUrl(
  name: "box.css" | "plain.css" | "inter.woff2" | "icon.svg" | `${IslandName}.js`,
): string {
  return (made ??= makeAssets()).addresses.get(name)!;
}
