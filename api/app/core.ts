/** The common dependencies of all parts of the control plane, passed on as a whole. */
import type { ResolverHandle } from "../../resolver/protocol.ts";
import type { CloudClient } from "../cloud/client.ts";
import type { RaiseAlert } from "../events/alert_kinds.ts";
import type { httpTransport } from "../features/protection/lists/transport.ts";
import type { NetworkAccess } from "../features/network/network_access.ts";
import type { BoxSettings } from "../settings/box_settings.ts";
import type { StoredDatabase, TransferDatabase } from "../store/open.ts";
import type { Runtime } from "../system/runtime.ts";

/** The databases of the box by name. */
export type Databases = Readonly<Record<StoredDatabase["name"], TransferDatabase>>;

/** Callbacks against the order of construction: publishers and alerts listen to it. */
export interface CoreEvents {
  /** Raises an alert. Alerts raised before the database is open are kept until then. */
  readonly raise: RaiseAlert;
  /**
   * Publishes the current lists, rules and household; resolves when the snapshot is active. "rules"
   * means that lists are unchanged, so it does not wait for them.
   */
  readonly policyChanged: (what?: "rules") => void | Promise<void>;
}

/** The core of a box. */
export interface Core {
  readonly dataDir: string;
  /** The secret of the data directory, from which keys are derived. */
  readonly secret: Uint8Array;
  readonly runtime: Runtime;
  readonly settings: BoxSettings;
  readonly databases: Databases;
  readonly resolver: ResolverHandle;
  /** The online service, as this box. */
  readonly cloud: CloudClient;
  /** The network as the kernel of this machine shows it. */
  readonly access: NetworkAccess;
  /** HTTP to a destination, for downloads of lists and school holidays. */
  readonly transport: typeof httpTransport;
  readonly events: CoreEvents;
  /** Whether the time of day is known (api/system/time_known.ts). */
  readonly timeKnown: () => boolean;
  /** The role in a pair of boxes (B 7.3); a box that is not paired is the primary. */
  readonly role: () => "primary" | "secondary";
}
