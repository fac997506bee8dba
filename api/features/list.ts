/** Every route of the box, in the order in which they are documented. A path with a fixed word stands before one with a parameter. */
import { factorRoutes } from "../accounts/factors/routes.ts";
import { accountRoutes } from "../accounts/routes.ts";
import { sessionRoutes } from "../accounts/session_routes.ts";
import { tokenRoutes } from "../accounts/token_routes.ts";
import { openApiRoute } from "../http/openapi.ts";
import type { Route } from "../http/route.ts";
import { auditRoutes } from "./box/audit/routes.ts";
import { exportRoutes } from "./box/exports/routes.ts";
import { diagnosticRoutes } from "./box/diagnostic/routes.ts";
import { importRoutes } from "./box/import/routes.ts";
import { maintenanceRoutes } from "./box/maintenance/routes.ts";
import { planRoute } from "./box/plan/routes.ts";
import { powerRoutes } from "./box/power/routes.ts";
import { settingsRoutes } from "./box/settings/routes.ts";
import { setupRoutes } from "./box/setup/routes.ts";
import { statusRoutes } from "./box/status/routes.ts";
import { taskRoutes } from "./box/tasks/routes.ts";
import { telemetryRoutes } from "./box/telemetry/routes.ts";
import { termsRoutes } from "./box/terms/routes.ts";
import { timeZoneRoutes } from "./box/time_zone/routes.ts";
import { deviceRoutes } from "./household/devices/routes.ts";
import { groupRoutes } from "./household/groups/routes.ts";
import { hoursRoutes } from "./household/hours/routes.ts";
import { holidayRoutes } from "./household/holidays/routes.ts";
import { learningRoutes } from "./household/learning/routes.ts";
import { peopleRoutes } from "./household/people/routes.ts";
import { requestRoutes } from "./household/requests/routes.ts";
import { vacationRoutes } from "./household/vacations/routes.ts";
import { activityRoutes } from "./insight/activity/routes.ts";
import { alertRoutes } from "./insight/alerts/routes.ts";
import { journalRoutes } from "./insight/journal/routes.ts";
import { metricsRoutes } from "./insight/metrics/routes.ts";
import { statisticsRoutes } from "./insight/statistics/routes.ts";
import { timeSpentRoutes } from "./insight/time_spent/routes.ts";
import { cacheRoutes } from "./network/cache/routes.ts";
import { dnsServiceRoutes } from "./network/dns_services/routes.ts";
import { homeRoutes } from "./network/records/home_routes.ts";
import { networkRoutes } from "./network/machines/routes.ts";
import { scanRoutes } from "./network/scan/routes.ts";
import { recordRoutes } from "./network/records/routes.ts";
import { queryRoutes } from "./network/query/routes.ts";
import { upstreamRoutes } from "./network/upstreams/routes.ts";
import { redirectRoutes } from "./network/https_redirect/routes.ts";
import { listRoutes } from "./protection/lists/routes.ts";
import { categoryRoutes } from "./protection/categories/routes.ts";
import { scopeRoutes } from "./protection/choices/routes.ts";
import { pauseRoutes } from "./protection/pauses/routes.ts";
import { ruleRoutes } from "./protection/rules/routes.ts";
import { blockPageRoutes } from "./protection/block_page/routes.ts";
import { tunnelRoutes } from "./protection/tunnels/routes.ts";
import { safeSearchRoutes } from "./protection/safe_search/routes.ts";
import { serviceRoutes } from "./protection/services/routes.ts";

/** The routes. */
export const ROUTES: readonly Route[] = [
  ...statusRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...accountRoutes,
  ...tokenRoutes,
  ...networkRoutes,
  ...scanRoutes,
  ...peopleRoutes,
  ...hoursRoutes,
  ...requestRoutes,
  ...groupRoutes,
  ...deviceRoutes,
  ...vacationRoutes,
  ...holidayRoutes,
  ...learningRoutes,
  ...queryRoutes,
  ...journalRoutes,
  ...statisticsRoutes,
  ...activityRoutes,
  ...timeSpentRoutes,
  ...metricsRoutes,
  ...alertRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...listRoutes,
  ...ruleRoutes,
  ...tunnelRoutes,
  ...blockPageRoutes,
  ...homeRoutes,
  ...recordRoutes,
  ...redirectRoutes,
  ...scopeRoutes,
  ...serviceRoutes,
  ...categoryRoutes,
  ...safeSearchRoutes,
  ...pauseRoutes,
  ...upstreamRoutes,
  ...cacheRoutes,
  ...dnsServiceRoutes,
  ...setupRoutes,
  ...settingsRoutes,
  ...timeZoneRoutes,
  ...taskRoutes,
  ...termsRoutes,
  ...telemetryRoutes,
  ...maintenanceRoutes,
  ...importRoutes,
  ...powerRoutes,
  ...diagnosticRoutes,
  planRoute(() => ROUTES),
  openApiRoute(() => ROUTES),
];
