/**
 * The services that can be blocked by name, 12 groups of them (A 7.2.3), and those that carry data out of a company (B 2.4).
 * The names are compiled by the project from general knowledge: those that only this service uses, so that blocking one leaves
 * every other alone. Content networks, sign-in and payment that others share are left out.
 */
import type { Category } from "./categories.ts";
import { AI } from "./service_rows/ai.ts";
import { ADULT, DATING } from "./service_rows/dating.ts";
import { FILES } from "./service_rows/files.ts";
import { GAMBLING } from "./service_rows/gambling.ts";
import { GAMES } from "./service_rows/games.ts";
import { MAIL } from "./service_rows/mail.ts";
import { MESSAGING } from "./service_rows/messaging.ts";
import { PRIVACY } from "./service_rows/privacy.ts";
import type { Row, ServiceChannel } from "./service_rows/row.ts";
import { SHOPPING } from "./service_rows/shopping.ts";
import { SOCIAL } from "./service_rows/social.ts";
import { SOFTWARE } from "./service_rows/software.ts";
import { MUSIC, VIDEOS } from "./service_rows/streaming.ts";

export type { ServiceChannel } from "./service_rows/row.ts";

/** The groups, in the order shown: films and music are `streaming`, VPN and proxies `privacy`, stores and tools `software`. */
export const SERVICE_GROUPS = [
  "ai",
  "social",
  "messaging",
  "streaming",
  "games",
  "shopping",
  "dating",
  "gambling",
  "files",
  "mail",
  "privacy",
  "software",
] as const;
/** A group of `SERVICE_GROUPS`. */
export type ServiceGroup = (typeof SERVICE_GROUPS)[number];

/** A service of the catalogue. */
export interface Service {
  /** Never changes: choices, reasons and imports name it. Lower-case letters, digits and `_`. */
  readonly id: string;
  readonly name: string;
  /** One or two letters for the tile that stands for it. */
  readonly letter: string;
  readonly group: ServiceGroup;
  /** The category that its names count in, "" = none: who blocks games blocks the services that are games. */
  readonly category: Category | "";
  /** Lower-case names; each covers all below it. */
  readonly domains: readonly string[];
  readonly channel?: ServiceChannel;
}

/** The rows, with the category that the names of each count in. */
const ROWS:
  readonly (readonly [group: ServiceGroup, category: Category | "", rows: readonly Row[]])[] = [
    ["ai", "", AI],
    ["social", "social", SOCIAL],
    ["messaging", "", MESSAGING],
    ["streaming", "videos", VIDEOS],
    ["streaming", "", MUSIC],
    ["games", "games", GAMES],
    ["shopping", "", SHOPPING],
    ["dating", "dating", DATING],
    ["dating", "adult", ADULT],
    ["gambling", "gambling", GAMBLING],
    ["files", "", FILES],
    ["mail", "", MAIL],
    ["privacy", "bypass", PRIVACY],
    ["software", "", SOFTWARE],
  ];

/** The catalogue, group by group. */
export const SERVICES: readonly Service[] = ROWS.flatMap(([group, category, rows]) =>
  rows.map(([id, name, domains, channel]) => ({
    id,
    name,
    letter: letterOf(name),
    group,
    category,
    domains: domains.split(" "),
    ...(channel !== undefined && { channel }),
  }))
);

/** The channels of data that leave a company, with the services of each (B 2.4). */
export const CHANNEL_SERVICES: Readonly<Record<ServiceChannel | "ai", readonly Service[]>> = {
  transfer: ofChannel("transfer"),
  storage: ofChannel("storage"),
  mixed: ofChannel("mixed"),
  paste: ofChannel("paste"),
  upload: ofChannel("upload"),
  webmail: ofChannel("webmail"),
  ai: SERVICES.filter(({ group }) => group === "ai"),
};

const BY_ID: ReadonlyMap<string, Service> = new Map(
  SERVICES.map((service) => [service.id, service]),
);

/** The service with this identifier. */
export function serviceOf(id: string): Service | undefined {
  return BY_ID.get(id);
}

/** The letters of the tile of a service of this name, those of custom services too: its capitals, else how it begins. */
export function letterOf(name: string): string {
  const capitals = name.match(/[\p{Lu}\p{N}]/gu) ?? [];
  const letters = capitals.length > 1 ? capitals : name.match(/[\p{L}\p{N}]/gu) ?? ["?"];
  return letters.slice(0, 2).join("");
}

function ofChannel(channel: ServiceChannel): readonly Service[] {
  return SERVICES.filter((service) => service.channel === channel);
}
