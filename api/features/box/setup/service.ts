/** The guided setup: from the default account to a box with an owner (A 4.9, 5.7, 7.12.1). */
import { isEmail, nameProblem } from "../../../accounts/account.ts";
import { passwordProblem } from "../../../accounts/password_rules.ts";
import type { AccountService } from "../../../accounts/service.ts";
import type { SessionPlace } from "../../../accounts/sessions.ts";
import type { Language } from "../../../../policy/catalogue/languages.ts";
import { publicResolver } from "../../../../policy/catalogue/resolvers.ts";
import { DomainError, type ErrorDetails } from "../../../schema/errors.ts";
import type { KernelServices } from "../../../http/kernel_services.ts";
import type { Principal } from "../../../http/principal.ts";
import { SETTINGS, type SettingValues } from "../../../settings/list.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { LearningService } from "../../household/learning/service.ts";
import type { CatalogueList, ListService } from "../../protection/lists/service.ts";
import { changeSettings, fixedByText } from "../settings/service.ts";
import { TERMS_VERSION, termsNeeded, type TermsService } from "../terms/service.ts";
import { NETWORKS } from "./networks.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { Mutex } from "../../../async/mutex.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** The choices of a person in the setup. */
export interface SetupChoices {
  readonly account: {
    readonly name: string;
    readonly password: string;
    readonly email?: string | undefined;
    /** Empty or absent = the language of the browser. */
    readonly language?: Language | "" | undefined;
  };
  readonly accept_terms: boolean;
  readonly terms_version: string;
  readonly telemetry: boolean;
  readonly country?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly language?: SettingValues["language"] | undefined;
  readonly network: SettingValues["network_kind"];
  readonly new_devices?: SettingValues["new_devices"] | undefined;
  /** Identifiers of public resolvers; absent = the defaults of the box. */
  readonly upstreams?: readonly string[] | undefined;
  /** Identifiers of lists of the catalogue, in addition to the starter list. */
  readonly lists: readonly string[];
}

/** The dependencies of the setup. */
export interface SetupServices {
  readonly runtime: Runtime;
  readonly lists: Pick<ListService, "list" | "add" | "refresh">;
  readonly learning: Pick<LearningService, "begin">;
  readonly catalogue: readonly CatalogueList[];
  readonly settings: SettingsService;
  readonly publish: KernelServices["publish"];
  readonly accounts: Pick<AccountService, "isFinished" | "finishSetup"> & {
    readonly signIn: Pick<AccountService["signIn"], "begin">;
  };
  readonly terms: Pick<TermsService, "accept">;
}

/** The result of a setup. */
export interface SetupResult {
  readonly accountId: number;
  /** Name of the account as stored. */
  readonly account: string;
  /**
   * Whether the acceptance of the terms was recorded. Otherwise the account exists, and the terms
   * are accepted later.
   */
  readonly termsRecorded: boolean;
}

/** The setup of a box. One runs at a time, so that a second one changes nothing. */
export class Setup {
  readonly #mutex = new Mutex();

  /**
   * Configures the box from the choices, after checking all of them. The settings are one
   * transaction, each list is one, then the account ends the setup, and the acceptance is last.
   * When the box is killed in between, the setup starts again and finds what was written. Rejects
   * with DomainError or DatabaseUnavailableError.
   */
  finish(choices: SetupChoices, by: Principal, services: SetupServices): Promise<SetupResult> {
    return this.#mutex.take(() => finishOnce(choices, by, services));
  }
}

