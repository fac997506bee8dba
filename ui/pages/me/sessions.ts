/** Where the account is signed in. */
import type { ShownSessions } from "../../../api/accounts/session_routes.ts";
import { html, type Markup } from "../../html.ts";
import { badge, card, type Column, table } from "../../parts/card.ts";
import { actButton } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";

type Session = ShownSessions["sessions"][number];

const PATH = "/api/v1/me/sessions";

/** The sessions, this one first. */
export function sessionsCard(ui: Ui, sessions: readonly Session[]): Markup {
  const rows = [...sessions].sort((a, b) =>
    Number(b.current) - Number(a.current) || b.seen - a.seen
  );
  const columns: readonly Column<Session>[] = [
    {
      head: ui.say("words.device"),
      main: true,
      cell: ({ user_agent, current }) =>
        html`
          <bdi>${deviceOf(user_agent)}</bdi> ${current &&
            badge("good", ui.say("words.this_device"))}
        `,
    },
    {
      head: ui.say("words.address"),
      cell: ({ address }) => html`<bdi translate="no">${address}</bdi>`,
    },
    { head: ui.say("me.session_seen"), cell: ({ seen }) => ui.ago(seen) },
    { head: ui.say("me.session_end"), actions: true, cell: (session) => end(ui, session) },
  ];
  const others = actButton(
    ui,
    { method: "delete", path: PATH, done: "me.sessions_ended" },
    ui.say("me.sessions_end"),
    {
      confirm: ui.say("me.sessions_confirm"),
    },
  );
  return card(ui.say("me.sessions"), table(ui.say("me.sessions"), columns, rows), {
    class: "wide",
    ...(rows.length > 1 ? { action: others } : {}),
  });
}

function end(ui: Ui, { id, current, user_agent }: Session) {
  const text = ui.say("me.session_end");
  return !current &&
    actButton(ui, { method: "delete", path: `${PATH}/${id}`, done: "me.session_ended" }, text, {
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
