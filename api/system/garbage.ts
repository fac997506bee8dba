/**
 * Collects garbage of a JavaScript heap. V8 collects it when the heap has grown by a third, which
 * may never happen after a start that left garbage behind. The runtime is started with the flag
 * that lets a thread request a collection (packaging/runtime_flags.ts).
 */

/** V8's `gc`, available with `--expose-gc` only. */
type Collect = (options: { type: "major"; execution: "sync"; flavor: Flavor }) => void;
/** `regular` collects once, `last-resort` until nothing more is found. */
export type Flavor = "regular" | "last-resort";

/**
 * Collects the garbage of this thread's heap and returns its pages: 10 ms for a small heap, 40 ms
 * for the main thread's.
 */
export function collectGarbage(flavor: Flavor = "last-resort"): void {
  const { gc } = globalThis as { gc?: Collect };
  gc?.({ type: "major", execution: "sync", flavor });
}

/** Milliseconds after which a thread has allocated its long-lived objects. */
const SETTLED = 3000;

/** For a long-lived thread: collects the garbage of its start once, some 4 MB of 10. */
export function collectAfterStart(): void {
  Deno.unrefTimer(setTimeout(() => collectGarbage(), SETTLED));
}
