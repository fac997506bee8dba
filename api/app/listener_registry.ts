/** The open listeners of the box, gathered from the parts that open them. */

/** A list of listeners that grows while the box starts. */
export class ListenerRegistry {
  readonly #sources: (() => readonly string[])[] = [];

  /** Adds a source of listeners; it is called at each `texts()`, because listeners change. */
  add(source: () => readonly string[]): void {
    this.#sources.push(source);
  }

  /** Returns texts such as `udp 0.0.0.0:53`, `https [::]:443`. */
  texts(): string[] {
    return this.#sources.flatMap((source) => source());
  }
}
