/** What the routes need of the rest of the box, as narrow as they need it; main.ts makes one (DESIGN 1, 6). */
import type { FactorService } from "../accounts/factors/service.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Diagnostic } from "../features/box/diagnostic/service.ts";
import type { ImportService } from "../features/box/import/service.ts";
import type { Maintenance } from "../features/box/maintenance/service.ts";
import type { Power } from "../features/box/power/service.ts";
import type { Setup } from "../features/box/setup/service.ts";
import type { Telemetry } from "../features/box/telemetry/service.ts";
import type { Terms } from "../features/box/terms/service.ts";
import type { DeviceService } from "../features/household/devices/service.ts";
import type { GroupService } from "../features/household/groups/service.ts";
import type { HoursService } from "../features/household/hours/service.ts";
import type { HolidayService } from "../features/household/holidays/service.ts";
import type { LearningService } from "../features/household/learning/service.ts";
import type { VacationService } from "../features/household/vacations/service.ts";
import type { PeopleService } from "../features/household/people/service.ts";
import type { RequestService } from "../features/household/requests/service.ts";
import type { Journal } from "../features/insight/journal/service.ts";
import type { Alerts } from "../events/alerts.ts";
import type { AuditAction, AuditDetail } from "../events/audit_actions.ts";
import type { AuditLog } from "../events/audit_log.ts";
import type { Exports } from "../events/export/service.ts";
import type { Askers } from "../features/insight/askers.ts";
import type { Plans } from "../plan.ts";
import type { Authenticator } from "./principal.ts";
import type { Statistics } from "../features/insight/statistics/service.ts";
import type { TimeSpent } from "../features/insight/time_spent/service.ts";
import type { EncryptedDns } from "../features/network/dns_services/service.ts";
import type { HttpsRedirect } from "../features/network/https_redirect/service.ts";
import type { MachineService } from "../features/network/machines/service.ts";
import type { Scan } from "../features/network/scan/service.ts";
import type { ClientNames } from "../features/network/clients/service.ts";
import type { SummedTotals } from "../totals.ts";
import type { OfferedAuthority } from "../box_block_page.ts";
import type { ListService, OfferedList } from "../features/protection/lists/service.ts";
import type { ChoiceService } from "../features/protection/choices/service.ts";
import type { DeviceName } from "../features/network/records/device_names.ts";
import type { RecordService } from "../features/network/records/service.ts";
import type { RuleService } from "../features/protection/rules/service.ts";
import type { TunnelService } from "../features/protection/tunnels/service.ts";
import type { Scopes } from "../scopes.ts";
import type { SettingsChange } from "../box_settings.ts";
import type { SettingValues } from "../settings.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import type { SettingTrace } from "../settings/saved.ts";

/** A database that routes may need. */
export type DatabaseName = "box" | "journal" | "stats";

/** How the box is, as its composition knows it. */
export interface BoxState {
  /** Unix milliseconds. */
  readonly started: number;
  readonly dataDir: string;
  /** `udp 0.0.0.0:53`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Addresses of the machine that devices may reach it at, the likeliest first. */
  readonly addresses: readonly string[];
  /** Whether the time of day is known (api/time_known.ts). */
  readonly timeKnown: boolean;
  /** SHA-256 of the certificate of the pages, `AB:CD:…`; empty = no HTTPS. */
  readonly fingerprint: string;
  /** Sentences about what is not as it should be: a refused setting, a port taken, a file set aside. */
  readonly warnings: readonly string[];
  /** The snapshot in force: its version, the lists that hold, the names and rules in it. */
  readonly policy: {
    readonly version: number;
    readonly lists: number;
    readonly names: number;
    readonly rules: number;
  };
}

/** Exact counts of the resolver since the box started. */
export type QueryTotals = SummedTotals;

/** A task as it is shown; times in Unix seconds, 0 = never. */
export interface ShownTask {
  readonly name: string;
  readonly doc: string;
  readonly running: boolean;
  /** How far the run is, in a few words, or "". */
  readonly progress: string;
  readonly last_run: number;
  readonly next_run: number;
  /** Milliseconds of the last run. */
  readonly duration: number;
  readonly last_error: string;
}

/** An action that a handler tells the administration log. */
export interface AuditNote {
  readonly action: AuditAction;
  readonly detail: AuditDetail<AuditAction>;
}

