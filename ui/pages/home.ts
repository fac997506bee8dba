/** The first page: how things stand, in one look. */
import type { ShownStatistics } from "../../api/features/insight/statistics/routes.ts";
import { page } from "../page.ts";

/** The page at `/`. */
export const homePage = page({
  doc: "UI, Principles 1",
  path: "/",
  name: "frame.home",
  access: "account",
  area: "home",
  load: ({ read }) => read<ShownStatistics>("/api/v1/statistics"),
  view: (ui, { queries, blocked }) => ({ lead: ui.say("home.lead", { count: queries, blocked }), body: null }),
});
