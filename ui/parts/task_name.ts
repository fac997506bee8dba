/** The name of an automatic task in the language of the user. */
import { type TextKey, TEXTS } from "../text/list.ts";
import type { Ui } from "../ui.ts";

/** The translated name of a task; for an unknown task, its identifier. */
export function taskName(ui: Ui, name: string): string {
  const key = name.replace(/\W/g, "_");
  return Object.hasOwn(TEXTS.system, `task_${key}`) ? ui.t(`system.task_${key}` as TextKey) : name;
}
