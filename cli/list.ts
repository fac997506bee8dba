/** Every command of `box`, in the order in which the help shows them. */
import type { Command } from "./command.ts";
import { accountCommand } from "./commands/account.ts";
import { alertsCommand } from "./commands/alerts.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommand } from "./commands/backup.ts";
import { bonusCommand } from "./commands/bonus.ts";
import { cacheCommand } from "./commands/cache.ts";
import { categoriesCommand } from "./commands/categories.ts";
import { activityCommand } from "./commands/activity.ts";
import { certificateCommand } from "./commands/certificate.ts";
import { clientsCommand } from "./commands/clients.ts";
import { companionCommand } from "./commands/companion.ts";
import { completionCommand } from "./commands/completion.ts";
import { dnsServicesCommand } from "./commands/dns_services.ts";
import { devicesCommand } from "./commands/devices.ts";
import { diagnosticCommand } from "./commands/diagnostic.ts";
import { explainCommand } from "./commands/explain.ts";
import { exportsCommand } from "./commands/exports.ts";
import { groupsCommand } from "./commands/groups.ts";
import { healthcheckCommand } from "./commands/healthcheck.ts";
import { helpCommand } from "./commands/help.ts";
import { hoursCommand } from "./commands/hours.ts";
import { httpsRedirectCommand } from "./commands/https_redirect.ts";
import { identityCommand } from "./commands/identity.ts";
import { importCommand } from "./commands/import.ts";
import { holidaysCommand } from "./commands/holidays.ts";
import { learningCommand } from "./commands/learning.ts";
import { limitsCommand } from "./commands/limits.ts";
import { listsCommand } from "./commands/lists.ts";
import { logCommand } from "./commands/log.ts";
import { maintenanceCommand } from "./commands/maintenance.ts";
import { metricsCommand } from "./commands/metrics.ts";
import { cutCommand, homeworkCommand, uncutCommand } from "./commands/modes.ts";
import { peopleCommand } from "./commands/people.ts";
import { pauseCommand } from "./commands/pause.ts";
import { planCommand } from "./commands/plan.ts";
import { powerOffCommand, restartCommand } from "./commands/power.ts";
import { queryCommand } from "./commands/query.ts";
import { networkCommand } from "./commands/network.ts";
import { recordsCommand } from "./commands/records.ts";
import { requestsCommand } from "./commands/requests.ts";
import { allowCommand, blockCommand, rulesCommand } from "./commands/rules.ts";
import { restoreCommand } from "./commands/restore.ts";
import { safeSearchCommand } from "./commands/safe_search.ts";
import { scanCommand } from "./commands/scan.ts";
import { scopesCommand } from "./commands/scopes.ts";
import { serveCommand } from "./commands/serve.ts";
import { servicesCommand } from "./commands/services.ts";
import { settingsCommand } from "./commands/settings.ts";
import { setupCommand } from "./commands/setup.ts";
import { statsCommand } from "./commands/stats.ts";
import { statusCommand } from "./commands/status.ts";
import { tasksCommand } from "./commands/tasks.ts";
import { telemetryCommand } from "./commands/telemetry.ts";
import { termsCommand } from "./commands/terms.ts";
import { timeCommand } from "./commands/time.ts";
import { timeZoneCommand } from "./commands/time_zone.ts";
import { tokenCommand } from "./commands/token.ts";
import { topCommand } from "./commands/top.ts";
import { quarantineCommand } from "./commands/quarantine.ts";
import { threatsCommand } from "./commands/threats.ts";
import { breachesCommand } from "./commands/breaches.ts";
import { lookalikeCommand } from "./commands/lookalike.ts";
import { restrictCommand } from "./commands/restrict.ts";
import { tunnelsCommand } from "./commands/tunnels.ts";
import { upstreamsCommand } from "./commands/upstreams.ts";
import { updateCommand } from "./commands/update.ts";
import { versionCommand } from "./commands/version.ts";

/** The commands. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  setupCommand,
  statusCommand,
  queryCommand,
  explainCommand,
  logCommand,
  peopleCommand,
  devicesCommand,
  groupsCommand,
  networkCommand,
  scanCommand,
  holidaysCommand,
  requestsCommand,
  learningCommand,
  hoursCommand,
  cutCommand,
  uncutCommand,
  homeworkCommand,
  bonusCommand,
  limitsCommand,
  allowCommand,
  blockCommand,
  rulesCommand,
  servicesCommand,
  categoriesCommand,
  safeSearchCommand,
  pauseCommand,
  scopesCommand,
  tunnelsCommand,
  lookalikeCommand,
  threatsCommand,
  quarantineCommand,
  restrictCommand,
  breachesCommand,
  certificateCommand,
  recordsCommand,
  httpsRedirectCommand,
  listsCommand,
  statsCommand,
  topCommand,
  clientsCommand,
  activityCommand,
  timeCommand,
  metricsCommand,
  alertsCommand,
  auditCommand,
  exportsCommand,
  cacheCommand,
  settingsCommand,
  upstreamsCommand,
  dnsServicesCommand,
  tasksCommand,
  accountCommand,
  tokenCommand,
  timeZoneCommand,
  termsCommand,
  telemetryCommand,
  updateCommand,
  planCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  maintenanceCommand,
  diagnosticCommand,
  identityCommand,
  restartCommand,
  powerOffCommand,
  healthcheckCommand,
  versionCommand,
  helpCommand(() => COMMANDS),
  completionCommand(() => COMMANDS),
  companionCommand,
];
