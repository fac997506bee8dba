/** A person's avatar: initials on a colour that is the same on every page. */
import { html, type Markup } from "../html.ts";

const COLOURS = 8;

/** A round avatar. The name is next to it, so screen readers skip the avatar. */
export function avatar(name: string): Markup {
  return html`
    <span class=${`face colour-${colourOf(name)}`} aria-hidden="true">${initials(name)}</span>
  `;
}

/** At most two letters: of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).map((word) => firstLetter(word)).filter((letter) =>
    letter !== ""
  );
  return (words.length > 1 ? `${words[0]}${words.at(-1)}` : words[0] ?? "?").toLocaleUpperCase();
}

/** The first visible letter or digit, with its accents. */
function firstLetter(word: string): string {
  const found = /[\p{L}\p{N}]\p{M}{0,3}/u.exec(word.slice(0, 100));
  return found === null ? "" : found[0];
}

/** The same text always has the same colour (FNV-1a). */
export function colourOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash % COLOURS + 1;
}
