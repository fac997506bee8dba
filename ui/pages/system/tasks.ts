/**
 * The automatic tasks of the box: a description of each, its last and next run, and running it now.
 */
import type { TasksResponse } from "../../../api/features/box/tasks/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import { taskName } from "../../parts/task_name.ts";
import { faultText } from "../../parts/warnings.ts";
import type { Ui } from "../../ui.ts";
import { type TextKey, TEXTS } from "../../text/list.ts";

type Task = TasksResponse["tasks"][number];

function taskHelp(ui: Ui, { name, doc }: Task): Child {
  const key = name.replace(/\W/g, "_");
  return Object.hasOwn(TEXTS.system, `does_${key}`) ? ui.t(`system.does_${key}` as TextKey) : doc;
}

/** The card of tasks; reloaded every five seconds. */
export function tasksCard(ui: Ui, { tasks }: TasksResponse): Markup {
  const columns: Column<Task>[] = [
    {
      head: ui.t("system.task"),
      main: true,
      cell: (task) =>
        html`
          <span class="strong">${taskName(ui, task.name)}</span>
          <p class="help">${taskHelp(ui, task)}</p>
        `,
    },
    { head: ui.t("system.outcome"), cell: (task) => outcome(ui, task) },
    { head: ui.t("system.last_run"), cell: ({ last_run }) => ui.relativeTime(last_run) },
    { head: ui.t("system.next_run"), cell: ({ next_run }) => ui.relativeTime(next_run) },
  ];
  if (ui.may("system.write")) {
    columns.push({
      head: ui.t("words.actions"),
      actions: true,
      cell: (task) => runButton(ui, task),
    });
  }
  return html`
    <div id="tasks" data-refresh="5">
      ${card(ui.t("system.tasks"), table(ui.t("system.tasks"), columns, tasks), {
        class: "tasks",
      })}
    </div>
  `;
}

function outcome(
  ui: Ui,
  { running, progress, last_run, last_error, did_nothing, duration }: Task,
): Child {
  if (running) {
    return html`
      ${badge("neutral", ui.t("system.task_running"))}
      ${progress !== "" && html`<p class="help" lang="en">${progress}</p>`}
    `;
  }
  if (last_error !== "") {
    return html`
      ${badge("danger", ui.t("system.task_failed"))}
      ${faultText(ui, last_error)}
    `;
  }
  if (did_nothing !== "") {
    return html`
      ${badge("neutral", ui.t("system.task_idle"))}
      <p class="help">${ui.t(`system.idle_${did_nothing}`)}</p>
    `;
  }
  if (last_run === 0) return html`<span class="muted">${ui.t("system.task_waits")}</span>`;
  return html`
    ${badge("good", ui.t("system.task_ran"))} <span class="small muted">
      ${ui.latency(duration * 1000)}
    </span>
  `;
}

function runButton(ui: Ui, { name, running }: Task): Child {
  if (running) return null;
  const label = taskName(ui, name);
  const path = `/api/v1/tasks/${encodeURIComponent(name)}/run?wait=false`;
  return actionButton(
    ui,
    { method: "post", path, done: "system.task_begun", args: { name: label } },
    ui.t("system.task_run"),
    { icon: "play", style: "quiet", label: ui.t("system.task_run_label", { name: label }) },
  );
}
