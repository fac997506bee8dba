/** Where the account is signed in. */
import type { SessionsResponse } from "../../../api/accounts/session_routes.ts";
import { html, type Markup } from "../../html.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

type Session = SessionsResponse["sessions"][number];

const PATH = "/api/v1/me/sessions";

/** The sessions, this one first. */
export function sessionsCard(ui: Ui, sessions: readonly Session[]): Markup {
  const rows = [...sessions].sort((a, b) =>
    Number(b.current) - Number(a.current) || b.seen - a.seen
  );
  const columns: readonly Column<Session>[] = [
    {
      head: ui.t("words.device"),
      main: true,
      cell: ({ user_agent, current }) =>
        html`
          <bdi>${deviceOf(user_agent)}</bdi> ${current &&
            badge("good", ui.t("words.this_device"))}
        `,
    },
    {
      head: ui.t("words.address"),
      cell: ({ address }) => html`<bdi translate="no">${address}</bdi>`,
    },
    { head: ui.t("me.session_seen"), cell: ({ seen }) => ui.relativeTime(seen) },
    { head: ui.t("me.session_end"), actions: true, cell: (session) => end(ui, session) },
  ];
  const others = actionButton(
    ui,
    { method: "delete", path: PATH, done: "me.sessions_ended" },
    ui.t("me.sessions_end"),
    {
      confirm: ui.t("me.sessions_confirm"),
    },
  );
  return card(ui.t("me.sessions"), table(ui.t("me.sessions"), columns, rows), {
    class: "wide",
    ...(rows.length > 1 ? { action: others } : {}),
  });
}

function end(ui: Ui, { id, current, user_agent }: Session) {
  const text = ui.t("me.session_end");
  return !current &&
    actionButton(ui, { method: "delete", path: `${PATH}/${id}`, done: "me.session_ended" }, text, {
      style: "quiet",
      label: `${text}: ${deviceOf(user_agent)}`,
    });
}

const BROWSERS = [[/Edg/, "Edge"], [/OPR/, "Opera"], [/Firefox|FxiOS/, "Firefox"], [
  /SamsungBrowser/,
  "Samsung Internet",
], [
  /Chrome|CriOS/,
  "Chrome",
], [/Safari/, "Safari"]] as const;
const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [
    /Mac OS X/,
    "macOS",
  ],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** `Firefox · Linux`: the readable form of a User-Agent; an unknown one is shown truncated. */
export function deviceOf(userAgent: string): string {
  const nameIn = (rows: readonly (readonly [RegExp, string])[]) =>
    rows.find(([found]) => found.test(userAgent))?.[1];
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(" · ") : userAgent.slice(0, 60) || "?";
}
