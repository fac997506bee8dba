/**
 * A front as a separate process, for tests that measure its memory and descriptors:
 * `front_server.ts PORT DOT LIMITS`.
 */
import { openFront } from "../../api/front/front.ts";
import { certificateFor, FRONT_THREAD, listenHttps } from "./front_scene.ts";
import { HandingResolver } from "./handing_resolver.ts";
import { testRuntime } from "./test_runtime.ts";

const [port, dot, limits] = Deno.args;
const address = "127.0.0.1";
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error(`fault: ${event.reason}`);
});
const resolver = new HandingResolver();
const front = await openFront({
  listen: {
    ...listenHttps({ address, port: Number(port) }),
    tls: [{ address, port: Number(dot) }],
    dnsOverHttps: true,
  },
  own: ["localhost"],
  handed: resolver.handed,
  workerUrl: FRONT_THREAD,
  certificate: await certificateFor("localhost"),
  ranges: ["private"],
  limits: JSON.parse(limits ?? "{}"),
  runtime: testRuntime({
    log: (level, text) => console.error(level, text),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  }),
  answer: () => Response.json({ ok: true }),
});
console.log(JSON.stringify([front.listeners, front.errors]));
Deno.addSignalListener("SIGTERM", async () => {
  await front.close();
  Deno.exit(0);
});