async function finishOnce(
  choices: SetupChoices,
  by: Principal,
  services: SetupServices,
): Promise<SetupResult> {
  const { accounts, terms, lists, runtime } = services;
  const { account } = choices;
  if (await accounts.isFinished()) throw new DomainError("setup_finished");
  refuseBad(choices, services);
  await changeSettings(settingsOf(choices, services), by, services);
  const added = await subscribe(choices.lists, services);
  const { password, ...chosen } = account;
  const made = await accounts.finishSetup(
    {
      name: chosen.name,
      language: chosen.language ?? "",
      ...(chosen.email === undefined ? {} : { email: chosen.email }),
    },
    password,
  );
  const termsRecorded = await terms.accept(made.name).then(() => true, (error: Error) => {
    runtime.log("error", `The acceptance of the terms could not be recorded: ${error.message}`);
    return false;
  });
  await services.learning.begin().catch((error: Error) => {
    runtime.log(
      "error",
      `The learning period could not start, so each new device raises an alert: ${error.message}`,
    );
  });
  // The response does not wait for downloads; a policy that cannot be published now is logged.
  services.publish("all").catch((error: Error) =>
    runtime.log("error", `The policy could not be published: ${error.message}`)
  );
  for (const id of added) {
    lists.refresh(id).catch((error: Error) =>
      runtime.log("warn", `A list could not be fetched after the setup: ${error.message}`)
    );
  }
  return { accountId: made.id, account: made.name, termsRecorded };
}

/**
 * Starts a session for the account of the setup, so that its owner is signed in. Resolves with the
 * value of Set-Cookie.
 */
export async function startSetupSession(
  accountId: number,
  place: SessionPlace,
  { accounts }: SetupServices,
): Promise<string> {
  return (await accounts.signIn.begin(accountId, place, false)).cookie;
}

function refuseBad(
  { account, accept_terms, terms_version, upstreams, lists }: SetupChoices,
  services: SetupServices,
) {
  if (!accept_terms || terms_version !== TERMS_VERSION) {
    throw termsNeeded("accept_terms true and terms_version");
  }
  const name = nameProblem(account.name);
  const password = passwordProblem(account.password, account.name);
  if (name !== "") throw new DomainError("bad_value", name, field("account.name"));
  if (!isEmail(account.email ?? "")) {
    throw new DomainError(
      "bad_value",
      sentence`This is not an e-mail address`,
      field("account.email"),
    );
  }
  if (password !== "") throw new DomainError("weak_password", password, field("account.password"));
  const unknown = upstreams?.find((id) => publicResolver(id.split("/")[0]) === undefined);
  if (unknown !== undefined) {
    const text = programSentence`There is no public resolver of this identifier: ${unknown}`;
    throw new DomainError("bad_value", text, field("upstreams"));
  }
  const missing = lists.find((id) => !services.catalogue.some((list) => list.id === id));
  if (missing !== undefined) {
    throw new DomainError(
      "list_refused",
      programSentence`The catalogue has no list of this identifier: ${missing}`,
      field("lists"),
    );
  }
}

/** Returns the details that name the refused field. */
function field(name: string): ErrorDetails {
  return { body: { field: name } };
}

/**
 * Returns the settings of the choices, without those that the start of the box fixes to the same
 * value.
 */
function settingsOf(choices: SetupChoices, { settings }: SetupServices): Partial<SettingValues> {
  const { telemetry, country, time_zone, language, network, new_devices, upstreams } = choices;
  const given = {
    telemetry,
    country,
    time_zone,
    language,
    network_kind: network,
    new_devices,
    upstreams,
  };
  const { values, sources } = settings.resolved();
  const follows = NETWORKS.find(({ id }) => id === network)?.settings ?? {};
  const chosen = Object.entries(given).filter(([key, value]) => {
    const held = (values as unknown as Record<string, unknown>)[key];
    return value !== undefined &&
      !(isFixedKey(key, settings) && JSON.stringify(held) === JSON.stringify(value));
  });
  const following = Object.entries(follows).filter(([key]) =>
    !isFixedKey(key, settings) && sources[key as keyof SettingValues] === "default"
  );
  return Object.fromEntries([...chosen, ...following]);
}

function isFixedKey(key: string, settings: Pick<SettingsService, "resolved">): boolean {
  const row = SETTINGS.find((candidate) => candidate.key === key)!;
  return fixedByText(row, { settings }) !== "";
}

/** Subscribes to lists of the catalogue that are not subscribed yet; resolves with their ids. */
async function subscribe(
  ids: readonly string[],
  { lists, catalogue }: SetupServices,
): Promise<number[]> {
  const held = new Set((await lists.list()).map(({ url }) => url));
  const added: number[] = [];
  for (const id of new Set(ids)) {
    const { url } = catalogue.find((list) => list.id === id)!;
    if (!held.has(url)) added.push((await lists.add({ url: id })).id);
  }
  return added;
}
