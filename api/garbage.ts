/**
 * What a heap of JavaScript holds and nobody needs: V8 collects it when the heap has grown by a third, which after a start that left
 * garbage behind may be never. The runtime is started with the flag that lets a thread ask for it (packaging/runtime_flags.ts).
 */

/** V8's `gc`, there with `--expose-gc` alone. */
type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** Collects the garbage of this thread's heap and gives its pages back: 10 ms for a small heap, 40 ms for that of the main thread. */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: Collect };
  gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** Milliseconds after which a thread has made all that it lives with. */
const SETTLED = 3000;

/** For a thread that stays: collects once what its start left behind, some 4 MB of 10. */
export function collectAfterStart(): void {
  Deno.unrefTimer(setTimeout(collectGarbage, SETTLED));
}
