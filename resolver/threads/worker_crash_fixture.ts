/**
 * The worker of the crash test: the real one, but flushing `crash.test` raises an uncaught error.
 */
import "../worker.ts";
import type { ToResolver } from "../protocol.ts";

const scope = self as unknown as { onmessage: (event: MessageEvent<ToResolver>) => void };
const receive = scope.onmessage;

scope.onmessage = (event) => {
  if (event.data.kind !== "flush" || event.data.name !== "crash.test") return receive(event);
  setTimeout(() => {
    throw new Error("The test wants it so");
  });
};