/** The services behind the routes. */
export interface Services {
  readonly version: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
  readonly state: () => BoxState;
  readonly totals: () => QueryTotals;
  /** Resolves when the database can be used, rejects with DatabaseUnavailable otherwise. */
  readonly database: (name: DatabaseName) => Promise<void>;
  readonly resolver: Pick<ResolverHandle, "ask" | "flush" | "statistics" | "probe">;
  readonly lists: Pick<
    ListService,
    "list" | "get" | "add" | "remove" | "setEnabled" | "refresh" | "accept" | "check"
  >;
  readonly rules: Pick<RuleService, "page" | "set" | "remove">;
  /** The authority of the block page. */
  readonly authority: OfferedAuthority;
  readonly tunnels: Pick<TunnelService, "list" | "allow" | "block" | "forget">;
  readonly choices: Pick<
    ChoiceService,
    | "chosen"
    | "choose"
    | "services"
    | "setService"
    | "removeService"
    | "pauses"
    | "pause"
    | "endPause"
  >;
  /** Whom rules, choices and pauses can be for. */
  readonly scopes: Pick<Scopes, "find" | "list" | "names">;
  readonly people: Pick<
    PeopleService,
    "list" | "find" | "byId" | "add" | "change" | "remove" | "agree"
  >;
  readonly learning: Pick<LearningService, "begin" | "state" | "gathered" | "proposals" | "end">;
  readonly hours: Pick<
    HoursService,
    | "schedules"
    | "person"
    | "setSchedule"
    | "addBonus"
    | "endBonus"
    | "setMode"
    | "endMode"
    | "setLimit"
    | "setPermitted"
  >;
  readonly vacations: Pick<VacationService, "list" | "today" | "add" | "remove">;
  readonly holidays: Pick<
    HolidayService,
    "weekly" | "countries" | "regions" | "import" | "stop" | "file"
  >;
  readonly requests: Pick<
    RequestService,
    "state" | "ask" | "page" | "waiting" | "accept" | "refuse" | "namesOf" | "follow"
  >;
  readonly groups: Pick<GroupService, "list" | "add" | "change" | "remove">;
  readonly devices: Pick<
    DeviceService,
    | "page"
    | "get"
    | "add"
    | "change"
    | "remove"
    | "merge"
    | "setPeople"
    | "setGroup"
    | "assign"
    | "setQuarantine"
    | "byId"
    | "deviceOf"
  >;
  readonly records: Pick<RecordService, "all" | "add" | "change" | "remove" | "addLines">;
  /** The names that devices have under the local domain. */
  readonly deviceNames: () => readonly DeviceName[];
  /** The lists that the catalogue offers. */
  readonly catalogue: readonly OfferedList[];
  readonly journal: Pick<
    Journal,
    "recent" | "askedMost" | "live" | "liveAfter" | "follow" | "counts"
  >;
  readonly timeSpent: Pick<TimeSpent, "spent" | "day" | "since">;
  readonly statistics: Pick<
    Statistics,
    "summary" | "series" | "top" | "clients" | "client" | "devices" | "eachDevice"
  >;
  /** The devices, people and groups behind addresses. */
  readonly askers: Askers;
  /** The machines of the network. */
  readonly machines: Pick<MachineService, "all" | "addressesOf">;
  readonly scan: Pick<Scan, "networks" | "state" | "start" | "stop">;
  readonly clientNames: Pick<ClientNames, "names" | "known">;
  readonly settings: {
    readonly resolved: () => ResolvedSettings;
    /** What held when the box started: what needs a restart is in force as it was then. */
    readonly started: () => SettingValues;
    /** Who changed a saved setting last; undefined = it is not saved. */
    readonly trace: (key: string) => SettingTrace | undefined;
    /** Makes a change, all of it or nothing. Rejects with SettingsRefused or SettingsChangedMeanwhile. */
    readonly change: (change: Omit<SettingsChange, "now">) => Promise<void>;
  };
  /** Takes up what was saved: resolves when what needs no restart holds, rejects when the policy in force stays. */
  readonly publish: (what: "all" | "rules") => Promise<void>;
  readonly auth: Authenticator;
  readonly factors: FactorService;
  readonly accounts: AccountService;
  /** The administration log: who did what. */
  readonly audit: Pick<AuditLog, "record" | "page" | "follow">;
  readonly alerts: Pick<
    Alerts,
    "raise" | "page" | "get" | "open" | "beyond" | "acknowledge" | "reopen" | "follow"
  >;
  readonly exports: Pick<Exports, "list" | "get" | "add" | "change" | "remove" | "test">;
  readonly plan: Plans;
  readonly setup: Pick<Setup, "finish">;
  readonly terms: Pick<Terms, "accepted" | "accept" | "acceptance">;
  readonly telemetry: Pick<Telemetry, "state">;
  readonly maintenance: Pick<Maintenance, "run">;
  readonly imports: Pick<ImportService, "preview" | "get" | "apply">;
  readonly diagnostic: Pick<Diagnostic, "install" | "machine" | "words">;
  readonly power: Pick<Power, "restart" | "powerOff">;
  readonly dnsServices: Pick<
    EncryptedDns,
    | "state"
    | "choose"
    | "encrypted"
    | "current"
    | "authority"
    | "settled"
    | "providers"
    | "hasCloud"
  >;
  readonly httpsRedirect: Pick<HttpsRedirect, "state" | "of">;
  readonly tasks: {
    readonly taskStates: () => readonly ShownTask[];
    /** Runs a task and waits for its end; a RangeError for an unknown name. */
    readonly wake: (name: string) => Promise<void>;
  };
  /** CIDR ranges that may ask, `private` for the private ones, those of the box's own networks included. */
  readonly allowedRanges: () => readonly string[];
  /** Names under which the box is reached, lower case: `box`, `box.home.arpa`, `localhost`. */
  readonly hostNames: () => readonly string[];
}
