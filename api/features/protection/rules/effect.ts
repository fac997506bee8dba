/**
 * The people and devices in the scope of a rule to whom it does not apply, and why: a narrower rule
 * wins, or a choice closes what the rule is too wide to open (A 7.2.3).
 */
import { PROFILES } from "../../../../policy/model/household.ts";
import type { ExplainedStep } from "../../../../policy/model/decision.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { parseScope, SCOPE_KINDS } from "../../../../policy/model/scope.ts";
import { TYPE, typeFromText } from "../../../../policy/lists/record_types.ts";
import { categoryOfOrigin } from "../../../../policy/reasons.ts";
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { HouseholdView } from "../../household/scopes.ts";
import { scopesOfRules } from "./rule_scopes.ts";
import { RuleSubjects } from "./rule_subjects.ts";

/** Why a rule does not apply to somebody. */
export const EXCEPTION_REASONS = [
  "rule",
  "service",
  "profile",
  "bypass",
  "illegal",
  "other",
] as const;

/** Somebody in the scope of a rule to whom it does not apply. */
export interface RuleException {
  /** `person:2` or `device:3`. */
  readonly scope: string;
  readonly reason: (typeof EXCEPTION_REASONS)[number];
  /** The scope of the rule that wins, or the profile that closes the name; "" = none. */
  readonly by: string;
}

/** The parts of a rule that its exceptions depend on. */
type RuleInForce = Pick<PersonalRule, "scope" | "domain" | "action" | "kind" | "types">;

/** The dependencies of `RuleEffects`. */
export interface RuleEffectsOptions {
  readonly resolver: Pick<ResolverHandle, "explainChoices">;
  readonly household: HouseholdView;
  /** What scopes have of their own beside rules, as a text for each scope. */
  readonly ownChoices: () => Promise<ReadonlyMap<string, string>>;
  /** The rules in force; the same array while none changes. */
  readonly rules: () => Promise<readonly PersonalRule[]>;
  readonly runtime: Pick<Runtime, "monotonic">;
}

/** Scopes per message to the resolver, so that it delays no answer noticeably. */
const AT_ONCE = 100;
/** Most people and devices that are looked at, and that are named, for one rule. */
const MOST = 500;

/** Finds exceptions under the policy in force. */
export class RuleEffects {
  readonly #options: RuleEffectsOptions;

  constructor(options: RuleEffectsOptions) {
    this.#options = options;
  }

  /**
   * The exceptions of rules that are in force, for up to `limit` milliseconds; undefined for a rule
   * that was not reached. None for a regular expression, whose names are not known, and none while
   * the resolver does not answer.
   */
  async exceptions(
    rules: readonly RuleInForce[],
    limit: number,
  ): Promise<readonly (readonly RuleException[] | undefined)[]> {
    const { household, ownChoices, runtime } = this.#options;
    const end = runtime.monotonic() + limit;
    await household.ready();
    const subjects = new RuleSubjects(household, await ownChoices());
    const names = rules.map((rule) => exampleName(rule) ?? "");
    const ruled = scopesOfRules(await this.#options.rules(), names);
    const out: (readonly RuleException[] | undefined)[] = [];
    for (const [at, rule] of rules.entries()) {
      const isInTime = runtime.monotonic() <= end;
      const alike = isInTime && subjects.alike(rule.scope, ruled.get(names[at])!);
      out.push(alike ? await this.#exceptionsOf(rule, alike) : undefined);
    }
    return out;
  }

  async #exceptionsOf(
    rule: RuleInForce,
    alike: ReadonlyMap<string, readonly string[]>,
  ): Promise<readonly RuleException[]> {
    const name = exampleName(rule);
    if (name === undefined || rule.action === "rewrite") return [];
    const { household, resolver } = this.#options;
    const subjects = [...alike.keys()].slice(0, MOST);
    const [asked = "A"] = rule.types;
    const type = typeFromText(asked) ?? TYPE.A;
    const found: RuleException[] = [];
    for (let at = 0; at < subjects.length; at += AT_ONCE) {
      const part = subjects.slice(at, at + AT_ONCE);
      const steps = await resolver.explainChoices(name, type, part).catch(() => []);
      for (const [index, scope] of part.entries()) {
        const profile = profileOf(scope, household);
        const exception = exceptionOf(rule, steps[index] ?? []);
        if (exception === undefined) continue;
        const by = exception.reason === "profile" ? profile : exception.by;
        for (const same of alike.get(scope)!) {
          found.push({ scope: same, reason: exception.reason, by });
        }
      }
    }
    return withoutCovered(found, household).slice(0, MOST);
  }
}

/** A name that the rule covers; undefined for a regular expression. */
function exampleName({ kind, domain }: RuleInForce): string | undefined {
  if (kind === "regex") return undefined;
  return kind === "wildcard" ? domain.replaceAll("*", "x") : domain;
}

/** The profile that a person or a device follows, as a scope: the most protected of its people. */
function profileOf(text: string, { people, devices }: HouseholdView): string {
  const scope = parseScope(text)!;
  const device = scope.kind === "device" ? devices.get(scope.id) : undefined;
  const owners = device === undefined ? [scope.id] : [device.personId, ...device.people];
  const profiles = owners.map((owner) => people.get(owner)?.profile);
  const profile = PROFILES.find((each) => profiles.includes(each));
  return profile === undefined ? "" : `profile:${profile}`;
}

/** Why the steps of a decision do not follow from the rule; undefined = they do. */
function exceptionOf(
  rule: RuleInForce,
  steps: readonly ExplainedStep[],
): Pick<RuleException, "reason" | "by"> | undefined {
  const own = steps.find(({ protection }) => protection === "rules");
  const blocked = steps.find(({ outcome }) => outcome === "blocked");
  if (rule.action === "block") {
    const isAllowed = own?.outcome === "allowed" && isNarrower(own.scope, rule.scope);
    return isAllowed && blocked === undefined ? { reason: "rule", by: own.scope } : undefined;
  }
  if (blocked === undefined) return undefined;
  if (blocked.protection === "rules") {
    return isNarrower(blocked.scope, rule.scope)
      ? { reason: "rule", by: blocked.scope }
      : undefined;
  }
  return { reason: reasonOf(blocked), by: "" };
}

function reasonOf({ protection, origin }: ExplainedStep): RuleException["reason"] {
  const category = categoryOfOrigin(origin);
  if (protection === "services") return "service";
  if (category === "bypass") return "bypass";
  if (category === "child_abuse") return "illegal";
  return category === "" ? "other" : "profile";
}

function isNarrower(scope: string, than: string): boolean {
  const place = (text: string) => SCOPE_KINDS.indexOf(parseScope(text)?.kind ?? "all");
  return place(scope) < place(than);
}

/** Without the devices of a person who is an exception for the same reason. */
function withoutCovered(
  found: readonly RuleException[],
  { devices }: HouseholdView,
): readonly RuleException[] {
  const key = ({ scope, reason, by }: RuleException) => `${scope} ${reason} ${by}`;
  const known = new Set(found.map(key));
  return found.filter(({ scope, reason, by }) => {
    const device = scope.startsWith("device:") ? devices.get(parseScope(scope)!.id) : undefined;
    if (device === undefined || device.personId === 0) return true;
    return !known.has(key({ scope: `person:${device.personId}`, reason, by }));
  });
}
