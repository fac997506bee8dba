/**
 * The English sentences with which the box refuses a request. Pages translate them by their words
 * (`ui/text/refusals/`); a test finds each of them in the source by its tag.
 */
declare const tagged: unique symbol;

/** A sentence of a refusal, made by `sentence` or `programSentence` alone. */
export type Sentence = string & { readonly [tagged]: true };

/** A sentence that a page may show, so it has a translation. */
export function sentence(
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): Sentence {
  const text = parts.reduce((before, part, at) => `${before}${values[at - 1]}${part}`);
  return text as Sentence;
}

/** A sentence for programs in English: no control of a page leads to it. */
export const programSentence: typeof sentence = sentence;

/** The pattern of a sentence in which `{name}` stands for any text; each name is a group. */
export function sentencePattern(template: string): RegExp {
  const known = new Set<string>();
  const parts = template.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part);
    if (known.has(part)) return `\\k<${part}>`;
    known.add(part);
    return `(?<${part}>.*?)`;
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}
