/**
 * The path of observations from the resolver to journal, statistics and the features that learn
 * from queries.
 */
import { findService } from "../../policy/catalogue/services.ts";
import type { Observation } from "../../resolver/protocol.ts";
import type { ClientDirectory } from "../features/insight/client_directory.ts";
import { type FeedSource, ObservationPump } from "../features/insight/observation_pump.ts";
import type { Journal } from "../features/insight/journal/service.ts";
import { insightObserver } from "../features/insight/observer.ts";
import type { Statistics } from "../features/insight/statistics/service.ts";
import type { Presence } from "../features/network/open.ts";
import type { DnsClients } from "../features/network/https_redirect/dns_clients.ts";
import type { ListService } from "../features/protection/lists/service.ts";
import type { Core } from "./core.ts";

/** The observers of queries, and the sources of observations. */
export interface ObservationPumpDeps {
  readonly sources: readonly FeedSource[];
  readonly journal: Journal;
  readonly statistics: Statistics;
  readonly dnsClients: DnsClients;
  readonly presence: Presence;
  readonly clients: Pick<ClientDirectory, "deviceAt">;
  readonly lists: Pick<ListService, "categoryOf">;
  /** Observers after journal and statistics, in order. */
  readonly others: readonly { observe(batch: readonly Observation[]): void }[];
}

/** Creates the pump. */
export function createObservationPump(
  { runtime, settings }: Core,
  deps: ObservationPumpDeps,
): ObservationPump {
  const { sources, journal, statistics, dnsClients, presence, clients, lists, others } = deps;
  const insight = insightObserver(journal, statistics, {
    anonymization: () => settings.values.anonymize_clients,
    deviceAt: (address) => clients.deviceAt(address),
    categoryOfList: (id) => lists.categoryOf(id),
    categoryOfService: (id) => findService(id)?.category ?? "",
  });
  const observed =
    (one: ObservationPumpDeps["others"][number]) => (batch: readonly Observation[]) =>
      one.observe(batch);

  return new ObservationPump(sources, {
    // Neighbours are updated first, because the other observers need the device of a client.
    observers: [
      observed(presence.neighbours),
      insight,
      observed(dnsClients),
      ...others.map(observed),
    ],
    failed: ({ message }) => runtime.log("error", `Could not process observations: ${message}`),
    room: () => journal.room,
    count: (totals, worker) => statistics.count(totals, worker),
  });
}
