/** The block page with its authority, composed from the running box (A 7.6, 7.7). */
import { LIMITS } from "../../policy/limits.ts";
import type { BoxSettings } from "../settings/box_settings.ts";
import { type AuthorityState, LocalAuthority } from "../certificate/authority.ts";
import type { Control } from "./control.ts";
import {
  type BlockedNames,
  BlockPage,
  type BlockPageView,
} from "../features/protection/block_page/service.ts";
import { type BlockWhy, reasonUnderChoices } from "../features/protection/block_page/why.ts";
import type { AuthorityRoutesSource } from "../features/protection/block_page/offered_authority.ts";
import { peerAddress, RequestRate } from "../http/sources.ts";
import type { Front } from "../front/front.ts";
import { type ListenAddress, listenAddresses } from "../settings/listen.ts";
import type { Core } from "./core.ts";

/** Its dependencies. */
export interface BoxBlockPageDeps {
  readonly control: Pick<Control, "askers" | "hours" | "lists" | "requests">;
  /** The recently blocked names. */
  readonly names: BlockedNames;
  /** Networks whose clients may use the box. */
  readonly allowedRanges: () => readonly string[];
  /** Loads the page. */
  readonly view: () => Promise<BlockPageView>;
}

/** The block page, and the services that make browsers show it. */
export interface BoxBlockPage {
  readonly page: BlockPage;
  readonly authority: AuthorityRoutesSource;
  /** Passes the authority to the front, now and at each change. */
  follow(front: Pick<Front, "authority">): void;
  /** Creates the authority if blocked names are answered with pages. Never rejects. */
  refresh(): Promise<void>;
}

/** Creates the services; the authority is created at first use. */
export function createBlockPage(core: Core, deps: BoxBlockPageDeps): BoxBlockPage {
  const { dataDir, runtime, settings, timeKnown } = core;
  const authority = new LocalAuthority({
    runtime,
    timeKnown,
    folder: `${dataDir}/tls`,
    workerUrl: runtime.moduleUrl("api/certificate/thread"),
  });
  return {
    page: blockPage(core, deps),
    authority: offered(authority, core),
    follow(front) {
      const give = ({ cert, key }: AuthorityState) => front.authority({ cert, key });
      if (authority.held !== undefined) give(authority.held);
      authority.onChange(give);
    },
    async refresh() {
      // While the time of day is unknown there is no authority, and pages are shown over plain HTTP
      // only.
      if (settings.values.blocked_response !== "page" || !timeKnown()) return;
      await authority.use().catch((error: Error) =>
        runtime.log("error", `Could not prepare block pages for HTTPS: ${error.message}`)
      );
    },
  };
}

function offered(
  authority: LocalAuthority,
  { settings, runtime }: Core,
): AuthorityRoutesSource {
  const { pagesPerSecond, pagesBurst } = LIMITS.blockPage;
  const rate = new RequestRate(pagesPerSecond, pagesBurst);
  return {
    use: () => authority.use(),
    regenerate: () => authority.regenerate(),
    url: () => `${homeOf(settings)}/certificate`,
    admits(text) {
      const address = peerAddress(text);
      return address !== undefined && rate.admits(address, runtime.now());
    },
  };
}

function blockPage({ runtime, settings }: Core, deps: BoxBlockPageDeps): BlockPage {
  const { control: { lists, requests } } = deps;
  return new BlockPage({
    ...deps,
    runtime,
    // A client that took over the address of a device does not see the decisions for that device.
    deviceAt: (address) => requests.deviceAt(address),
    reasonNow: (device, why) => reasonUnderChoices(why, requests.blockedOn(device)),
    opens: (device, why) => endOfBlock(deps.control, device, why),
    requestStanding: (device, { category, kind }) =>
      requests.standing(device, kind === "hours" || kind === "cut" ? "" : category)
        .catch(() => "refused"),
    categoryOf: (list) => lists.categoryOf(list),
    box() {
      const { box_name, time_zone } = settings.values;
      return { box: box_name, home: homeOf(settings), zone: time_zone };
    },
  });
}

/**
 * When a block by time ends for the person who uses a device, or for the people who share it, in
 * Unix seconds; 0 = unknown.
 */
function endOfBlock(
  { askers, hours }: Pick<Control, "askers" | "hours">,
  device: number,
  { kind, category }: BlockWhy,
): number {
  const person = hours.person(askers.device(device)?.personId ?? 0);
  const state = person ?? hours.sharedDevice(device);
  if (state === undefined) return 0;
  if (kind === "homework") return person?.mode.mode === "homework" ? person.mode.until : 0;
  if (kind === "limit") {
    return state.limits.find((limit) => limit.category === category)?.blocked_until ?? 0;
  }
  if (state.open_now) return 0;
  return kind === "cut" && state.cut_until > 0 ? state.cut_until : state.next_change;
}

/**
 * The URL of the box: over plain HTTP when it is open, because not every device trusts its
 * certificate.
 */
function homeOf({ values: { box_name, http_listen, https_listen } }: BoxSettings): string {
  const http = portOf(listenAddresses(http_listen), 80);
  const https = portOf(listenAddresses(https_listen), 443);
  return http === undefined && https !== undefined
    ? `https://${box_name}${https}`
    : `http://${box_name}${http ?? ""}`;
}

/** `:8080` where it is not the browsers' default port; undefined = no listener. */
function portOf(listen: readonly ListenAddress[], usual: number): string | undefined {
  const port = (listen.find((each) => each.port === usual) ?? listen[0])?.port;
  if (port === undefined) return undefined;
  return port === usual ? "" : `:${port}`;
}
