/**
 * Actions on lists, rules, services, categories, pauses, threats, look-alikes and the block page (A
 * 4.5, 4.6, 6).
 */
import type { AuditActionRow } from "./action.ts";

/** The actions of the area rules and of the protections. */
export const PROTECTION_ACTIONS = {
  // Lists.
  "list.add": { doc: "A list was added", fields: { list: "plain", url: "address" } },
  "list.remove": { doc: "A list was removed", fields: { list: "plain" } },
  "list.change": {
    doc: "A list was turned on or off",
    fields: { list: "plain", enabled: "plain" },
  },
  "list.scope": {
    doc: "The scopes or hours of a list were changed",
    fields: { list: "plain", scopes: "plain", except: "plain", hours: "plain" },
  },
  "list.accept": {
    doc: "A new copy of a list that lost most of its lines or is doubtful was accepted",
    fields: { list: "plain" },
  },
  "list.return": {
    doc: "The copy of a list before the accepted one was taken back",
    fields: { list: "plain" },
  },
  "list.refresh": { doc: "A download of lists was requested", fields: { list: "plain" } },
  // Rules, services, categories, pauses.
  "rule.set": {
    doc: "A rule was written",
    fields: { name: "plain", action: "plain", scope: "plain", until: "plain" },
  },
  "tunnel.allow": {
    doc: "A domain was allowed to carry data inside DNS",
    fields: { name: "plain" },
  },
  "tunnel.block": {
    doc: "A domain is blocked again for carrying data inside DNS",
    fields: { name: "plain" },
  },
  "tunnel.forget": {
    doc: "A domain that carried data inside DNS was forgotten",
    fields: { name: "plain" },
  },
  "rule.remove": { doc: "A rule was removed", fields: { name: "plain", scope: "plain" } },
  "services.change": {
    doc: "Blocked services were changed",
    fields: { scope: "plain", changed: "plain" },
  },
  "service.set": {
    doc: "A service of the household was written",
    fields: { service: "plain", domains: "plain" },
  },
  "service.remove": { doc: "A service of the household was removed", fields: { service: "plain" } },
  "categories.change": {
    doc: "The choices about categories were changed",
    fields: { scope: "plain", changed: "plain" },
  },
  "safesearch.change": {
    doc: "Safe search was changed",
    fields: { scope: "plain", changed: "plain" },
  },
  "pause.begin": { doc: "The protection was paused", fields: { scope: "plain", minutes: "plain" } },
  "pause.end": { doc: "A pause of the protection was ended", fields: { scope: "plain" } },
  // Threats (A 4.5).
  "rebinding.on": { doc: "The check for DNS rebinding was turned on", fields: {} },
  "rebinding.off": { doc: "The check for DNS rebinding was turned off", fields: {} },
  "rebinding.allowed": {
    doc: "The domains allowed to answer private addresses were changed",
    fields: { domains: "plain" },
  },
  "lookalike.on": { doc: "The check for look-alike names was turned on", fields: {} },
  "lookalike.off": { doc: "The check for look-alike names was turned off", fields: {} },
  "lookalike.typos.on": { doc: "The check for typing errors was turned on", fields: {} },
  "lookalike.typos.off": { doc: "The check for typing errors was turned off", fields: {} },
  "lookalike.ask.on": { doc: "The online service is queried for the age of domains", fields: {} },
  "lookalike.ask.off": {
    doc: "The online service is no longer queried for the age of domains",
    fields: {},
  },
  "lookalike.allowed": {
    doc: "The domains never taken for an imitation were changed",
    fields: { domains: "plain" },
  },
  // Block page (A 4.6).
  "blockpage.authority": {
    doc: "The local authority of the block page was replaced",
    fields: { fingerprint: "plain" },
  },
} as const satisfies Record<string, AuditActionRow>;
