/**
 * The services that can be blocked by name, in 12 groups (A 7.2.3), and the channels that carry
 * data out of a company (B 2.4). The project compiled the names from general knowledge. Each is
 * used by one service only, so that blocking it leaves others alone. Shared content networks,
 * sign-in and payment are excluded.
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

/**
 * The groups in display order. Films and music are in `streaming`, VPN and proxies in `privacy`,
 * stores and tools in `software`.
 */
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
  /**
   * Permanent, because choices, reasons and imports refer to it. Lower-case letters, digits and
   * `_`.
   */
  readonly id: string;
  readonly name: string;
  /** One or two letters for its tile. */
  readonly letter: string;
  readonly group: ServiceGroup;
  /** The category of its names, "" = none. Blocking the category blocks the service. */
  readonly category: Category | "";
  /** Lower-case names; each includes its subdomains. */
  readonly domains: readonly string[];
  readonly channel?: ServiceChannel;
}

/** The rows, with the category of their names. */
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
    letter: tileLettersOf(name),
    group,
    category,
    domains: domains.split(" "),
    ...(channel !== undefined && { channel }),
  }))
);

/** The channels that carry data out of a company, with their services (B 2.4). */
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
export function findService(id: string): Service | undefined {
  return BY_ID.get(id);
}

/**
 * The tile letters of a service name, custom services included: its capitals, otherwise its first
 * letters.
 */
export function tileLettersOf(name: string): string {
  const capitals = name.match(/[\p{Lu}\p{N}]/gu) ?? [];
  const letters = capitals.length > 1 ? capitals : name.match(/[\p{L}\p{N}]/gu) ?? ["?"];
  return letters.slice(0, 2).join("");
}

function ofChannel(channel: ServiceChannel): readonly Service[] {
  return SERVICES.filter((service) => service.channel === channel);
}
