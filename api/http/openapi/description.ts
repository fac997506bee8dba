/** What a route does and requires, in sentences that follow from its declaration. */
import { BODY_LIMIT, type Route } from "../route.ts";

/** The description of an operation: who may call it, what happens, and where it is required. */
export function descriptionOf(route: Route): string {
  const sentences = [
    `${route.summary}.`,
    route.description === undefined ? "" : `${route.description}.`,
    whoText(route),
    route.secure === true ? "Over the network, only HTTPS is answered." : "",
    route.there === undefined ? "" : "The address exists only while a setting turns it on.",
    confirmText(route),
    planText(route),
    effectText(route),
    auditText(route),
    pageText(route),
    route.store === "etag" ? "The response has an ETag and may be revalidated by it." : "",
    limitText(route),
    deadlineText(route),
    `Requirement: ${route.doc}.`,
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Who may call a route. */
export function whoText({ access, refusals = [] }: Pick<Route, "access" | "refusals">): string {
  if (access === "open" && refusals.includes("not_signed_in")) {
    return "Depending on a setting, the caller needs a token.";
  }
  if (access === "open") {
    return "Anybody in an allowed network may call this, without signing in.";
  }
  if (access === "account") return "Any signed-in account may call this, and any token.";
  if (access === "session") return "A signed-in session may call this; tokens may not.";
  if (access === "setup") {
    return "Only the default account may call this, until the installation is finished.";
  }
  const rights = typeof access === "string" ? [access] : access;
  const names = rights.map((right) => `\`${right}\``);
  if (names.length === 1) return `The caller needs the right ${names[0]}.`;
  return `The caller needs the rights ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
}

function confirmText({ confirmPassword }: Route): string {
  if (confirmPassword !== true) return "";
  return "A session gives its password again in `confirm_password`; a token gives none.";
}

function planText({ plan }: Route): string {
  return plan === undefined ? "" : `Once the beta is over, the box needs the ${plan.name} plan.`;
}

function effectText({ publishes }: Route): string {
  if (publishes === "rules") {
    return "The change holds when the response arrives; lists still to be compiled follow.";
  }
  return publishes === true ? "The change holds when the response arrives." : "";
}

function auditText({ audit = [] }: Route): string {
  if (audit.length === 0) return "";
  const actions = audit.map((action) => `\`${action}\``).join(", ");
  return `The administration log has it as ${actions}.`;
}

function pageText({ query, lines, method }: Route): string {
  const names = Object.keys(query?.shape ?? {});
  if (lines === true) return "Each line of the response is a JSON object of its own.";
  if (method !== "get" || !names.includes("cursor")) return "";
  return "The list comes in pages: give `next` as `cursor`, until it is empty or missing.";
}

function limitText({ body, bodyLimit = BODY_LIMIT, confirmPassword }: Route): string {
  if (body === undefined && confirmPassword !== true) return "";
  return `The body may have ${bodyLimit.toLocaleString("en")} bytes.`;
}

function deadlineText({ deadline, lines }: Route): string {
  if (deadline === undefined || lines === true) return "";
  return `The response may take ${deadline / 1000} seconds.`;
}
