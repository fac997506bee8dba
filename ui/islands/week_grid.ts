/// <reference lib="dom" />
/**
 * The week editor, painted with mouse, pen, finger (without scrolling the page), or arrow keys and
 * space bar. The text fields with the hours of each day are submitted. The grid writes to them and
 * draws what is typed in them.
 */
const DAYS = 7;
const SLOTS = 96;
const HOUR = 4;

interface Place {
  readonly day: number;
  readonly slot: number;
}

const clock = (slot: number): string =>
  `${String(slot >> 2).padStart(2, "0")}:${String(slot % 4 * 15).padStart(2, "0")}`;

/** The hours of a day, as its field contains them. */
function textOf(slots: string): string {
  return [...slots.matchAll(/1+/g)].map(({ 0: run, index }) =>
    `${clock(index)}-${clock(index + run.length)}`
  ).join(
    ", ",
  );
}

/** The slots of the typed hours; undefined = the text is not valid. */
function slotsOf(text: string): string | undefined {
  const slots = new Array<string>(SLOTS).fill("0");
  for (const stretch of text.split(/[,;]/).map((part) => part.trim()).filter(Boolean)) {
    const ends = /^(\d{1,2})(?:[:.h](\d\d)?)?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d\d)?)?$/.exec(stretch);
    const at = (hours: string, minutes = "0") => Number(hours) * 4 + Number(minutes) / 15;
    const from = ends ? at(ends[1], ends[2]) : NaN;
    const to = ends ? at(ends[3], ends[4]) || SLOTS : NaN;
    if (!Number.isInteger(from) || !Number.isInteger(to) || from >= to || to > SLOTS) {
      return undefined;
    }
    slots.fill("1", from, to);
  }
  return slots.join("");
}

class Week {
  readonly #root: HTMLElement;
  readonly #strips: HTMLElement[];
  readonly #cells: HTMLElement[][];
  readonly #fields: HTMLInputElement[];
  readonly #names: string[];
  readonly #before: string[] = [];
  readonly #saved: string;
  #days: string[];
  /** The cell that keys move, and the other end of the selection. */
  #at: Place = { day: 0, slot: 32 };
  #anchor: Place | undefined;
  /** The cells that a pointer paints, and the value painted. */
  #stroke:
    | { readonly from: Place; readonly value: string; readonly over: string[]; moved: boolean }
    | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#strips = [...root.querySelectorAll<HTMLElement>(".week-strip")];
    this.#cells = this.#strips.map((strip) => [...strip.children] as HTMLElement[]);
    this.#fields = [...root.querySelectorAll<HTMLInputElement>(".week-fields input")];
    this.#names = [...root.querySelectorAll(".week-name .long")].map((name) => name.textContent!);
    this.#days = this.#fields.map(({ value }) => slotsOf(value) ?? "0".repeat(SLOTS));
    this.#saved = this.#fields.map(({ defaultValue }) => slotsOf(defaultValue) ?? "").join();
    this.#label();
    this.#draw();
    const days = root.querySelector<HTMLElement>(".week-days")!;
    days.addEventListener("pointerdown", (event) => this.#press(event));
    days.addEventListener("pointermove", (event) => this.#drag(event));
    days.addEventListener("pointerup", (event) => this.#lift(event));
    days.addEventListener("pointercancel", (event) => this.#lift(event));
    days.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("click", (event) => this.#tool(event));
    // Unfolds an invalid field: a browser reports nothing about a folded one.
    root.addEventListener("invalid", (event) => {
      (event.target as Element).closest("details")!.open = true;
    }, true);
    root.addEventListener("input", (event) => this.#written(event.target as HTMLInputElement));
  }

  /** Rows and cells as exposed to screen readers. */
  #label(): void {
    const days = this.#root.querySelector(".week-days")!;
    days.setAttribute("role", "grid");
    days.setAttribute("aria-multiselectable", "true");
    days.querySelectorAll(".week-day").forEach((row, day) => {
      row.setAttribute("role", "row");
      row.querySelector(".week-name")!.setAttribute("role", "rowheader");
      row.querySelector(".week-hours")!.setAttribute("aria-hidden", "true");
      this.#strips[day].setAttribute("role", "none");
      this.#cells[day].forEach((cell) => cell.setAttribute("role", "gridcell"));
    });
    this.#root.classList.add("is-live");
  }

  /** Draws the current values; only changed cells are updated. */
  #draw(): void {
    const { on, off } = this.#root.dataset;
    for (let day = 0; day < DAYS; day++) {
      for (let slot = 0; slot < SLOTS; slot++) {
        const cell = this.#cells[day][slot];
        const isOn = this.#days[day][slot] === "1";
        if (cell.hasAttribute("aria-selected") && (cell.className === "on") === isOn) continue;
        cell.className = isOn ? "on" : "";
        cell.setAttribute("aria-selected", String(isOn));
        cell.setAttribute("aria-label", `${this.#names[day]} ${clock(slot)}, ${isOn ? on : off}`);
      }
      this.#root.querySelectorAll(".week-hours")[day].textContent =
        textOf(this.#days[day]).replaceAll("-", "–") || "–";
    }
    this.#choose();
    this.#root.querySelector<HTMLButtonElement>('[data-week="undo"]')!.disabled =
      this.#before.length === 0;
    const unsaved = this.#root.closest("form")?.querySelector<HTMLElement>("[data-unsaved]");
    if (unsaved) unsaved.hidden = this.#days.join() === this.#saved;
  }

  /** The cell that the Tab key reaches, and the selected cells. */
  #choose(): void {
    this.#root.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    this.#cells[this.#at.day][this.#at.slot].tabIndex = 0;
    this.#root.querySelectorAll(".chosen").forEach((cell) => cell.classList.remove("chosen"));
    if (this.#anchor === undefined) return;
    this.#between(
      this.#anchor,
      this.#at,
      (day, slot) => this.#cells[day][slot].classList.add("chosen"),
    );
  }

  #between(a: Place, b: Place, each: (day: number, slot: number) => void): void {
    for (let day = Math.min(a.day, b.day); day <= Math.max(a.day, b.day); day++) {
      for (let slot = Math.min(a.slot, b.slot); slot <= Math.max(a.slot, b.slot); slot++) {
        each(day, slot);
      }
    }
  }

  /** The days after painting a range. */
  #painted(over: readonly string[], a: Place, b: Place, value: string): string[] {
    const days = over.map((slots) => [...slots]);
    this.#between(a, b, (day, slot) => days[day][slot] = value);
    return days.map((slots) => slots.join(""));
  }

  /** Replaces the days: writes them to the fields and adds an undo step. */
  #set(days: string[], before = this.#days): void {
    if (days.join() === before.join()) return this.#draw();
    this.#before.push(before.join());
    this.#take(days);
  }

