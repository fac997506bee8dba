/**
 * The choices of the household in its month: services, categories, safe search, a custom service,
 * rules for one person.
 */
import { gridOf, WEEKDAYS, type WeekHours } from "../../policy/model/week.ts";
import { ACCOUNT, actor, type DemoEvent, type EventScene } from "./events.ts";

const DAY = 24;
const SCHOOL: WeekHours = { days: WEEKDAYS.slice(0, 5), from: "08:00", to: "15:30" };
const NIGHT: WeekHours = { days: WEEKDAYS, from: "21:00", to: "07:00" };

interface DemoChoice {
  /** Hours before the end of the history. */
  readonly ago: number;
  /** A person or a group by name, or a scope. */
  readonly whom: string;
  readonly kind: "category" | "service" | "safe_search";
  readonly chosen: Readonly<Record<string, string>>;
  readonly hours?: WeekHours;
}

const CHOICES: readonly DemoChoice[] = [
  {
    ago: 24 * DAY,
    whom: "all",
    kind: "category",
    chosen: { gambling: "block", dating: "monitor" },
  },
  {
    ago: 22 * DAY,
    whom: "Lina",
    kind: "service",
    chosen: { tiktok: "block", snapchat: "block", roblox: "block" },
  },
  { ago: 22 * DAY - 1, whom: "Lina", kind: "safe_search", chosen: { youtube: "strict" } },
  {
    ago: 18 * DAY,
    whom: "Noah",
    kind: "service",
    chosen: { youtube: "block", twitch: "block" },
    hours: SCHOOL,
  },
  {
    ago: 17 * DAY,
    whom: "profile:teen",
    kind: "service",
    chosen: { discord: "block", steam: "block" },
    hours: NIGHT,
  },
  { ago: 12 * DAY, whom: "Emma", kind: "service", chosen: { discord: "allow" } },
  { ago: 9 * DAY, whom: "profile:teen", kind: "category", chosen: { games: "monitor" } },
  {
    ago: 5 * DAY,
    whom: "Smart Home",
    kind: "category",
    chosen: { social: "block", videos: "block" },
  },
];

const ACTIONS = {
  category: "categories.change",
  service: "services.change",
  safe_search: "safesearch.change",
} as const;

/** The choices, as events. */
export const CHOICE_EVENTS: readonly DemoEvent[] = [
  ...CHOICES.map(({ ago, whom, kind, chosen, hours }): DemoEvent => ({
    ago,
    run: async (scene) => {
      const { choices, audit } = scene.control;
      const { scope, said } = await whomOf(scene, whom);
      const schedule = hours === undefined ? "" : gridOf([hours])!;
      const all = Object.entries(chosen);
      await choices.choose(
        scope,
        kind,
        all.map(([key, value]) => ({ key, value, schedule })),
        ACCOUNT,
      );
      const changed = all.map(([key, value]) => `${key}=${value}`);
      await audit.record(actor(scene), ACTIONS[kind], { scope: said, changed });
    },
  })),
  {
    ago: 8 * DAY,
    run: async (scene) => {
      const { choices, audit } = scene.control;
      const domains = ["vereinschat.example", "vereinschat-cdn.example"];
      await choices.setService(
        { id: "custom-vereinschat", name: "Vereins-Chat", group: "messaging", domains },
        ACCOUNT,
      );
      await audit.record(actor(scene), "service.set", { service: "Vereins-Chat", domains });
    },
  },
  {
    ago: 2 * DAY,
    run: async (scene) => {
      const { rules, audit } = scene.control;
      const { scope, said } = await whomOf(scene, "Noah");
      const rule = {
        domain: "brawlstats.com",
        action: "block",
        kind: "subdomains",
        types: [],
        to: [],
        until: 0,
      } as const;
      await rules.set({ ...rule, scope }, ACCOUNT);
      await audit.record(actor(scene), "rule.set", {
        name: rule.domain,
        action: rule.action,
        scope: said,
        until: 0,
      });
    },
  },
];

/** The scope of a name, with its text in the log. */
async function whomOf(
  { control: { scopes } }: EventScene,
  whom: string,
): Promise<{ scope: string; said: string }> {
  if (/^(all|profile:)/.test(whom)) return { scope: whom, said: whom };
  const found = (await scopes.list(whom.toLowerCase(), 10)).find(({ name }) => name === whom);
  if (found === undefined) throw new Error(`The demonstration has nobody called: ${whom}`);
  return { scope: found.scope, said: `${found.name} (${found.scope})` };
}
