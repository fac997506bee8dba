/** Answers of a fake upstream, written as in scenarios. */
import type { FakeQuery, FakeScript } from "./fake_upstream.ts";
import { questionEnd, respond } from "./fake_upstream.ts";
import { typeNumber } from "./message_text.ts";
import { parseScenario } from "./scenario_format.ts";
import { scriptedResponse } from "./scripted_upstreams.ts";

/**
 * A script from lines `upstream NAME TYPE -> ANSWER` (tests/scenarios/README.md). Other questions
 * get an answer without records.
 */
export function scriptFromText(text: string): FakeScript {
  const answers = parseScenario(`# upstream\n${text}`).steps.flatMap((step) =>
    step.do === "upstream" ? [step] : []
  );
  return (query) => {
    const found = answers.find(({ name, type }) =>
      name === query.name && typeNumber(type) === query.type
    );
    return [found === undefined ? respond(query, {}) : answerTo(query, found.answer)];
  };
}

function answerTo(
  query: FakeQuery,
  answer: Parameters<typeof scriptedResponse>[1],
): Uint8Array {
  const end = questionEnd(query.wire);
  const name = query.wire.slice(12, end - 4);
  const bits = { dnssecOk: false, checkingDisabled: false };
  const question = { name, nameLength: name.length, type: query.type, class: 1, ...bits };
  return scriptedResponse(question, answer, query.id);
}
