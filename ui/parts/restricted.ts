/** Restricted mode in words: the state of a device or group, and buttons that change it. */
import type {
  RestrictedDeviceResponse,
  RestrictedOverviewResponse,
  RestrictedSubjectResponse,
} from "../../api/features/protection/restricted/routes.ts";
import type { DeviceResponse } from "../../api/features/household/device_response.ts";
import type { PersonResponse } from "../../api/features/household/people/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { TextKey } from "../text/list.ts";
import type { Ui } from "../ui.ts";
import { badge, card } from "./card.ts";
import { actionButton, type ButtonOptions, linkButton, type PageAction } from "./form.ts";

/** What restricted mode is for a device or group. */
export interface RestrictedState {
  readonly kind: "device" | "group";
  readonly id: number;
  /** The name to show. */
  readonly label: string;
  /** Its own mode; undefined = it has none. */
  readonly subject: RestrictedSubjectResponse | undefined;
  /** Only of a device that learns or is restricted. */
  readonly device: RestrictedDeviceResponse | undefined;
  /** The name of the group whose mode the device follows; "" = it follows none. */
  readonly group: string;
  /** Whether the group of the device has a mode, which it follows without one of its own. */
  readonly hasGroupMode: boolean;
  /** Whether an adult uses the device, as far as the account may see that. */
  readonly isAdults: boolean;
  /** Unix seconds until which a pause opens everything for the device, 0 = none. */
  readonly pausedUntil: number;
  /** Whether filtering is off for everyone, so that nothing is restricted. */
  readonly isFilteringOff: boolean;
}

/** What else decides whether a mode has an effect. */
export type RestrictedCircumstances = Partial<Pick<RestrictedState, "isAdults" | "pausedUntil">>;

/** The fields of a person that tell whether they are an adult. */
export type AgedPerson = Pick<PersonResponse, "id" | "profile">;

/** The numbers of the adults among these people. */
export function adultsOf(everybody: readonly AgedPerson[]): ReadonlySet<number> {
  return new Set(everybody.filter(({ profile }) => profile === "adult").map(({ id }) => id));
}

/** Whether one of these adults uses a device. */
export function isAdultsDevice(
  { person_id = 0, people = [] }: Pick<DeviceResponse, "person_id" | "people">,
  adults: ReadonlySet<number>,
): boolean {
  return adults.has(person_id) || people.some((id) => adults.has(id));
}

/** The state of a device or group. */
export function restrictedState(
  { filtering, subjects, devices }: RestrictedOverviewResponse,
  kind: "device" | "group",
  id: number,
  label: string,
  groups: readonly { readonly id: number; readonly name: string }[],
  { isAdults = false, pausedUntil = 0 }: RestrictedCircumstances = {},
): RestrictedState {
  const device = kind === "device" ? devices.find((one) => one.id === id) : undefined;
  return {
    kind,
    id,
    label,
    subject: subjects.find((one) => one.scope === kind && one.id === id),
    device,
    group: device?.via === "group"
      ? groups.find((group) => group.id === device.group_id)?.name ?? `${device.group_id}`
      : "",
    hasGroupMode: subjects.some((one) =>
      one.scope === "group" && one.id === device?.group_id && one.mode !== "off"
    ),
    isAdults: isAdults || device?.suspended === true,
    pausedUntil,
    isFilteringOff: !filtering,
  };
}

