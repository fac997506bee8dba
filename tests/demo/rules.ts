/** Rules that the household wrote in its month, and their decisions from then on. */
import { type PersonalRule, ruleOrigin, ruleText } from "../../policy/model/personal_rule.ts";
import { ACCOUNT, actor, type DemoEvent } from "./events.ts";

interface DemoRule extends Pick<PersonalRule, "domain" | "action" | "kind" | "to"> {
  /** When it was written, in hours before the end of the history. */
  readonly ago: number;
  /** Its duration in hours, absent = permanent. */
  readonly hours?: number;
  readonly by?: string;
}

const DAY = 24;

const RULES: readonly DemoRule[] = [
  { ago: 25 * DAY, domain: "s7.addthis.com", action: "allow", kind: "exact", to: [] },
  {
    ago: 19 * DAY,
    domain: "region1.google-analytics.com",
    action: "allow",
    kind: "exact",
    to: [],
    by: "Thomas",
  },
  { ago: 16 * DAY, domain: "tiktok.com", action: "block", kind: "subdomains", to: [] },
  { ago: 16 * DAY - 1, domain: "tiktokv.com", action: "block", kind: "subdomains", to: [] },
  {
    ago: 12 * DAY,
    domain: "fotos.example.com",
    action: "rewrite",
    kind: "exact",
    to: ["192.168.1.20"],
    by: "Thomas",
  },
  { ago: 6 * DAY, domain: "*.brawlstarsgame.com", action: "block", kind: "wildcard", to: [] },
  {
    ago: 4 * DAY,
    domain: "^telemetry[0-9]*\\.",
    action: "block",
    kind: "regex",
    to: [],
    by: "Thomas",
  },
  { ago: 3, domain: "www.twitch.tv", action: "block", kind: "exact", to: [], hours: 15 },
  { ago: 1, domain: "c.amazon-adsystem.com", action: "allow", kind: "exact", to: [], hours: 2 },
];

/** The creation of the rules, as events. */
export const RULE_EVENTS: readonly DemoEvent[] = RULES.map((
  { ago, hours, by = ACCOUNT, ...rule },
) => ({
  ago,
  run: async (scene) => {
    const until = hours === undefined ? 0 : Math.floor(scene.now() / 1000) + hours * 3600;
    const { control: { rules, audit } } = scene;
    const { domain: name, action } = rule;
    await rules.set({ ...rule, scope: "all", types: [], until }, by);
    await audit.record(actor(scene, by), "rule.set", { name, action, scope: "all", until });
  },
}));

/** The decision of a rule about a name: allowed or blocked, as in the journal. */
export interface RuleDecision {
  readonly allowed: boolean;
  readonly rule: string;
  readonly origin: string;
}

/**
 * The decisions of the rules about names at a time; `end` is the end of the history. Times in Unix
 * milliseconds.
 */
export function rulesUntil(end: number): (name: string, time: number) => RuleDecision | undefined {
  const known = RULES.filter(({ kind, action }) => action !== "rewrite" && kind !== "regex").map(
    (rule) => {
      const { ago, domain, kind, action } = rule;
      const plain = domain.replace(/^\*\./, "");
      const decision = {
        allowed: action === "allow",
        rule: ruleText({ ...rule, types: [] }),
        origin: ruleOrigin(rule),
      };
      const meets = (name: string) =>
        kind !== "wildcard" && name === plain || kind !== "exact" && name.endsWith(`.${plain}`);
      return { from: end - ago * 3_600_000, meets, said: decision };
    },
  );
  return (name, time) => known.find(({ from, meets }) => time >= from && meets(name))?.said;
}