  #take(days: string[]): void {
    this.#days = days;
    this.#fields.forEach((field, day) => {
      field.value = textOf(days[day]);
      field.setCustomValidity("");
    });
    this.#draw();
  }

  #tell({ day: a, slot: from }: Place, { day: b, slot: to }: Place, value: string): void {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    const { on, off } = this.#root.dataset;
    const days = first === last
      ? this.#names[first]
      : `${this.#names[first]} – ${this.#names[last]}`;
    const hours = `${clock(Math.min(from, to))}–${clock(Math.max(from, to) + 1)}`;
    this.#root.querySelector(".week-status")!.textContent = `${days} ${hours}: ${
      value === "1" ? on : off
    }`;
  }

  /** Whether days are columns, as in a narrow window. */
  get #isUpright(): boolean {
    return getComputedStyle(this.#strips[0]).flexDirection === "column";
  }

  /** The quarter hour at a point of the window, or the nearest one. */
  #placeOf({ clientX: x, clientY: y }: PointerEvent): Place {
    const upright = this.#isUpright;
    const boxes = this.#strips.map((strip) => strip.getBoundingClientRect());
    const along = upright ? y : x;
    const across = upright ? x : y;
    const far = (box: DOMRect) =>
      Math.abs(across - (upright ? box.left + box.width / 2 : box.top + box.height / 2));
    const day = boxes.reduce((best, box, at) => far(box) < far(boxes[best]) ? at : best, 0);
    const box = boxes[day];
    const share = upright ? (along - box.top) / box.height : (along - box.left) / box.width;
    return { day, slot: Math.max(0, Math.min(SLOTS - 1, Math.floor(share * SLOTS))) };
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target as Element).closest(".week-strip")) return;
    event.preventDefault();
    this.#root.classList.add("by-pointer");
    const from = this.#placeOf(event);
    const value = this.#days[from.day][from.slot] === "1" ? "0" : "1";
    this.#stroke = { from, value, over: this.#days, moved: false };
    this.#anchor = undefined;
    this.#at = from;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#choose();
    this.#cells[from.day][from.slot].focus({ preventScroll: true });
    this.#paint(from);
  }

  #drag(event: PointerEvent): void {
    if (this.#stroke === undefined) return;
    const to = this.#placeOf(event);
    const { from } = this.#stroke;
    this.#stroke.moved ||= to.day !== from.day || to.slot !== from.slot;
    this.#paint(to);
  }

  #paint(to: Place): void {
    const { from, value, over } = this.#stroke!;
    this.#days = this.#painted(over, from, to, value);
    this.#draw();
    this.#tell(from, to, value);
  }

  /** A finger is wider than a quarter hour: a tap changes the whole hour. */
  #lift(event: PointerEvent): void {
    const stroke = this.#stroke;
    if (stroke === undefined) return;
    this.#stroke = undefined;
    // The browser used the touch for scrolling.
    if (event.type === "pointercancel") this.#days = stroke.over;
    else if (event.pointerType === "touch" && !stroke.moved) {
      const { day, slot } = stroke.from;
      const from = { day, slot: slot - slot % HOUR };
      const to = { day, slot: from.slot + HOUR - 1 };
      this.#days = this.#painted(stroke.over, from, to, stroke.value);
      this.#tell(from, to, stroke.value);
    }
    this.#set(this.#days, stroke.over);
  }

  #key(event: KeyboardEvent): void {
    if (!(event.target as Element).matches("[role=gridcell]") || event.altKey || event.metaKey) {
      return;
    }
    this.#root.classList.remove("by-pointer");
    if (event.key === " " || event.key === "Enter") this.#toggle();
    else if (event.key === "Escape" && this.#anchor !== undefined) {
      this.#anchor = undefined;
      this.#choose();
    } else if (event.key.toLowerCase() === "z" && event.ctrlKey) this.#undo();
    else if (!this.#move(event)) return;
    event.preventDefault();
  }

  /**
   * Arrow keys move by quarter hours and days (along the axes of the grid), with Ctrl by hours.
   * With Shift they select.
   */
  #move({ key, ctrlKey, shiftKey }: KeyboardEvent): boolean {
    const { day, slot } = this.#at;
    const step = ctrlKey ? HOUR : 1;
    const [earlier, later, before, after] = this.#isUpright
      ? ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
      : ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const moves: Readonly<Record<string, Place>> = {
      [earlier]: { day, slot: slot - step },
      [later]: { day, slot: slot + step },
      [before]: { day: day - 1, slot },
      [after]: { day: day + 1, slot },
      Home: { day: ctrlKey ? 0 : day, slot: 0 },
      End: { day: ctrlKey ? DAYS - 1 : day, slot: SLOTS - 1 },
    };
    const to = moves[key];
    if (to === undefined) return false;
    this.#anchor = shiftKey ? this.#anchor ?? this.#at : undefined;
    this.#at = {
      day: Math.max(0, Math.min(DAYS - 1, to.day)),
      slot: Math.max(0, Math.min(SLOTS - 1, to.slot)),
    };
    this.#choose();
    this.#cells[this.#at.day][this.#at.slot].focus();
    return true;
  }

  /** Inverts the selection, based on the cell where it began. */
  #toggle(): void {
    const from = this.#anchor ?? this.#at;
    const value = this.#days[from.day][from.slot] === "1" ? "0" : "1";
    this.#tell(from, this.#at, value);
    this.#anchor = undefined;
    this.#set(this.#painted(this.#days, from, this.#at, value));
  }

  #undo(): void {
    const before = this.#before.pop();
    if (before !== undefined) this.#take(before.split(","));
  }

  #tool(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>("[data-week]");
    const does = button?.dataset.week;
    if (does === "undo") this.#undo();
    if (does === "clear") this.#set(this.#days.map(() => "0".repeat(SLOTS)));
    if (does === "proposed") {
      const grid = button!.dataset.grid!;
      this.#set(this.#days.map((_, day) => grid.slice(day * SLOTS, (day + 1) * SLOTS)));
    }
    if (does === "copy") {
      const from =
        this.#days[Number(this.#root.querySelector<HTMLSelectElement>("[data-copy-from]")!.value)];
      const to = [...this.#root.querySelectorAll<HTMLInputElement>("[data-copy-to]:checked")].map((
        { value },
      ) => +value);
      this.#set(this.#days.map((slots, day) => to.includes(day) ? from : slots));
    }
  }

  /** Typed hours are drawn as soon as they are valid. */
  #written(field: HTMLInputElement): void {
    const day = this.#fields.indexOf(field);
    const slots = slotsOf(field.value);
    if (day < 0) return;
    field.setCustomValidity(slots === undefined ? this.#root.dataset.wrong! : "");
    if (slots === undefined) return;
    this.#before.push(this.#days.join());
    this.#days = this.#days.map((old, at) => at === day ? slots : old);
    this.#draw();
  }
}

function begin(): void {
  for (const root of document.querySelectorAll<HTMLElement>(".week-grid:not(.is-live)")) {
    new Week(root);
  }
}

addEventListener("box:shown", begin);
begin();
