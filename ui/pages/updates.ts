/** Updates: the version that runs, a new one with its changelog, and the return (A 7.12.2). */
import type {
  UpdateChangesResponse,
  UpdatesResponse,
} from "../../api/features/box/updates/routes.ts";
import { html } from "../html.ts";
import { page } from "../page.ts";
import type { Ui } from "../ui.ts";
import { availableCard } from "./updates/available.ts";
import { lastNote, progressCard, stateCard } from "./updates/state.ts";
import { rollbackCard } from "./updates/rollback.ts";

interface UpdatesData {
  readonly updates: UpdatesResponse;
  /** undefined = there is no version to return to. */
  readonly changes: UpdateChangesResponse | undefined;
}

/** The page at `/updates`. */
export const updatesPage = page<UpdatesData>({
  doc: "A 7.12.2",
  path: "/updates",
  name: "updates.title",
  access: "system.read",
  area: "box",
  database: "box",
  async load({ read }) {
    const updates = await read<UpdatesResponse>("/api/v1/updates");
    const changes = updates.previous === null
      ? undefined
      : await read<UpdateChangesResponse>("/api/v1/updates/changes").catch(() => undefined);
    return { updates, changes };
  },
  view(ui, { updates, changes }) {
    const isBusy = updates.progress.phase !== "idle";
    return {
      lead: leadOf(ui, updates),
      body: html`
        <div class="stack">
          ${progressCard(ui, updates)}
          ${lastNote(ui, updates)}
          ${stateCard(ui, updates)}
          ${isBusy ? null : availableCard(ui, updates)}
          ${!isBusy && changes && rollbackCard(ui, updates, changes)}
        </div>
      `,
    };
  },
});

function leadOf(
  ui: Ui,
  { progress, available, version, pause, problem, newest }: UpdatesResponse,
): string {
  if (progress.phase !== "idle") return ui.t("updates.lead_busy");
  if (available !== null) {
    const key = available.security ? "updates.lead_security" : "updates.lead_available";
    return ui.t(key, { version: available.version });
  }
  const isSure = pause === "" && problem === "" && newest;
  return ui.t(isSure ? "updates.lead_newest" : "updates.lead_runs", { version });
}
