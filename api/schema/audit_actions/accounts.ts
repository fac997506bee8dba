/** Actions on accounts, sessions, second factors and tokens (A 5). */
import type { AuditActionRow } from "./action.ts";

/** The actions of the area accounts. No field contains passwords, codes, cookies or secrets. */
export const ACCOUNT_ACTIONS = {
  "account.add": {
    doc: "An account was added",
    fields: { account: "plain", kind: "plain", role: "plain", email: "masked" },
  },
  "account.change": {
    doc: "An account was changed",
    fields: { account: "plain", changed: "plain", role: "plain", email: "masked" },
  },
  "account.invite": {
    doc: "A person was invited to choose the password of an account",
    fields: {
      account: "plain",
      person: "plain",
      role: "plain",
      again: "plain",
      expires: "plain",
      email: "masked",
    },
  },
  "account.accept": {
    doc: "A person accepted an invitation and chose a password",
    fields: { account: "plain" },
  },
  "account.withdraw": {
    doc: "The invitation of an account was withdrawn",
    fields: { account: "plain" },
  },
  "account.remove": { doc: "An account was removed", fields: { account: "plain" } },
  "account.password": {
    doc: "The password of an account was changed",
    fields: { account: "plain" },
  },
  "account.reset": {
    doc: "An account was given a new password",
    fields: { account: "plain", factors: "plain", tokens: "plain" },
  },
  "session.begin": {
    doc: "An account signed in",
    fields: { account: "plain", factor: "plain", remembered: "plain" },
  },
  "session.failed": {
    doc: "A sign-in was refused",
    fields: { account: "plain", why: "plain", skipped: "plain" },
  },
  "session.end": { doc: "Sessions were ended", fields: { account: "plain", sessions: "plain" } },
  "factor.add": {
    doc: "A second factor was added",
    fields: { account: "plain", kind: "plain", name: "plain" },
  },
  "factor.change": {
    doc: "A second factor was renamed",
    fields: { account: "plain", kind: "plain", name: "plain" },
  },
  "factor.remove": {
    doc: "A second factor was removed",
    fields: { account: "plain", kind: "plain", name: "plain" },
  },
  "factor.codes": {
    doc: "New recovery codes were made",
    fields: { account: "plain", codes: "plain" },
  },
  "factor.code.used": {
    doc: "A recovery code was used",
    fields: { account: "plain", left: "plain" },
  },
  "token.add": {
    doc: "An API token was made",
    fields: { account: "plain", token: "plain", rights: "plain", expires: "plain" },
  },
  "token.remove": { doc: "An API token was revoked", fields: { account: "plain", token: "plain" } },
} as const satisfies Record<string, AuditActionRow>;
