/**
 * What the allocator of the process holds free, given back to the system. Compiling hot functions and writing to databases take
 * and free some 20 MB in the first minute, which glibc would keep.
 */

const allocator = open();

function open() {
  try {
    return Deno.dlopen("libc.so.6", { malloc_trim: { parameters: ["usize"], result: "i32" } })
      .symbols;
  } catch {
    // Another C library keeps its own house.
    return undefined;
  }
}

/** Gives free memory back: 0.4 ms when there are 20 MB, 0.02 ms when there is nothing. */
export function giveBackFreeMemory(): void {
  allocator?.malloc_trim(0n);
}
