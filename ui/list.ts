/** Every page of the interface. In an area they follow each other as they stand here; the page of what is nowhere stands last. */
import type { Page } from "./page.ts";
import { alertsPage } from "./pages/alerts.ts";
import { homePage } from "./pages/home.ts";
import { missingPage } from "./pages/missing.ts";
import { queriesPage } from "./pages/queries.ts";
import { queryPage } from "./pages/queries/explained.ts";
import { checkPage } from "./pages/check.ts";
import { rulesPage } from "./pages/rules.ts";
import { signInPage } from "./pages/sign_in.ts";

/** The pages. */
export const PAGES: readonly Page[] = [
  signInPage,
  homePage,
  queriesPage,
  queryPage,
  rulesPage,
  checkPage,
  alertsPage,
  missingPage,
];
