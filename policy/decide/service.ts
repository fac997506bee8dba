/**
 * The row of blocked services, and what the names of services say of categories (A 7.2.3, B 7.5.3). A pause opens a blocked
 * service, and an allow rule of the device itself; a wider rule does not.
 */
import type { Step } from "../model/decision.ts";
import { HOLDS, type ServiceInfo, type Snapshot } from "../snapshot/snapshot.ts";
import type { Asked, Protection } from "./protections.ts";
import { type HeldRule, ruleFor } from "./rule.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The row of services. */
export const services: Protection = {
  name: "services",
  concerns: ({ services: held }, { settings }) => held !== undefined && settings.filtering,
  before(asked: Asked): Step {
    const { snapshot, question, labels } = asked;
    const number = blockedService(asked);
    if (number < 0) return NEXT;
    const lifted = asked.paused || isAllowedHere(ruleFor(asked, question.name, labels));
    return lifted ? LIFTED : stepsOf(snapshot)[number].service;
  },
};

/** Whether the rule that holds is one of the device itself that lets the name through: a block of it opens nothing. */
function isAllowedHere(rule: HeldRule | undefined): boolean {
  return rule?.allows === true && rule.scope.startsWith("device:");
}

/** The number of the first service that is blocked as such now, -1 = none. */
function blockedService(asked: Asked): number {
  const { client: { policy: { services: held } }, now } = asked, count = servicesOf(asked);
  for (let i = 0; i < count; i++) {
    const number = found[i], code = held![number];
    if (code === HOLDS.block || (code === HOLDS.windows && inWindow(asked, number, now))) {
      return number;
    }
  }
  return -1;
}

function inWindow({ client: { policy } }: Asked, service: number, now: number): boolean {
  return policy.windows?.some(([number, from, to]) =>
    number === service && from <= now && now < to
  ) === true;
}

/** What the category of a service that the name belongs to says: the category of ways around the box, or the others. */
export function categoryStep(asked: Asked, ofBypass: boolean): Step {
  const { client: { policy: { services: held } }, snapshot } = asked;
  if (held === undefined) return NEXT;
  const count = servicesOf(asked);
  let told: Step = NEXT;
  for (let i = 0; i < count; i++) {
    const number = found[i], code = held[number];
    if ((snapshot.services[number].category === "bypass") !== ofBypass) continue;
    if (code === HOLDS.category) return stepsOf(snapshot)[number].category;
    if (code === HOLDS.monitor) told = stepsOf(snapshot)[number].told;
  }
  return told;
}

/** The numbers of the services of the name asked, found for one row after the other. */
const found: number[] = [];

function servicesOf({ snapshot, labels }: Asked): number {
  return snapshot.serviceNames.find(snapshot.fingerprinter, labels, found);
}

/** The service of a category that the name belongs to, undefined = none. */
export function serviceOfCategory(asked: Asked, category: string): ServiceInfo | undefined {
  const { snapshot: { services } } = asked, count = servicesOf(asked);
  for (let i = 0; i < count; i++) {
    if (services[found[i]].category === category) return services[found[i]];
  }
  return undefined;
}

interface ServiceSteps {
  readonly service: Step;
  readonly category: Step;
  readonly told: Step;
}

/** The steps of each service, made once a snapshot. */
const made = new WeakMap<Snapshot, readonly ServiceSteps[]>();

function stepsOf(snapshot: Snapshot): readonly ServiceSteps[] {
  let steps = made.get(snapshot);
  if (steps === undefined) made.set(snapshot, steps = snapshot.services.map(makeSteps));
  return steps;
}

function makeSteps({ id, category }: ServiceInfo): ServiceSteps {
  const rule = `service:${id}`, match = { list: -1, rule, category };
  const answer = category === "bypass" ? { answer: "nxdomain" as const } : {};
  return {
    service: { settle: { do: "block", reason: "service", origin: rule } },
    category: {
      settle: { do: "block", reason: "category", origin: `category:${category}`, match, ...answer },
    },
    told: { next: true, match },
  };
}
