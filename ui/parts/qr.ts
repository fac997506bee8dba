/**
 * QR codes as inline SVG: a single path, dark on light in every theme, because cameras require it.
 */
import { encode } from "uqr";
import { html, type Markup } from "../html.ts";
import { breakable } from "./copy.ts";

/** Width of the light border in modules; readers need four (ISO/IEC 18004). */
const BORDER = 4;

/** The QR code of a text; `alt` describes its content to screen readers. */
export function qrCode(text: string, alt: string): Markup {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  return html`
    <svg
      class="qr"
      role="img"
      aria-label=${alt}
      width="168"
      height="168"
      viewBox=${`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path fill="#000" d=${pathOf(data)} />
    </svg>
  `;
}

/** A QR code with a caption and its text. */
export function qrFigure(text: string, alt: string, caption: string): Markup {
  return html`
    <figure class="code-to-scan">
      ${qrCode(text, alt)}
      <figcaption>
        <span class="small">${caption}</span>
        <bdi class="small mono" translate="no">${breakable(text)}</bdi>
      </figcaption>
    </figure>
  `;
}

/** Adjacent dark modules of a row become one stroke. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`];
    })
  ).join("");
}
