/**
 * The thread of one order: the library speaks ACME here, and its memory goes with the thread, which
 * may do nothing. Entry module.
 */
/// <reference lib="deno.worker" />
import process from "node:process";

// The library looks through the whole environment as it loads, which this thread may not read.
Object.defineProperty(process, "env", { value: {} });
const { answerAt } = await import("./library.ts");
answerAt(self as unknown as DedicatedWorkerGlobalScope);
