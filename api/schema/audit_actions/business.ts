/**
 * Actions on the relay, sites, the pair, data loss prevention, unblock requests, logo and directory
 * (B 6).
 */
import type { AuditActionRow } from "./action.ts";

/** The actions of document B. */
export const BUSINESS_ACTIONS = {
  // Relay (B 4.1).
  "roaming.settings": {
    doc: "The protection outside the home was changed",
    fields: { settings: "plain" },
  },
  "roaming.enroll": {
    doc: "A device was given an address for use outside the home",
    fields: { device: "plain" },
  },
  "roaming.revoke": {
    doc: "The address of a device for use outside the home was revoked",
    fields: { device: "plain" },
  },
  "roaming.fallback.reset": {
    doc: "The count of queries answered unfiltered was reset",
    fields: { count: "plain" },
  },
  // Sites (B 4.2).
  "sites.create": { doc: "An organisation was created", fields: { name: "plain" } },
  "sites.code": { doc: "A new code to join the organisation was made", fields: {} },
  "sites.join": {
    doc: "The box joined an organisation",
    fields: { organisation: "plain", name: "plain" },
  },
  "sites.remove": { doc: "A site was removed from the organisation", fields: { site: "plain" } },
  "sites.leave": { doc: "The box left its organisation", fields: { organisation: "plain" } },
  "sites.removed": {
    doc: "The box was removed from its organisation",
    fields: { organisation: "plain" },
  },
  // Pair (B 4.3).
  "ha.pairing": { doc: "A pairing code was made", fields: {} },
  "ha.pairing.cancel": { doc: "A pairing code was dropped", fields: { why: "plain" } },
  "ha.paired": { doc: "The box was paired", fields: { peer: "plain", role: "plain" } },
  "ha.settings": {
    doc: "The shared address of the pair was changed",
    fields: { settings: "plain" },
  },
  "ha.sync.failed": {
    doc: "The configuration of the primary could not be taken over",
    fields: { why: "plain" },
  },
  "ha.promoted": { doc: "The box became the primary of its pair", fields: { peer: "plain" } },
  "ha.demoted": { doc: "The box became the secondary of its pair", fields: { peer: "plain" } },
  "ha.unpaired": { doc: "The pair was ended", fields: { peer: "plain" } },
  // Data loss prevention and AI (B 4.4): two pages of one policy (B 7.4.7).
  "dlp.policy": {
    doc: "The policy of data loss prevention was changed",
    fields: { scope: "plain", target: "plain", actions: "plain", blocked: "plain" },
  },
  // Unblock requests (B 4.5).
  "unblock.request": {
    doc: "Unblocking of a name was requested",
    fields: { device: "plain", name: "plain", minutes: "plain" },
  },
  "unblock.approved": {
    doc: "A name was unblocked",
    fields: { device: "plain", name: "plain", minutes: "plain" },
  },
  "unblock.refused": {
    doc: "A name was not unblocked",
    fields: { device: "plain", name: "plain" },
  },
  "unblock.end": {
    doc: "The unblocking of a name expired",
    fields: { device: "plain", name: "plain" },
  },
  // Logo and directory (B 4.6, 4.7).
  "business.logo": { doc: "The logo was changed", fields: { set: "plain", type: "plain" } },
  "directory.settings": { doc: "The directory was changed", fields: { settings: "plain" } },
  "directory.sync": {
    doc: "People were imported from the directory",
    fields: { added: "plain", disabled: "plain", missing: "plain" },
  },
  "directory.missing.remove": {
    doc: "People no longer found in the directory were removed",
    fields: { people: "plain" },
  },
} as const satisfies Record<string, AuditActionRow>;
