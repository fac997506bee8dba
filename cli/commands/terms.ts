/** `box terms`. */
import type { TermsResponse, TermsTextResponse } from "../../api/features/box/terms/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { ageText, clean, printJson, printTable, type Terminal } from "../terminal.ts";

/** Shows the terms of use and accepts them. */
export const termsCommand: Command = {
  name: "terms",
  summary: "Shows the terms of use and accepts them",
  usage: ["[show] [--lang LANGUAGE]", "accept VERSION"],
  actions: {
    show: "The terms in force, and who accepted which version when",
    accept: "Accept the version in force",
  },
  arguments: { VERSION: "The version in force, as `box terms` shows it" },
  options: {
    lang: {
      value: "LANGUAGE",
      summary: "Language of the text",
      words: ["en", "fr", "es", "de", "nl", "it", "pt"],
    },
  },
  examples: ["box terms", "box terms show --lang fr", "box terms accept 2026-10-13"],
  most: 2,
  async run({ service, terminal, json, values, positionals: [action = "show", version] }) {
    if (action === "accept") {
      if (version === undefined) {
        throw usageError("Name the version that you accept: box terms accept VERSION");
      }
      const terms = await service.call<TermsResponse>("POST", "/api/v1/terms", {
        body: { accept: true, version },
      });
      if (json) printJson(terminal, terms);
      else terminal.out(`The terms of ${clean(terms.terms_version)} are accepted.\n`);
      return EXIT.ok;
    }
    if (action !== "show") {
      throw usageError(`Unknown action, allowed are show and accept: ${clean(action)}`);
    }
    const terms = await service.call<TermsResponse>("GET", "/api/v1/terms");
    const query = values.lang === undefined ? {} : { lang: values.lang };
    const text = await service.call<TermsTextResponse>("GET", "/api/v1/terms/text", { query });
    if (json) printJson(terminal, { ...terms, text });
    else print(terminal, terms, text);
    return EXIT.ok;
  },
};

function print(terminal: Terminal, terms: TermsResponse, text: TermsTextResponse): void {
  const paragraphs = [
    text.title,
    ...text.before,
    ...text.sends.map((sent) => `- ${sent}`),
    ...text.after,
  ];
  terminal.out(`${paragraphs.map(clean).join("\n")}\n\n`);
  const accepted = terms.terms_version === ""
    ? "none"
    : `${terms.terms_version}, ${
      ageText(terms.terms_accepted_at, terminal)
    }, by ${terms.terms_accepted_by}`;
  printTable(terminal, [], [["In force", terms.current], ["Accepted", accepted]]);
}
