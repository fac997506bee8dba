/** Forms that change something: each stands for one request of the API and works without JavaScript (api/http/forms.ts). */
import type { Act as Request } from "../../api/http/forms.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../shown.ts";
import type { TextKey } from "../text/list.ts";

/** What a form does: the request, and what is said once it is done. Without `back` the page itself is shown again. */
export type Act = Omit<Request, "done"> & { readonly done?: TextKey };

/** How a button looks: the main action of a page, one that cannot be undone, one among text, or any other. */
export type ButtonStyle = "main" | "danger" | "quiet" | "plain";

/** What a form may have beside its fields. */
export interface FormOptions {
  readonly class?: string;
  readonly id?: string;
  /** Sent as soon as something in it is changed. */
  readonly auto?: boolean;
  /** Whether it has a field for a file (`content:file`). */
  readonly files?: boolean;
}

/** What a form, or one button of it, stands for, as its field `act` says it. */
export function actText(ui: Ui, act: Act): string {
  const { address } = ui.shown, elsewhere = act.back !== undefined && act.back !== address;
  return JSON.stringify({ back: address, ...elsewhere ? { here: address } : {}, ...act });
}

/** A form around fields and its button; names of fields say how they are read (`days:number`). */
export function form(ui: Ui, act: Act, fields: Child, options: FormOptions = {}): Markup {
  return html`
    <form method="post" action="/act" class=${options.class ?? "form"} id=${options.id}
      enctype=${options.files ? "multipart/form-data" : undefined} data-auto=${options.auto}>
        <input type="hidden" name="act" value=${actText(ui, act)} />${fields}
      </form>
  `;
}

/** What a button shows. */
export interface ButtonOptions {
  readonly style?: ButtonStyle;
  readonly icon?: IconName;
  /** Said in the place of the label by screen readers: `Allow example.org`. */
  readonly label?: string;
  /** Asked before it is done, for what cannot be undone. */
  readonly confirm?: string;
  /** The `id` of the form that it sends, where it stands outside of it. */
  readonly form?: string;
  readonly id?: string;
  /** The `id` of a text that says what the button is about. */
  readonly describedBy?: string;
  /** Shows the icon alone; the text is said by screen readers. */
  readonly iconOnly?: boolean;
  /** What it does, made by actText(), where that is not what its form does. */
  readonly act?: string;
}

/** A submit button. */
export function submit(text: string, options: ButtonOptions = {}): Markup {
  const { style = "plain", label, confirm, iconOnly = false, form, id, describedBy, act } = options;
  return html`
    <button type="submit" form=${form} id=${id} name=${act && "act"} value=${act}
      class=${`button ${style}${iconOnly ? " icon-only" : ""}`}
      data-confirm=${confirm}
      aria-describedby=${describedBy}
      aria-label=${label ?? (iconOnly ? text : undefined)} title=${iconOnly ? text : undefined}
    >${options.icon && icon(options.icon)}${iconOnly ? null : html`<span>${text}</span>`}</button>
  `;
}

/** One button that does something at once. */
export function actButton(ui: Ui, act: Act, text: string, options: ButtonOptions = {}): Markup {
  return form(ui, act, submit(text, options), { class: "act" });
}

/** A link that looks like a button. */
export function linkButton(
  to: string,
  text: string,
  options: Pick<ButtonOptions, "style" | "icon"> = {},
): Markup {
  return html`<a class=${`button ${options.style ?? "plain"}`} href=${to}>${
    options.icon && icon(options.icon)
  }<span
    >${text}</span></a>`;
}
