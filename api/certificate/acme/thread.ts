/**
 * Entry module of the thread of one order. It runs the ACME library without permissions; its memory
 * is freed when the thread ends.
 */
/// <reference lib="deno.worker" />
import process from "node:process";
import { keepMessages } from "./early_messages.ts";

// The library reads the whole environment while it loads, which this thread has no permission for.
Object.defineProperty(process, "env", { value: {} });
const port = self as unknown as DedicatedWorkerGlobalScope;
// The session sends its first messages at once.
const handleEarly = keepMessages(port);
const { answerAt } = await import("./library.ts");
answerAt(port);
handleEarly();
