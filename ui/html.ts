/**
 * The only way to write markup: htm bound to Preact. Values in a template are text and are escaped
 * when rendered.
 */
import htm from "htm";
import { type ComponentChildren, h, type VNode } from "preact";

/** Values allowed inside an element. */
export type Child = ComponentChildren;
/** A piece of markup. */
export type Markup = VNode;
/** A template with its values. */
export type Template = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Markup;

// The types of htm describe a module whose default export differs from the one that is loaded.
const { bind } = htm as unknown as { bind: (this: unknown, create: typeof h) => Template };

/** Markup from a template: html`<p class="note">${text}</p>`. */
export const html: Template = bind.call(htm, h);