/** The state in a sentence. */
export function restrictedText(ui: Ui, state: RestrictedState): string {
  const { subject, device, label, group } = state;
  const values = { device: label };
  if (device?.suspended) return ui.t("restricted.one_suspended", values);
  if ((device ?? subject)?.mode === "restricted") {
    if (state.isFilteringOff) return ui.t("restricted.one_filtering_off", values);
    if (state.pausedUntil > 0) {
      const date = ui.date(state.pausedUntil, { dateStyle: "long", timeStyle: "short" });
      return ui.t("restricted.one_paused", { ...values, date });
    }
  }
  const blocked = device === undefined || device.blocked === 0
    ? ""
    : ` ${ui.t("restricted.blocked_week", { count: device.blocked })}`;
  if (group !== "") {
    const mode = device?.mode === "learning" ? "learning" : "restricted";
    return ui.t(`restricted.one_as_group_${mode}`, { ...values, group }) + blocked;
  }
  if (isStopped(state)) return ui.t("restricted.one_stopped", values);
  if (subject === undefined || subject.mode === "off") return ui.t("restricted.one_off", values);
  const names = ui.t("lists.names", { count: subject.names });
  if (subject.mode === "restricted") {
    if (subject.names === 0) return ui.t("restricted.one_restricted_nothing", values) + blocked;
    return ui.t("restricted.one_restricted", { ...values, names }) + blocked;
  }
  if (isDue(ui, subject)) return ui.t("restricted.one_due", { ...values, names });
  const date = ui.date(subject.ends, { dateStyle: "long" });
  return ui.t("restricted.one_learning", { ...values, names, date });
}

/** Whether its learning stopped by itself, and it follows no group instead. */
export function isStopped({ subject, group }: RestrictedState): boolean {
  return subject?.stopped === "toomany" && group === "";
}

/** Whether the days of a learning are over. It ends within a minute, once the time is known. */
export function isDue(ui: Ui, { ends }: RestrictedSubjectResponse): boolean {
  return ends * 1000 <= ui.context.now;
}

/** The state as a badge. */
export function restrictedBadge(ui: Ui, state: RestrictedState): Child {
  const { subject, device, isFilteringOff, pausedUntil } = state;
  if (device?.suspended) return badge("attention", ui.t("restricted.is_suspended"), "pause");
  if (isStopped(state)) return badge("attention", ui.t("restricted.is_stopped"));
  const mode = device?.mode ?? subject?.mode ?? "off";
  if (mode === "restricted" && (isFilteringOff || pausedUntil > 0)) {
    return badge("attention", ui.t("pauses.paused"), "pause");
  }
  if (mode === "learning") return badge("neutral", ui.t("restricted.is_learning"), "hourglass");
  return mode === "restricted" && badge("good", ui.t("restricted.is_restricted"), "lock");
}

function modePath({ kind, id }: RestrictedState): string {
  return `/api/v1/restrict/${kind}/${id}`;
}

/** The request for another mode. */
function modeAction(
  state: RestrictedState,
  mode: RestrictedSubjectResponse["mode"],
): PageAction {
  const { label, hasGroupMode } = state;
  return {
    method: "put",
    path: modePath(state),
    body: { mode },
    done: mode === "off" && hasGroupMode ? "restricted.done_follows" : `restricted.done_${mode}`,
    args: { device: label },
  };
}

/** The buttons for the present state; nothing for an account that may not change devices. */
export function modeButtons(ui: Ui, state: RestrictedState, { short = false } = {}): Child {
  if (!ui.may("devices.write")) return null;
  const mode = state.subject?.mode ?? "off";
  const buttons = {
    off: offButtons(ui, state, short),
    learning: short
      ? [nowButton(ui, state)]
      : [nowButton(ui, state), restoreButton(ui, state), offButton(ui, state)],
    restricted: restrictedButtons(ui, state, short),
  }[mode].filter((button) => button !== null);
  return buttons.length === 0 ? null : html`<div class="buttons">${buttons}</div>`;
}

/** The buttons of a device or group without a mode of its own; a row has room for one. */
function offButtons(ui: Ui, state: RestrictedState, short: boolean): Child[] {
  const first = undoButton(ui, state);
  if (!short) return [first, learnButton(ui, state)];
  if (state.group !== "") return [];
  return [first ?? learnButton(ui, state)];
}

/** The buttons of a restricted device or group; a row has room for one. */
function restrictedButtons(ui: Ui, state: RestrictedState, short: boolean): Child[] {
  const first = undoButton(ui, state);
  if (short) return [first ?? offButton(ui, state)];
  return [first, learnButton(ui, state), offButton(ui, state)];
}

/** The button of the last change that can be undone. */
function undoButton(ui: Ui, state: RestrictedState): Child {
  return continueButton(ui, state) ?? restoreButton(ui, state);
}

/** The request that lets a learning go on which a person ended, or undoes a new learning. */
function undoRequest(state: RestrictedState) {
  return { method: "post", path: `${modePath(state)}/undo` } as const;
}

