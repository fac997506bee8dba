/**
 * Every route of the box, in the order in which they are documented. A path with a fixed word
 * precedes one with a parameter.
 */
import { factorRoutes } from "../accounts/factors/routes.ts";
import { invitationRoutes } from "../accounts/invitation_routes.ts";
import { accountRoutes } from "../accounts/routes.ts";
import { sessionRoutes } from "../accounts/session_routes.ts";
import { tokenRoutes } from "../accounts/token_routes.ts";
import { openApiRoute } from "../http/openapi/route.ts";
import type { DocumentParts } from "../http/openapi/document.ts";
import type { Route } from "../http/route.ts";
import type { ServeServices } from "../http/serve.ts";
import { auditRoutes } from "../features/box/audit/routes.ts";
import { backupRoutes } from "../features/box/backups/routes.ts";
import { exportRoutes } from "../features/box/exports/routes.ts";
import { diagnosticRoutes } from "../features/box/diagnostic/routes.ts";
import { importRoutes } from "../features/box/import/routes.ts";
import { maintenanceRoutes } from "../features/box/maintenance/routes.ts";
import { planRoute } from "../features/box/plan/routes.ts";
import { powerRoutes } from "../features/box/power/routes.ts";
import { settingsRoutes } from "../features/box/settings/routes.ts";
import { setupRoutes } from "../features/box/setup/routes.ts";
import { API_TAGS } from "./api_tags.ts";
import { identityRoutes } from "../features/box/identity/routes.ts";
import { statusRoutes } from "../features/box/status/routes.ts";
import { taskRoutes } from "../features/box/tasks/routes.ts";
import { telemetryRoutes } from "../features/box/telemetry/routes.ts";
import { updateRoutes } from "../features/box/updates/routes.ts";
import { termsRoutes } from "../features/box/terms/routes.ts";
import { timeZoneRoutes } from "../features/box/time_zone/routes.ts";
import { breachRoutes } from "../features/household/breaches/routes.ts";
import { deviceRoutes } from "../features/household/devices/routes.ts";
import { groupRoutes } from "../features/household/groups/routes.ts";
import { hoursRoutes } from "../features/household/hours/routes.ts";
import { holidayRoutes } from "../features/household/holidays/routes.ts";
import { leakedPasswordRoutes } from "../features/household/leaked_passwords/routes.ts";
import { learningRoutes } from "../features/household/learning/routes.ts";
import { peopleRoutes } from "../features/household/people/routes.ts";
import { requestRoutes } from "../features/household/requests/routes.ts";
import { vacationRoutes } from "../features/household/vacations/routes.ts";
import { activityRoutes } from "../features/insight/activity/routes.ts";
import { alertRoutes } from "../features/insight/alerts/routes.ts";
import { journalRoutes } from "../features/insight/journal/routes.ts";
import { metricsRoutes } from "../features/insight/metrics/routes.ts";
import { statisticsRoutes } from "../features/insight/statistics/routes.ts";
import { behaviourRoutes } from "../features/insight/behaviour/routes.ts";
import { timeSpentRoutes } from "../features/insight/time_spent/routes.ts";
import { cacheRoutes } from "../features/network/cache/routes.ts";
import { dnsServiceRoutes } from "../features/network/dns_services/routes.ts";
import { homeRoutes } from "../features/network/records/home_routes.ts";
import { networkRoutes } from "../features/network/machines/routes.ts";
import { scanRoutes } from "../features/network/scan/routes.ts";
import { recordRoutes } from "../features/network/records/routes.ts";
import { queryRoutes } from "../features/network/query/routes.ts";
import { scopeUpstreamRoutes } from "../features/network/upstreams/scope_routes.ts";
import { upstreamRoutes } from "../features/network/upstreams/routes.ts";
import { redirectRoutes } from "../features/network/https_redirect/routes.ts";
import { listRoutes } from "../features/protection/lists/routes.ts";
import { categoryRoutes } from "../features/protection/categories/routes.ts";
import { scopeRoutes } from "../features/protection/choices/routes.ts";
import { pauseRoutes } from "../features/protection/pauses/routes.ts";
import { ruleRoutes } from "../features/protection/rules/routes.ts";
import { blockPageRoutes } from "../features/protection/block_page/routes.ts";
import { lookalikeRoutes } from "../features/protection/lookalikes/routes.ts";
import { threatRoutes } from "../features/protection/threats/routes.ts";
import { restrictRoutes } from "../features/protection/restricted/routes.ts";
import { tunnelRoutes } from "../features/protection/tunnels/routes.ts";
import { safeSearchRoutes } from "../features/protection/safe_search/routes.ts";
import { serviceRoutes } from "../features/protection/services/routes.ts";

/** The routes of each file, with the types of the services that they need. */
const DECLARED = [
  ...statusRoutes,
  ...identityRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...accountRoutes,
  ...invitationRoutes,
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
  ...breachRoutes,
  ...leakedPasswordRoutes,
  ...queryRoutes,
  ...journalRoutes,
  ...statisticsRoutes,
  ...activityRoutes,
  ...behaviourRoutes,
  ...timeSpentRoutes,
  ...metricsRoutes,
  ...alertRoutes,
  ...auditRoutes,
  ...exportRoutes,
  ...listRoutes,
  ...ruleRoutes,
  ...tunnelRoutes,
  ...lookalikeRoutes,
  ...threatRoutes,
  ...restrictRoutes,
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
  ...scopeUpstreamRoutes,
  ...cacheRoutes,
  ...dnsServiceRoutes,
  ...setupRoutes,
  ...settingsRoutes,
  ...timeZoneRoutes,
  ...taskRoutes,
  ...termsRoutes,
  ...telemetryRoutes,
  ...updateRoutes,
  ...maintenanceRoutes,
  ...importRoutes,
  ...backupRoutes,
  ...powerRoutes,
  ...diagnosticRoutes,
];

/** The services that every row of a list of routes needs together. */
type NeedsOf<R> = [R] extends [Route<infer Needs>] ? Needs : never;

/**
 * The services that the application provides: those of the listeners and those that its routes
 * need.
 */
export type Application = ServeServices & NeedsOf<(typeof DECLARED)[number]>;

/** The routes. Its type proves that the application provides what each of them needs. */
export const ROUTES: readonly Route<Application>[] = [
  ...DECLARED,
  planRoute(() => ROUTES),
  openApiRoute(documentParts),
];

/** What the OpenAPI document is made of; its examples are read when it is asked for. */
export async function documentParts(): Promise<DocumentParts> {
  const { default: examples } = await import("./api_examples.json", { with: { type: "json" } });
  return { routes: ROUTES, tags: API_TAGS, examples };
}
