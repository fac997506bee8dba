/** A copy of which no line is understood is no list: an error in JSON, a list of another format (DESIGN 9). */
import { ListParser } from "../../../../policy/lists/parser.ts";
import type { ListFormat, RuleSink } from "../../../../policy/model/rule.ts";
import type { Rewrite } from "./fetch.ts";
import { ListError } from "./target.ts";

const NOBODY: RuleSink = {
  name() {},
  hash() {},
  rule() {},
  badfilter() {},
  ignored() {},
  refused() {},
};

/**
 * Hands a list of this format on as it is, reading it until the first line that gives something. Rejects with ListError at its end
 * when lines are wrong and none gave anything; a list of comments alone is one.
 */
export function understood(format: ListFormat): Rewrite {
  return async function* (pieces) {
    const parser = new ListParser(format, NOBODY);
    for await (const piece of pieces) {
      if (parser.used === 0) parser.push(piece);
      yield piece;
    }
    if (parser.used > 0) return;
    parser.end();
    if (parser.used > 0 || parser.refused === 0) return;
    throw new ListError(
      "the box understands no line of the list; it may be written in another format, or an error message",
    );
  };
}
