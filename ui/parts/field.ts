/**
 * Form fields: a label above, help below, and the submitted value kept when the form is refused.
 */
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";

/**
 * Properties of every field. `name` includes the field type: `days:number`, `email:text?`
 * (api/http/forms.ts).
 */
export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  /**
   * Id of the field; absent = derived from its name, which is then used in only one form of the
   * page.
   */
  readonly id?: string;
  /** A sentence under the field. */
  readonly help?: Child;
  readonly value?: string | number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Why the submitted value is refused. */
  readonly error?: string | undefined;
}

/** A field of one line. */
export interface InputOptions extends FieldOptions {
  readonly type?:
    | "text"
    | "password"
    | "email"
    | "number"
    | "search"
    | "url"
    | "date"
    | "time"
    | "datetime-local";
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly inputmode?: "numeric" | "decimal" | "url" | "email" | "search";
  readonly min?: number;
  readonly max?: number;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly pattern?: string;
  readonly list?: readonly string[];
  readonly autofocus?: boolean;
  /** Auto-capitalization on a phone; absent = none. */
  readonly autocapitalize?: "words" | "sentences";
  /** The message that a script shows when the value is missing. */
  readonly wanted?: string;
  /** Unit shown after a number: days, seconds. */
  readonly unit?: string;
}

/** The name of a field without its type. */
export function plainName(name: string): string {
  return name.replace(/[:?].*$/, "");
}

function idOf({ id, name }: Pick<FieldOptions, "id" | "name">): string {
  return id ?? `field-${plainName(name).replace(/\W/g, "-")}`;
}

function around(ui: Ui, options: FieldOptions, control: Markup): Markup {
  ui.noteLabel(plainName(options.name), options.label);
  const id = idOf(options);
  return html`
    <div class="field">
      <label for=${id}>${options.label}</label>
      ${control}
      ${below(options)}
    </div>
  `;
}

/** The text under a field: the error and the help. */
function below(options: FieldOptions): Child {
  const { error, help } = options;
  const id = idOf(options);
  return html`
    ${error !== undefined && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
    ${help !== undefined && html`<p class="help" id=${`${id}-help`}>${help}</p>`}
  `;
}

function describedBy(
  options: Pick<FieldOptions, "id" | "name" | "error" | "help">,
): string | undefined {
  const { error, help } = options;
  const id = idOf(options);
  return [error !== undefined && `${id}-error`, help !== undefined && `${id}-help`].filter(Boolean)
    .join(" ") ||
    undefined;
}

/** A field of one line. */
export function input(ui: Ui, options: InputOptions): Markup {
  const { autocapitalize = "none", unit, wanted, ...others } = options;
  const {
    name,
    type = "text",
    list,
    help: _,
    label: __,
    error,
    value,
    id: ___,
    ...rest
  } = others;
  const id = idOf(options);
  const shown = type === "password" ? undefined : ui.fieldValue(plainName(name), value);
  const described = [describedBy(options), unit && `${id}-unit`].filter(Boolean).join(" ") ||
    undefined;
  const field = html`
    <input
      ...${rest}
      id=${id}
      name=${name}
      type=${type}
      value=${shown}
      list=${list && `${id}-list`}
      aria-describedby=${described}
      aria-invalid=${error && "true"}
      data-wanted=${wanted}
      spellcheck="false"
      autocapitalize=${autocapitalize}
    />
  `;
  return around(
    ui,
    options,
    html`
      ${unit === undefined
        ? field
        : html`<div class="with-unit">${field}<span id=${`${id}-unit`}>${unit}</span></div>`}
      ${list &&
        html`
          <datalist id=${`${id}-list`}>
            ${list.map((value) => html`<option value=${value} />`)}
          </datalist>
        `}
    `,
  );
}

/** A field of many lines. */
export function textArea(ui: Ui, options: FieldOptions & { readonly rows?: number }): Markup {
  const {
    name,
    value,
    rows = 4,
    required,
    disabled,
  } = options;
  return around(
    ui,
    options,
    html`
      <textarea
        id=${idOf(options)}
        name=${name}
        rows=${rows}
        required=${required}
        disabled=${disabled}
        spellcheck="false"
        aria-describedby=${describedBy(options)}
        aria-invalid=${options.error && "true"}
      >
        ${ui.fieldValue(plainName(name), value)}
      </textarea>
    `,
  );
}

/** One of some values. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

/** A list to choose one value from. */
export function select(
  ui: Ui,
  options: FieldOptions & { readonly options: readonly Option[] },
): Markup {
  const { name, value, required, disabled } = options;
  const chosen = ui.fieldValue(plainName(name), value);
  return around(
    ui,
    options,
    html`
      <select
        id=${idOf(options)}
        name=${name}
        required=${required}
        disabled=${disabled}
        aria-describedby=${describedBy(options)}
      >
        ${options.options.map((row) =>
          html`<option value=${row.value} selected=${row.value === chosen}>${row.text}</option>`
        )}
      </select>
    `,
  );
}

/** On or off. Sends `true` or `false`. */
export function toggle(
  ui: Ui,
  options: Omit<FieldOptions, "value"> & { readonly on: boolean },
): Markup {
  const { name, label, on, disabled } = options;
  ui.noteLabel(plainName(name), label);
  const id = idOf(options);
  const checked = ui.fieldValue(plainName(name), String(on)) === "true";
  return html`
    <div class="field toggle">
      <input type="hidden" name=${name} value="false" disabled=${disabled} />
      <input
        type="checkbox"
        id=${id}
        name=${name}
        value="true"
        checked=${checked}
        disabled=${disabled}
        aria-describedby=${describedBy({
          ...options,
          name,
        })}
      />
      <div>
        <label for=${id}>${label}</label>
        ${below(options)}
      </div>
    </div>
  `;
}

/** A few options side by side, one selected: a segmented control made of radio buttons. */
export function segmented(
  ui: Ui,
  options: FieldOptions & { readonly options: readonly Option[] },
): Markup {
  const { name, label, value, disabled } = options;
  ui.noteLabel(plainName(name), label);
  const chosen = ui.fieldValue(plainName(name), value);
  const id = idOf(options);
  return html`
    <div
      class="field"
      role="radiogroup"
      aria-labelledby=${`${id}-label`}
      aria-describedby=${describedBy(options)}
    >
      <span class="label" id=${`${id}-label`}>${label}</span>
      <div class="segmented">
        ${options
          .options.map((row) =>
            html`
              <label>
                <input
                  type="radio"
                  name=${name}
                  value=${row.value}
                  disabled=${disabled}
                  checked=${row.value === chosen}
                />
                <span>${row.text}</span>
              </label>
            `
          )}
      </div>
      ${below(options)}
    </div>
  `;
}
