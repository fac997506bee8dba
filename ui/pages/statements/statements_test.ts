/** What pages claim: the sentence and the badges of each page in every state that it can be in are true. */
import assert from "node:assert/strict";
import { RIGHTS } from "../../../api/http/rights.ts";
import { LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { PAGES } from "../../list.ts";
import { ACCOUNTS_STATES } from "./accounts_states.ts";
import { BACKUP_STATES } from "./backups_states.ts";
import { BOX_STATES } from "./box_states.ts";
import { DNS_SERVICES_STATES } from "./dns_services_states.ts";
import { ENTRY_STATES } from "./entry_states.ts";
import { HOME_STATES } from "./home_states.ts";
import { HOURS_STATES } from "./hours_states.ts";
import { INSIGHT_STATES } from "./insight_states.ts";
import { LISTS_STATES } from "./lists_states.ts";
import { NETWORK_STATES } from "./network_states.ts";
import { PEOPLE_STATES } from "./people_states.ts";
import { PRIVACY_STATES } from "./privacy_states.ts";
import { PROTECTION_STATES } from "./protection_states.ts";
import { RESTRICT_STATES } from "./restricted_states.ts";
import { type PageStates, said } from "./state.ts";
import { THREATS_STATES } from "./threats_states.ts";
import { TIME_STATES } from "./time_states.ts";

const STATES: PageStates = {
  ...HOME_STATES,
  ...PRIVACY_STATES,
  ...PROTECTION_STATES,
  ...THREATS_STATES,
  ...RESTRICT_STATES,
  ...LISTS_STATES,
  ...HOURS_STATES,
  ...TIME_STATES,
  ...PEOPLE_STATES,
  ...NETWORK_STATES,
  ...DNS_SERVICES_STATES,
  ...INSIGHT_STATES,
  ...BOX_STATES,
  ...BACKUP_STATES,
  ...ACCOUNTS_STATES,
  ...ENTRY_STATES,
};

/** Pages without a state, with the reason. */
const STILL: Readonly<Record<string, string>> = {
  "/{name}": "It shows nothing of its own: the server answers that nothing is there.",
};

Deno.test("every page has its states, or a reason to have none", () => {
  const paths = PAGES.map(({ path }) => path);
  const known = [...Object.keys(STATES), ...Object.keys(STILL)];
  assert.deepEqual(paths.filter((path) => !known.includes(path)), []);
  assert.deepEqual(known.filter((path) => !paths.includes(path)), []);
});

const pageAt = (path: string) => PAGES.find((page) => page.path === path)!;

for (const [path, states] of Object.entries(STATES)) {
  for (const [name, state] of Object.entries(states)) {
    Deno.test(`${path} tells the truth: ${name}`, async () => {
      const { lead, body } = await said(pageAt(path), state, RIGHTS);
      const { says, never } = state;
      if (state.lead !== undefined) assert.match(lead, state.lead);
      if (says !== undefined) assert.match(body, says);
      if (never !== undefined) assert.doesNotMatch(`${lead} ${body}`, never);
    });
  }
}

Deno.test("the sentence of every page is whole in every language and state", async () => {
  for (const [path, states] of Object.entries(STATES)) {
    for (const [name, state] of Object.entries(states)) {
      for (const language of LANGUAGES) {
        const { lead } = await said(pageAt(path), state, RIGHTS, language);
        assert.doesNotMatch(lead, /undefined|NaN|\{\w+\}|\[object/, `${path} ${name} ${language}`);
        assert.ok(lead.length > 3, `${path} ${name} ${language}: ${lead}`);
      }
    }
  }
});
