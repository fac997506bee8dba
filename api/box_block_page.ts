/** The block page with its authority, made of the running box (A 7.6, 7.7). */
import { LIMITS } from "../policy/limits.ts";
import type { BoxSettings } from "./box_settings.ts";
import { type HeldAuthority, LocalAuthority } from "./certificate/authority.ts";
import type { Control } from "./control.ts";
import {
  type BlockedNames,
  BlockPage,
  type BlockPageView,
} from "./features/protection/block_page/service.ts";
import { peerAddress, RequestRate } from "./http/sources.ts";
import type { Front } from "./front/front.ts";
import type { Log } from "./log.ts";
import { type ListenAddress, listenAddresses } from "./settings/listen.ts";

/** What it is made of. */
export interface BoxBlockPageDeps {
  readonly dataDir: string;
  readonly settings: BoxSettings;
  readonly control: Pick<Control, "askers" | "hours" | "lists" | "requests">;
  /** The names blocked lately. */
  readonly names: BlockedNames;
  /** Networks that may ask. */
  readonly allowedRanges: () => readonly string[];
  /** Loads the page. */
  readonly view: () => Promise<BlockPageView>;
  /** The module of a thread, by its path. */
  readonly thread: (path: string) => URL;
  readonly timeKnown: () => boolean;
  readonly randomOctets: (length: number) => Uint8Array;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The authority as the routes use it. */
export interface OfferedAuthority extends Pick<LocalAuthority, "use" | "regenerate"> {
  /** Takes one request from the allowance of an address, which is that of block pages. */
  admits(address: string): boolean;
  /** Where devices find its page: `http://box/certificate`. */
  url(): string;
}

/** The block page, and what makes it seen. */
export interface BoxBlockPage {
  readonly page: BlockPage;
  readonly authority: OfferedAuthority;
  /** Gives the front the authority, now and whenever another comes into use. */
  follow(front: Pick<Front, "authority">): void;
  /** Makes the authority where pages are what blocked names get. Never rejects. */
  refresh(): Promise<void>;
}

/** Makes it; the authority is not made before it is used. */
export function boxBlockPage(deps: BoxBlockPageDeps): BoxBlockPage {
  const { dataDir, settings, thread, now, log } = deps;
  const authority = new LocalAuthority({
    ...deps,
    folder: `${dataDir}/tls`,
    workerUrl: thread("api/certificate/thread"),
  });
  return {
    page: blockPage(deps),
    authority: offered(authority, { settings, now }),
    follow(front) {
      const give = ({ cert, key }: HeldAuthority) => front.authority({ cert, key });
      if (authority.held !== undefined) give(authority.held);
      authority.onChange(give);
    },
    async refresh() {
      // Before the time of day is known there is none, and pages are shown over plain HTTP.
      if (settings.values.blocked_response !== "page" || !deps.timeKnown()) return;
      await authority.use().catch((error: Error) =>
        log("error", `Block pages of https sites are not to be had: ${error.message}`)
      );
    },
  };
}

function offered(
  authority: LocalAuthority,
  { settings, now }: Pick<BoxBlockPageDeps, "settings" | "now">,
): OfferedAuthority {
  const { pagesPerSecond, pagesBurst } = LIMITS.blockPage,
    rate = new RequestRate(pagesPerSecond, pagesBurst);
  return {
    use: () => authority.use(),
    regenerate: () => authority.regenerate(),
    url: () => `${homeOf(settings)}/certificate`,
    admits(text) {
      const address = peerAddress(text);
      return address !== undefined && rate.admits(address, now());
    },
  };
}

function blockPage(deps: BoxBlockPageDeps): BlockPage {
  const { settings, control: { askers, hours, lists, requests } } = deps;
  return new BlockPage({
    ...deps,
    // Whoever took the address of a device over is not told what was decided for it.
    deviceAt: (address) => requests.deviceAt(address),
    opens(id) {
      const person = hours.person(askers.device(id)?.personId ?? 0),
        state = person ?? hours.sharedDevice(id);
      return state === undefined || state.open_now ? 0 : state.next_change;
    },
    categoryOf: (list) => lists.categoryOf(list),
    box() {
      const { box_name, time_zone } = settings.values;
      return { box: box_name, home: homeOf(settings), zone: time_zone };
    },
  });
}

/** Where the box is found: over plain HTTP where it is open, since not every device trusts its certificate. */
function homeOf({ values: { box_name, http_listen, https_listen } }: BoxSettings): string {
  const http = portOf(listenAddresses(http_listen), 80),
    https = portOf(listenAddresses(https_listen), 443);
  return http === undefined && https !== undefined
    ? `https://${box_name}${https}`
    : `http://${box_name}${http ?? ""}`;
}

/** `:8080` where browsers do not take the port by themselves, undefined = nothing is listened on. */
function portOf(listen: readonly ListenAddress[], usual: number): string | undefined {
  const port = (listen.find((each) => each.port === usual) ?? listen[0])?.port;
  return port === undefined ? undefined : port === usual ? "" : `:${port}`;
}
