/** The face of somebody: the initials of the name in a colour that is theirs on every page. */
import { html, type Markup } from "../html.ts";

const COLOURS = 8;

/** A round face; the name stands beside it, so that screen readers leave it out. */
export function face(name: string): Markup {
  return html`<span class=${`face colour-${colourOf(name)}`} aria-hidden="true">${
    initials(name)
  }</span>`;
}

/** Two letters at most: of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).map((word) => firstLetter(word)).filter((letter) =>
    letter !== ""
  );
  return (words.length > 1 ? `${words[0]}${words.at(-1)}` : words[0] ?? "?").toLocaleUpperCase();
}

/** The first letter or digit as people see it, with its accents. */
function firstLetter(word: string): string {
  const found = /[\p{L}\p{N}]\p{M}{0,3}/u.exec(word.slice(0, 100));
  return found === null ? "" : found[0];
}

/** The same text has the same colour everywhere (FNV-1a). */
export function colourOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash % COLOURS + 1;
}
