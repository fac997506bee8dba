/** What is being done to lists at the moment, for people who wait for it. */

/** What is being done to a list: it waits for its turn, comes in, or is compiled with the others; "" = nothing. */
export type ListStep = "" | "queued" | "downloading" | "compiling";

/** The work under way. */
export class ListActivity {
  readonly #steps = new Map<number, { step: ListStep; bytes: number }>();
  #compiling = 0;

  /** Tells what is being done to a list, and how many bytes of it came. */
  set(id: number, step: ListStep, bytes = 0): void {
    if (step === "") this.#steps.delete(id);
    else this.#steps.set(id, { step, bytes });
  }

  /** Tells that lists are compiled for as long as the work lasts. */
  async compiling(work: () => void | Promise<void>): Promise<void> {
    this.#compiling++;
    try {
      await work();
    } finally {
      this.#compiling--;
    }
  }

  /** All of it in a few words, or "". */
  text(): string {
    const steps = [...this.#steps.values()];
    const bytes = steps.reduce((sum, { bytes }) => sum + bytes, 0);
    const count = (step: ListStep) => steps.filter((each) => each.step === step).length;
    const parts = [
      [count("downloading"), `downloading (${Math.round(bytes / 1000)} kB so far)`],
      [count("queued"), "waiting for their turn"],
    ] as const;
    const told = parts.filter(([lists]) => lists > 0).map(([lists, what]) => `${lists} ${what}`);
    return [...told, ...(this.#compiling > 0 ? ["compiling"] : [])].join(", ");
  }

  /** What is being done to a list that is on or off. */
  of(id: number, enabled: boolean): { readonly step: ListStep; readonly bytes: number } {
    return this.#steps.get(id) ??
      { step: enabled && this.#compiling > 0 ? "compiling" : "", bytes: 0 };
  }
}
