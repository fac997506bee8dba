/**
 * All pages of the interface. Pages of one area appear in this order; the page for unknown
 * addresses is last.
 */
import type { Page } from "./page.ts";
import { alertsPage } from "./pages/alerts.ts";
import { addListPage } from "./pages/add_list.ts";
import { homePage } from "./pages/home.ts";
import { listPage } from "./pages/list.ts";
import { listsPage } from "./pages/lists.ts";
import { mePage } from "./pages/me.ts";
import { myTimePage } from "./pages/me/time.ts";
import { networkPage } from "./pages/network.ts";
import { missingPage } from "./pages/missing.ts";
import { devicesPage } from "./pages/devices/list.ts";
import { behaviourPage } from "./pages/devices/behaviour.ts";
import { devicePage } from "./pages/devices/device.ts";
import { hoursPage } from "./pages/hours.ts";
import { allowedNamesPage } from "./pages/hours/allowed.ts";
import { personHoursPage } from "./pages/hours/week.ts";
import { holidaysPage } from "./pages/holidays.ts";
import { learningPage } from "./pages/learning.ts";
import { groupPage } from "./pages/people/group.ts";
import { peoplePage } from "./pages/people/list.ts";
import { personPage } from "./pages/people/person.ts";
import { timePage } from "./pages/people/time.ts";
import { queriesPage } from "./pages/queries.ts";
import { queryPage } from "./pages/queries/query.ts";
import { lookalikesPage } from "./pages/lookalikes.ts";
import { restrictedPage } from "./pages/restricted/list.ts";
import { restrictedSubjectPage } from "./pages/restricted/subject.ts";
import { threatsPage } from "./pages/threats.ts";
import { tunnelsPage } from "./pages/tunnels.ts";
import { checkPage } from "./pages/check.ts";
import { recordsPage } from "./pages/records.ts";
import { categoriesPage } from "./pages/categories.ts";
import { rulesPage } from "./pages/rules.ts";
import { safeSearchPage } from "./pages/safe_search.ts";
import { servicesPage } from "./pages/services.ts";
import { servicePage } from "./pages/services/service.ts";
import { requestsPage } from "./pages/requests.ts";
import { askPage } from "./pages/ask.ts";
import { breachesPage } from "./pages/breaches.ts";
import { leakedPasswordsPage } from "./pages/leaked_passwords.ts";
import { myBreachesPage } from "./pages/me/breaches.ts";
import { blockPagePage } from "./pages/block_page.ts";
import { certificatePage } from "./pages/certificate.ts";
import { readyPage } from "./pages/ready.ts";
import { setupPage } from "./pages/setup.ts";
import { signInPage } from "./pages/sign_in.ts";
import { invitationPage } from "./pages/invitation.ts";
import { privacyPage } from "./pages/privacy.ts";
import { termsPage } from "./pages/terms.ts";
import { settingsPage } from "./pages/settings/page.ts";
import { upstreamsPage } from "./pages/upstreams.ts";
import { systemPage } from "./pages/system/page.ts";
import { updatesPage } from "./pages/updates.ts";
import { auditPage } from "./pages/audit.ts";
import { accountsPage } from "./pages/accounts/list.ts";
import { addAccountPage } from "./pages/accounts/add.ts";
import { invitePage } from "./pages/accounts/invite.ts";
import { accountPage } from "./pages/accounts/account.ts";
import { addBackupPage } from "./pages/backups/add.ts";
import { recoveryKeyPage } from "./pages/backups/key.ts";
import { backupsPage } from "./pages/backups/page.ts";
import { restorePage } from "./pages/backups/restore.ts";
import { backupTargetPage } from "./pages/backups/target.ts";
import { setupBackupPage } from "./pages/setup/backup.ts";
import { exportsPage } from "./pages/exports/list.ts";
import { dnsServicesPage } from "./pages/dns_services.ts";
import { addExportPage } from "./pages/exports/add.ts";
import { importedPage, importPage } from "./pages/imports/page.ts";
import { exportPage } from "./pages/exports/export.ts";

/** The pages. */
export const PAGES: readonly Page[] = [
  signInPage,
  invitationPage,
  setupPage,
  setupBackupPage,
  readyPage,
  askPage,
  certificatePage,
  homePage,
  hoursPage,
  requestsPage,
  allowedNamesPage,
  holidaysPage,
  peoplePage,
  personPage,
  personHoursPage,
  timePage,
  groupPage,
  devicesPage,
  devicePage,
  behaviourPage,
  learningPage,
  networkPage,
  queriesPage,
  queryPage,
  rulesPage,
  servicesPage,
  servicePage,
  categoriesPage,
  safeSearchPage,
  checkPage,
  threatsPage,
  tunnelsPage,
  lookalikesPage,
  restrictedPage,
  restrictedSubjectPage,
  breachesPage,
  leakedPasswordsPage,
  blockPagePage,
  alertsPage,
  settingsPage,
  upstreamsPage,
  dnsServicesPage,
  recordsPage,
  accountsPage,
  addAccountPage,
  invitePage,
  accountPage,
  systemPage,
  updatesPage,
  backupsPage,
  addBackupPage,
  recoveryKeyPage,
  restorePage,
  backupTargetPage,
  auditPage,
  exportsPage,
  addExportPage,
  exportPage,
  privacyPage,
  importPage,
  importedPage,
  listsPage,
  addListPage,
  listPage,
  mePage,
  myTimePage,
  myBreachesPage,
  termsPage,
  missingPage,
];
