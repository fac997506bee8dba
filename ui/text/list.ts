/** Every text of the interface, by area and key. */
import { accounts } from "./accounts.ts";
import { activity } from "./activity.ts";
import { alertKinds } from "./alert_kinds.ts";
import { alerts } from "./alerts.ts";
import { ask } from "./ask.ts";
import { audit } from "./audit.ts";
import { auditActions } from "./audit_actions.ts";
import { backupReasons } from "./backup_reasons.ts";
import { backups } from "./backups.ts";
import { behaviour } from "./behaviour.ts";
import { blockPage } from "./block_page.ts";
import { breaches } from "./breaches.ts";
import { categories } from "./categories.ts";
import { categoryPage } from "./category_page.ts";
import { certificate } from "./certificate.ts";
import { charts } from "./charts.ts";
import { check } from "./check.ts";
import { deviceKinds } from "./device_kinds.ts";
import { errors } from "./errors.ts";
import { exports } from "./exports.ts";
import { frame } from "./frame.ts";
import { home } from "./home.ts";
import { holidays } from "./holidays.ts";
import { hours } from "./hours.ts";
import { imports } from "./imports.ts";
import { invitation } from "./invitation.ts";
import { listScopes } from "./list_scopes.ts";
import { lists } from "./lists.ts";
import { network } from "./network.ts";
import { pauses } from "./pauses.ts";
import { privacy } from "./privacy.ts";
import { queries } from "./queries.ts";
import { records } from "./records.ts";
import { dns } from "./dns_services.ts";
import { devices } from "./devices.ts";
import { leakedPasswords } from "./leaked_passwords.ts";
import { learning } from "./learning.ts";
import { people } from "./people.ts";
import { requests } from "./requests.ts";
import { rules } from "./rules.ts";
import { safeSearch } from "./safe_search.ts";
import { scopes } from "./scopes.ts";
import { services } from "./services.ts";
import { settings } from "./settings.ts";
import { me } from "./me.ts";
import { setup } from "./setup.ts";
import { upstreams } from "./upstreams.ts";
import { signIn } from "./sign_in.ts";
import { terms } from "./terms.ts";
import { lookalikes } from "./lookalikes.ts";
import { restricted } from "./restricted.ts";
import { threats } from "./threats.ts";
import { tunnels } from "./tunnels.ts";
import { spent } from "./spent.ts";
import { steps } from "./steps.ts";
import { system } from "./system.ts";
import { updates } from "./updates.ts";
import { why } from "./why.ts";
import { words } from "./words.ts";

/** The texts; `"frame.sign_out"` names one. */
export const TEXTS = {
  backups,
  backupReasons,
  people,
  ask,
  requests,
  devices,
  dns,
  learning,
  activity,
  words,
  frame,
  categories,
  lists,
  listScopes,
  deviceKinds,
  errors,
  signIn,
  setup,
  me,
  terms,
  upstreams,
  home,
  charts,
  alerts,
  alertKinds,
  settings,
  check,
  queries,
  rules,
  scopes,
  services,
  categoryPage,
  safeSearch,
  network,
  pauses,
  privacy,
  behaviour,
  blockPage,
  certificate,
  records,
  tunnels,
  lookalikes,
  threats,
  restricted,
  breaches,
  leakedPasswords,
  why,
  steps,
  system,
  updates,
  audit,
  auditActions,
  accounts,
  exports,
  imports,
  invitation,
  spent,
  hours,
  holidays,
};

type Keys<A extends keyof typeof TEXTS> = `${A}.${Extract<keyof (typeof TEXTS)[A], string>}`;
/** The name of a text. */
export type TextKey = { [A in keyof typeof TEXTS]: Keys<A> }[keyof typeof TEXTS];
