/** The redirection in memory: a box that answers HTTPS and has no name. */
import { HttpsRedirect } from "../../api/features/network/https_redirect/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

/** It is as the setting says, and never active: the box has no name. */
export function redirectInMemory(settings: Application["settings"]): HttpsRedirect {
  return new HttpsRedirect({
    enabled: () => settings.resolved().values.https_redirect,
    port: () => 443,
    isFinished: () => Promise.resolve(true),
    name: () => Promise.resolve(""),
    certificate: () => undefined,
    trust: () => Promise.resolve(undefined),
    holdsSharedAddress: () => true,
    resolve: () => Promise.resolve([]),
    ownAddresses: () => [],
    onlyOurs: () => ["box", "box.home.arpa"],
    asksUs: () => false,
    runtime: testRuntime({ now: () => NOW, after: () => () => {}, log: () => {} }),
  });
}
