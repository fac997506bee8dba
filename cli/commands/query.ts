/** `box query`. */
import { blockReason } from "../block_reason.ts";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import type { Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { resolveClient } from "../scope.ts";
import {
  type Cell,
  clean,
  cleanLines,
  microsecondsText,
  printJson,
  printTable,
} from "../terminal.ts";

/** Queries the box for a name as a device would, and explains the response. */
export const queryCommand: Command = {
  name: "query",
  summary: "Sends the box a query, as a device would",
  usage: ["NAME [TYPE] [--as WHO] [--explain]"],
  arguments: { NAME: "The name to resolve", TYPE: "Record type, A if not given" },
  options: {
    type: { value: "TYPE", short: "t", summary: "Record type" },
    class: { value: "CLASS", summary: "Class, IN if not given" },
    as: {
      value: "WHO",
      summary:
        "Who asks: an address, device:NUMBER, person:NUMBER, group:NUMBER, a name, children or all",
    },
    explain: { short: "e", summary: "Show what each protection says, in order" },
  },
  examples: [
    "box query example.com",
    "box query ads.example AAAA --explain",
    "box query example.com --as 192.168.1.20",
    "box query example.com --as person:2 --explain",
  ],
  most: 2,
  async run({ service, terminal, json, positionals, values, switches }) {
    const name = positionals[0];
    const type = positionals[1] ?? values.type;
    if (name === undefined) throw usageError("Name what to ask: box query NAME");
    if (positionals.length === 2 && values.type !== undefined) {
      throw usageError("Give the type once");
    }
    const explain = switches.has("explain");
    const as = values.as && await resolveClient(service, values.as);
    const given = Object.entries({ name, type, class: values.class, as, explain });
    const body = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const answer = await service.call<QueryAnswer>("POST", "/api/v1/query", { body });
    if (json) {
      printJson(terminal, answer);
      return EXIT.ok;
    }
    if (explain) {
      const rows = answer.steps.map(({ protection, verdict, text }): Cell[] => [
        protection,
        verdict === "settle" ? { text: "decides", color: "yellow" } : verdict,
        text,
      ]);
      printTable(terminal, ["Protection", "Verdict", "Why"], rows);
      terminal.out("\n");
    }
    terminal.out(`${cleanLines(answer.text).trimEnd()}\n\n`);
    const from = answer.upstream === "" ? "" : `, from ${answer.upstream}`;
    const why = blockReason(answer);
    terminal.out(
      `;; ${clean(`${answer.status}${why}${from}`)}, ${
        microsecondsText(answer.duration)
      }, ${answer.size} bytes\n`,
    );
    return EXIT.ok;
  },
};
