/** What stands behind the answers: most of the program, which serve.ts loads in one piece once names are answered. */
export { boxAccounts } from "./accounts/open.ts";
export { boxFactors } from "./accounts/factors/open.ts";
export { boxBlockPage } from "./box_block_page.ts";
export { openDnsServices } from "./box_dns_services.ts";
export { boxFeatures } from "./box_features.ts";
export { boxRedirect } from "./box_redirect.ts";
export { openControl } from "./control.ts";
export { ROUTES } from "./features/list.ts";
export { boxServices } from "./http/box_services.ts";
export { serveApi } from "./http/serve.ts";
export { openHttps } from "./https.ts";
