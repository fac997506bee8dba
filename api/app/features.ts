/** The features of the box itself, composed from its settings, databases and resolver. */
import { createBackups } from "./backups.ts";
import { createBreachWatch } from "./breaches.ts";
import { createImports } from "./imports.ts";
import type { Core } from "./core.ts";
import type { Control } from "./control.ts";
import type { Restores } from "../features/box/backups/restore.ts";
import type { Backups } from "../features/box/backups/service.ts";
import { machineFacts } from "../features/box/diagnostic/machine.ts";
import { Diagnostic } from "../features/box/diagnostic/service.ts";
import type { ImportService } from "../features/box/import/service.ts";
import { Maintenance, type MaintenanceDeps } from "../features/box/maintenance/service.ts";
import { logind } from "../features/box/power/logind.ts";
import { Power } from "../features/box/power/service.ts";
import { Setup } from "../features/box/setup/service.ts";
import { Telemetry } from "../features/box/telemetry/service.ts";
import { Updates } from "../features/box/updates/service.ts";
import { Countries } from "../features/insight/countries/service.ts";
import { TermsService } from "../features/box/terms/service.ts";
import {
  INSTALL_VARIABLE,
  installedArch,
  installKind,
  isThere,
  TARGET_VARIABLE,
  type UpdatePlace,
  updatePlace,
} from "../system/install.ts";
import type { BreachWatch } from "../features/household/breaches/service.ts";
import { LeakedPasswords } from "../features/household/leaked_passwords/service.ts";
import { ClientNames } from "../features/network/clients/service.ts";
import { lookup } from "../system/lookup.ts";
import { TABLES } from "./tables.ts";
import { VERSION } from "../system/version.ts";
import { offsetOf } from "../system/zone_offset.ts";
import { aptState } from "../updates/apt.ts";
import { releaseArch, rootKeysText } from "../updates/release_folder.ts";

/** Their dependencies. */
export interface BoxFeaturesDeps {
  readonly control: Control;
  readonly threads: MaintenanceDeps["resolver"];
  /** Whether the box answers a name itself, from a local record or a device name. */
  readonly isLocal: (name: string) => boolean;
  /** The version of the current policy. */
  readonly policyVersion: () => number;
  /** Restarts the box after an orderly shutdown. */
  readonly restart: () => void;
  /** What installs new versions; absent = found on this machine. */
  readonly place?: UpdatePlace;
}

/** The features. */
export interface BoxFeatures {
  readonly setup: Setup;
  readonly terms: TermsService;
  readonly telemetry: Telemetry;
  readonly maintenance: Maintenance;
  readonly imports: ImportService;
  readonly backups: Backups;
  readonly restores: Restores;
  readonly power: Power;
  readonly diagnostic: Diagnostic;
  readonly updates: Updates;
  readonly countries: Countries;
  readonly clientNames: ClientNames;
  readonly breaches: BreachWatch;
  readonly leakedPasswords: LeakedPasswords;
}

/** Creates the features. */
export function createFeatures(core: Core, deps: BoxFeaturesDeps): BoxFeatures {
  const { dataDir, runtime, settings, databases, resolver } = core;
  const { control } = deps;
  const install = installKind(isThere, Deno.env.get(INSTALL_VARIABLE));
  const terms = new TermsService({ db: databases.box, runtime });
  const telemetry = new Telemetry({
    version: VERSION,
    install,
    arch: installedArch(Deno.build.arch, Deno.env.get(TARGET_VARIABLE)),
    settings: () => settings.values,
    accepted: () => terms.inForce(),
    runtime,
    lookup: (host) => lookup(resolver, host),
  });
  const { place = updatePlace(isThere, Deno.env.toObject()) } = deps;
  const updates = new Updates({
    runtime,
    version: VERSION,
    arch: releaseArch(),
    place,
    dataDir,
    settings: () => settings.values,
    accepted: () => terms.inForce(),
    timeKnown: core.timeKnown,
    offset: offsetOf(settings.started.time_zone),
    rootKeys: () => rootKeysText(place.home),
    apt: () => aptState(),
    audit: control.audit,
    raise: core.events.raise,
    transport: core.transport("updates"),
    lookup: (host) => lookup(resolver, host),
    allowPrivate: () => settings.values.lists_allow_private,
  });
  const countries = new Countries({
    dataDir,
    url: () => settings.values.country_database_url,
    accepted: () => terms.inForce(),
    timeKnown: core.timeKnown,
    transport: core.transport("countries"),
    lookup: (host) => lookup(resolver, host),
    allowPrivate: () => settings.values.lists_allow_private,
    runtime,
  });
  const forgetNetwork = async () => ({
    machines: await control.machines.forgetAll(),
    devices: await control.devices.forgetUntouched(),
  });
  const maintenance = new Maintenance({
    resolver: deps.threads,
    databases,
    tables: TABLES,
    deleteJournal: () => control.journal.deleteAll(),
    forgetBlocked: () => control.restricted.forgetBlocked(),
    forgetNetwork,
  });
  const power = new Power({
    restart: deps.restart,
    container: install === "docker",
    machine: logind,
    runtime,
  });
  const diagnostic = new Diagnostic({
    db: databases.box,
    install,
    dataDir,
    hostName: () => Deno.hostname(),
    machine: machineFacts,
  });
  const clientNames = new ClientNames({
    labelAt: (address) => control.askers.device(control.askers.deviceAt(address))?.label ?? "",
    isLocal: deps.isLocal,
    resolver,
    settings: () => settings.values,
    version: deps.policyVersion,
    runtime,
  });
  const leakedPasswords = new LeakedPasswords({
    settings: () => settings.values,
    lookup: (host) => lookup(resolver, host),
    runtime,
  });
  return {
    breaches: createBreachWatch(core, control, terms),
    leakedPasswords,
    clientNames,
    setup: new Setup(),
    terms,
    telemetry,
    updates,
    countries,
    maintenance,
    power,
    diagnostic,
    imports: createImports(core, control),
    ...createBackups(core, { control, restart: deps.restart }),
  };
}
