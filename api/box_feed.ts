/** What the resolver saw, on its way to all who learn from it. */
import { serviceOf } from "../policy/catalogue/services.ts";
import type { Observation } from "../resolver/protocol.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { Askers } from "./features/insight/askers.ts";
import { Feed, type FeedSource } from "./features/insight/feed.ts";
import type { Journal } from "./features/insight/journal/service.ts";
import { insightObserver } from "./features/insight/observer.ts";
import type { Statistics } from "./features/insight/statistics/service.ts";
import type { Neighbours } from "./features/network/neighbours/service.ts";
import type { DnsClients } from "./features/network/https_redirect/dns_clients.ts";
import type { ListService } from "./features/protection/lists/service.ts";
import type { Log } from "./log.ts";

/** What it is made of. */
export interface BoxFeedDeps {
  readonly settings: BoxSettings;
  readonly sources: readonly FeedSource[];
  readonly journal: Journal;
  readonly statistics: Statistics;
  /** Who sits where is looked up before anybody asks whose a question is. */
  readonly neighbours: Pick<Neighbours, "observe">;
  readonly askers: Pick<Askers, "deviceAt">;
  readonly lists: Pick<ListService, "categoryOf">;
  readonly dnsClients: DnsClients;
  /** Who learn from it beside journal and statistics, in their order. */
  readonly others: readonly { observe(batch: readonly Observation[]): void }[];
  readonly log: Log;
}

/** Makes it. */
export function boxFeed(deps: BoxFeedDeps): Feed {
  const {
    settings,
    sources,
    journal,
    statistics,
    neighbours,
    askers,
    lists,
    dnsClients,
    others,
    log,
  } = deps;
  const insight = insightObserver(journal, statistics, {
    anonymization: () => settings.values.anonymize_clients,
    deviceAt: (address) => askers.deviceAt(address),
    categoryOfList: (id) => lists.categoryOf(id),
    categoryOfService: (id) => serviceOf(id)?.category ?? "",
  });
  const count: Statistics["count"] = (totals, worker) => statistics.count(totals, worker);
  const observed = (one: BoxFeedDeps["others"][number]) => (batch: readonly Observation[]) =>
    one.observe(batch);
  const observers = [observed(neighbours), insight, observed(dnsClients), ...others.map(observed)];
  const failed = ({ message }: Error) =>
    log("error", `What was asked could not be learned from: ${message}`);
  return new Feed(sources, { observers, failed, room: () => journal.room, count });
}
