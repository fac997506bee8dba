/** The worker of the test of collections: the real one, which reports them instead. */
import "../worker.ts";
import type { FromResolver } from "../protocol.ts";

const scope = self as unknown as { gc: () => void; postMessage(message: FromResolver): void };

scope.gc = () => scope.postMessage({ kind: "log", level: "info", text: "collected" });
