/** Control characters in restored texts: no name of a box has them, a hostile file may. */

// Line ends and tabs are part of notes and lists of lines.
// deno-lint-ignore no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** The text with U+FFFD for each control and direction character. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, "\ufffd");
}
