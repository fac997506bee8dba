/**
 * A changelog in Markdown as markup: headings, lists, paragraphs and inline code. Everything is
 * text: links lose their address, and tags are shown as they are.
 */
import { type Child, html, type Markup } from "../html.ts";

/** Maximum number of lines shown. */
const MOST_LINES = 400;

type Block =
  | { readonly kind: "heading" | "text"; text: string }
  | { readonly kind: "list"; readonly items: string[] };

/** The markup of a changelog, which is English. */
export function changelog(text: string): Markup {
  return html`
    <div class="changelog" lang="en">${blocksOf(text).map(blockMarkup)}</div>
  `;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/).slice(0, MOST_LINES)) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    const item = /^\s*[-*+]\s+(.*)$/.exec(line)?.[1];
    const last = blocks.at(-1);
    if (line.trim() === "") isOpen = false;
    else if (heading !== undefined) {
      blocks.push({ kind: "heading", text: heading });
      isOpen = false;
    } else if (item !== undefined) {
      if (last?.kind === "list") last.items.push(item);
      else blocks.push({ kind: "list", items: [item] });
      isOpen = true;
    } else if (isOpen && last?.kind === "list") {
      last.items[last.items.length - 1] += ` ${line.trim()}`;
    } else if (isOpen && last?.kind === "text") last.text += ` ${line.trim()}`;
    else {
      blocks.push({ kind: "text", text: line.trim() });
      isOpen = true;
    }
  }
  return blocks;
}

function blockMarkup(block: Block): Markup {
  if (block.kind === "list") {
    return html`<ul>${block.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  }
  return block.kind === "heading"
    ? html`<h4>${inline(block.text)}</h4>`
    : html`<p>${inline(block.text)}</p>`;
}

/** Text with inline code; emphasis and addresses of links are left out. */
function inline(text: string): Child[] {
  const plain = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*|__/g, "");
  return plain.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 0 ? part : html`<code>${part}</code>`
  );
}
