/** The current work on lists, for people who wait for it. */

/** The current step of a list: queued, downloading, or compiling with the others; "" = none. */
export type ListStep = "" | "queued" | "downloading" | "compiling";

/** The work in progress. */
export class ListActivity {
  readonly #steps = new Map<number, { step: ListStep; bytes: number }>();
  #compiling = 0;

  /** Sets the step of a list, and the bytes received. */
  set(id: number, step: ListStep, bytes = 0): void {
    if (step === "") this.#steps.delete(id);
    else this.#steps.set(id, { step, bytes });
  }

  /** Marks lists as compiling until the work has ended. */
  async compiling(work: () => void | Promise<void>): Promise<void> {
    this.#compiling++;
    try {
      await work();
    } finally {
      this.#compiling--;
    }
  }

  /** Returns a short description of the work; "" = none. */
  text(): string {
    const steps = [...this.#steps.values()];
    const bytes = steps.reduce((sum, { bytes }) => sum + bytes, 0);
    const count = (step: ListStep) => steps.filter((each) => each.step === step).length;
    const parts = [
      [count("downloading"), `downloading (${Math.round(bytes / 1000)} kB so far)`],
      [count("queued"), "waiting for their turn"],
    ] as const;
    const texts = parts.filter(([lists]) => lists > 0).map(([lists, what]) => `${lists} ${what}`);
    return [...texts, ...(this.#compiling > 0 ? ["compiling"] : [])].join(", ");
  }

  /** Returns the step of a list that is on or off. */
  of(id: number, enabled: boolean): { readonly step: ListStep; readonly bytes: number } {
    return this.#steps.get(id) ??
      { step: enabled && this.#compiling > 0 ? "compiling" : "", bytes: 0 };
  }
}