/** Ends a learning with the names so far. The undo lets it go on. */
function nowButton(ui: Ui, state: RestrictedState): Child {
  if (state.isAdults) return null;
  const action = { ...modeAction(state, "restricted"), ...undoOfEnd(ui, state) };
  return modeButton(ui, state, action, "restricted.restrict_now", { icon: "lock" });
}

/** The undo of ending a learning. One whose days are over ends by itself. */
function undoOfEnd(ui: Ui, state: RestrictedState): Pick<PageAction, "undo"> {
  const { subject } = state;
  const canGoOn = subject?.mode === "learning" && !isDue(ui, subject) && !state.isAdults;
  return canGoOn ? { undo: undoRequest(state) } : {};
}

/** Lets a learning go on that a person ended, while that can be undone. */
function continueButton(ui: Ui, state: RestrictedState): Child {
  if (state.isAdults || !canContinue(ui, state)) return null;
  const { label, subject } = state;
  const action: PageAction = {
    ...undoRequest(state),
    done: "restricted.done_learning",
    args: { device: label },
    undo: { method: "put", path: modePath(state), body: { mode: subject!.mode } },
  };
  return modeButton(ui, state, action, "restricted.continue", {});
}

/** Whether a person ended its learning, and it can still go on. */
export function canContinue(ui: Ui, { subject }: RestrictedState): boolean {
  return subject !== undefined && subject.undo_until * 1000 > ui.context.now;
}

/** Undoes a new learning: the mode and the names before it come back. */
function restoreButton(ui: Ui, state: RestrictedState): Child {
  if (state.isAdults || !canRestore(ui, state)) return null;
  const action: PageAction = {
    ...undoRequest(state),
    done: "restricted.done_restored",
    args: { device: state.label },
  };
  return modeButton(ui, state, action, "restricted.restore", {});
}

/** Whether the last change of its mode is a new learning that can still be undone. */
export function canRestore(ui: Ui, state: RestrictedState): boolean {
  const { subject } = state;
  return subject !== undefined && subject.restore_until * 1000 > ui.context.now &&
    !canContinue(ui, state);
}

/** Starts to learn. What was learned before is forgotten, unless that is undone within a day. */
function learnButton(ui: Ui, state: RestrictedState): Child {
  if (state.isAdults) return null;
  const action = modeAction(state, "learning");
  if (state.subject === undefined) return modeButton(ui, state, action, "restricted.start", {});
  const again = { ...action, undo: undoRequest(state) };
  return modeButton(ui, state, again, "restricted.learn_again", {});
}

function offButton(ui: Ui, state: RestrictedState): Child {
  const { subject } = state;
  const action = modeAction(state, "off");
  const undo = subject?.mode === "restricted" && !state.isAdults
    ? {
      undo: {
        method: "put",
        path: action.path,
        body: { mode: "restricted", days: subject.days },
      } as const,
    }
    : undoOfEnd(ui, state);
  return modeButton(ui, state, { ...action, ...undo }, "words.turn_off", { style: "quiet" });
}

function modeButton(
  ui: Ui,
  { label }: RestrictedState,
  act: PageAction,
  key: TextKey,
  options: ButtonOptions,
): Markup {
  const text = ui.t(key);
  return actionButton(ui, act, text, { label: `${text}: ${label}`, ...options });
}

/** Restricted mode on the page of a device; nothing for an adult's device without a mode. */
export function restrictedCard(ui: Ui, state: RestrictedState): Child {
  const { kind, id, subject, device, isAdults } = state;
  if (isAdults && subject === undefined && device === undefined) return null;
  return card(
    ui.t("restricted.card_title"),
    html`
      <p>${restrictedText(ui, state)} ${restrictedBadge(ui, state)}</p>
      <p class="help">${ui.t("restricted.card_help")}</p>
      <div class="buttons">
        ${modeButtons(ui, state, { short: true })}
        ${linkButton(`/restrict/${kind}/${id}`, ui.t("restricted.names_title"), {
          icon: "chevron-right",
        })}
      </div>
    `,
    { id: "restricted" },
  );
}
