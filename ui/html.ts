/** The one way to write markup: htm bound to Preact. What stands in a template is text, and escaped when it is rendered. */
import htm from "htm";
import { type ComponentChildren, h, type VNode } from "preact";

/** What may stand inside an element. */
export type Child = ComponentChildren;
/** A piece of markup. */
export type Markup = VNode;
/** A template with what is put into it. */
export type Template = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Markup;

// The types of htm are those of a module that has another default than the one that is loaded.
const { bind } = htm as unknown as { bind: (this: unknown, create: typeof h) => Template };

/** Markup from a template: html`<p class="note">${text}</p>`. */
export const html: Template = bind.call(htm, h);
