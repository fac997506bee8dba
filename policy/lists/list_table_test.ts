/** Shows the content of lists as short lines, for the tests of the parsers. */
import assert from "node:assert/strict";
import { nameToText } from "../model/name.ts";
import type { ListFormat, Rule, RuleSink, Trigger } from "../model/rule.ts";
import { ListParser } from "./parser.ts";

/** The parsed content of a list. */
export interface ReadList {
  readonly lines: string[];
  readonly rules: Rule[];
  readonly parser: ListParser;
}

/**
 * Parses a list. Names are shown as `[allow ][important ]covers name`, other outcomes as their word
 * with details.
 */
export function read(
  text: string | Uint8Array,
  format: ListFormat = "auto",
  piece = 1 << 20,
): ReadList {
  const lines: string[] = [];
  const rules: Rule[] = [];
  const plain = (name: string, covers: string, allow: boolean, important: boolean) =>
    `${allow ? "allow " : ""}${important ? "important " : ""}${covers} ${name.toLowerCase()}`;
  const sink: RuleSink = {
    name: (bytes, start, end, covers, allow, important) =>
      void lines.push(
        plain(new TextDecoder().decode(bytes.slice(start, end)), covers, allow, important),
      ),
    rule(rule) {
      rules.push(rule);
      lines.push(`rule ${ruleText(rule)}`);
    },
    badfilter: (rule) =>
      void lines.push(
        `badfilter ${
          "text" in rule ? rule.text : plain(rule.name, rule.covers, rule.allow, rule.important)
        }`,
      ),
    ignored: (why) => void lines.push(why),
    refused: (why) => void lines.push(why),
  };
  const parser = new ListParser(format, sink);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece));
  parser.end();
  return { lines, rules, parser };
}

function ruleText({ trigger, effect, important, conditions }: Rule): string {
  const what = effect.do === "block" && effect.answer !== undefined
    ? `block ${effect.answer}`
    : effect.do;
  const to = "to" in effect && effect.to !== undefined
    ? ` ${effect.to.rcode}${effect.to.cname ? ` ${nameToText(effect.to.cname)}` : ""}${
      effect.to.records.map((record) => ` ${record.type}:${record.rdata.toHex()}`).join("")
    }`
    : "";
  return `${triggerText(trigger)} -> ${what}${to}${important ? " important" : ""}${
    conditions ? ` ${JSON.stringify(conditions)}` : ""
  }`;
}

function triggerText(trigger: Trigger): string {
  if (trigger.on === "name") return `${trigger.covers} ${trigger.name}`;
  if (trigger.on !== "pattern") return `${trigger.on} ${trigger.prefix}`;
  const { regex, invert, literal } = trigger;
  return `${invert ? "not " : ""}/${regex}/${literal === undefined ? "" : ` has ${literal}`}`;
}

/** Each row has a line and its expected outcome. */
export function table(format: ListFormat, rows: readonly (readonly [string, ...string[]])[]): void {
  for (const [line, ...expected] of rows) {
    const { lines, parser } = read(line + "\n", format);
    assert.deepEqual(lines, expected, `${format}: ${line}`);
    assert.equal(parser.used + parser.ignored + parser.refused, parser.lines, line);
  }
}
