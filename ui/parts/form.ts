/**
 * Forms that change something: each represents one API request and works without JavaScript
 * (api/http/forms.ts).
 */
import type { FormAction as Request } from "../../api/http/forms.ts";
import { type Child, html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";
import type { TextKey } from "../text/list.ts";

/**
 * The action of a form: the request, and the message afterwards. Without `back`, the same page is
 * shown again.
 */
export type PageAction = Omit<Request, "done"> & { readonly done?: TextKey };

/** The style of a button: main action, irreversible action, inline, or any other. */
export type ButtonStyle = "main" | "danger" | "quiet" | "plain";

/** Optional properties of a form. */
export interface FormOptions {
  readonly class?: string;
  readonly id?: string;
  /** Submitted on every change. */
  readonly auto?: boolean;
  /** Whether it has a file field (`content:file`). */
  readonly files?: boolean;
}

/** The action of a form or of one of its buttons, as the value of its field `act`. */
export function actionText(ui: Ui, act: PageAction): string {
  const { address } = ui.context;
  const elsewhere = act.back !== undefined && act.back !== address;
  return JSON.stringify({ back: address, ...elsewhere ? { here: address } : {}, ...act });
}

/** A form around fields and its button; field names include the type (`days:number`). */
export function form(ui: Ui, act: PageAction, fields: Child, options: FormOptions = {}): Markup {
  return html`
    <form
      method="post"
      action="/act"
      class=${options.class ?? "form"}
      id=${options.id}
      enctype=${options.files ? "multipart/form-data" : undefined}
      data-auto=${options.auto}
    >
      <input type="hidden" name="act" value=${actionText(ui, act)} />
      ${fields}
    </form>
  `;
}

/** What a button shows. */
export interface ButtonOptions {
  readonly style?: ButtonStyle;
  readonly icon?: IconName;
  /** Replaces the label for screen readers: `Allow example.org`. */
  readonly label?: string;
  /** Confirmation question for an irreversible action. */
  readonly confirm?: string;
  /** The `id` of its form, if the button is outside the form. */
  readonly form?: string;
  readonly id?: string;
  /** The `id` of the text that describes the button. */
  readonly describedBy?: string;
  /** Shows the icon only; the text is for screen readers. */
  readonly iconOnly?: boolean;
  /** The action, from actionText(), if it differs from the action of the form. */
  readonly act?: string;
}

/** A submit button. */
export function submit(text: string, options: ButtonOptions = {}): Markup {
  const {
    style = "plain",
    label,
    confirm,
    iconOnly = false,
    form,
    id,
    describedBy,
    act,
  } = options;
  return html`
    <button
      type="submit"
      form=${form}
      id=${id}
      name=${act && "act"}
      value=${act}
      class=${`button ${style}${iconOnly ? " icon-only" : ""}`}
      data-confirm=${confirm}
      aria-describedby=${describedBy}
      aria-label=${label ?? (iconOnly ? text : undefined)}
      title=${iconOnly ? text : undefined}
    >
      ${options.icon && icon(options.icon)}
      ${iconOnly ? null : html`<span>${text}</span>`}
    </button>
  `;
}

/** A single button that performs an action immediately. */
export function actionButton(
  ui: Ui,
  act: PageAction,
  text: string,
  options: ButtonOptions = {},
): Markup {
  return form(ui, act, submit(text, options), { class: "act" });
}

/** A link that looks like a button. */
export function linkButton(
  to: string,
  text: string,
  options: Pick<ButtonOptions, "style" | "icon"> = {},
): Markup {
  return html`
    <a class=${`button ${options.style ?? "plain"}`} href=${to}>
      ${options.icon && icon(options.icon)}
      <span>${text}</span>
    </a>
  `;
}
