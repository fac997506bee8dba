/** The own time online: of the person that the account belongs to (A 5.2). */
import type { PeopleResponse } from "../../../api/features/household/people/routes.ts";
import type { ReportResponse } from "../../../api/features/insight/time_spent/routes.ts";
import { html } from "../../html.ts";
import { page } from "../../page.ts";
import { note } from "../../parts/card.ts";
import { linkButton } from "../../parts/form.ts";
import { type ReadResult, tryRead } from "../../try_read.ts";
import { periodOf, type TimeSpentData, timeSpentView } from "../people/time.ts";

interface OwnTime {
  readonly report: ReadResult<ReportResponse>;
  readonly people: TimeSpentData["people"];
}

/** The page at `/me/time`. */
export const myTimePage = page<OwnTime>({
  doc: "A 5.2",
  path: "/me/time",
  query: ["period"],
  name: "spent.title",
  access: "session",
  database: "stats",
  async load(ask) {
    const [report, people] = await Promise.all([
      tryRead<ReportResponse>(ask, "account", "/api/v1/me/report", {
        period: periodOf(ask.query.period),
      }),
      // The other users of shared devices are shown only to accounts that may see the household.
      tryRead<PeopleResponse>(ask, "household.read", "/api/v1/people"),
    ]);
    return { report, people: people.data?.people ?? [] };
  },
  view(ui, { report: { data: report, refused }, people }) {
    const back = linkButton("/me", ui.t("frame.my_account"), { icon: "chevron-left" });
    if (report !== undefined) return timeSpentView(ui, { report, people }, "/me/time", back);
    const nobodys = refused === "not_found";
    return {
      lead: ui.t(nobodys ? "spent.no_person" : "home.off_statistics"),
      action: back,
      body: nobodys &&
        html`<div class="stack">${note("neutral", ui.t("spent.no_person_help"))}</div>`,
    };
  },
});
