/** Starts Debian's Chromium for a test. */
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { toolPath } from "./tool.ts";

/**
 * What Chromium leaves: those of Playwright's own list that a box can meet, which this one replaces, and a process ahead of time
 * for the next page, which every page opened would make anew: a sixth of what a tour of all pages costs.
 */
const WITHOUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "SpareRendererForSitePerProcess",
];

/**
 * The file of the browser: of Chromium without windows of its own, where that is installed, which shows the same pages for half of
 * the processor's time. The long run takes the one that people have.
 */
export function chromiumPath(): string {
  const whole = toolPath("chromium")!;
  return Deno.env.get("BOX_LONG") === "1" ? whole : toolPath("chromium-headless-shell") ?? whole;
}

/** Starts it, or a program that becomes it; `args` are more of its switches. */
export function launchChromium(
  options: Pick<LaunchOptions, "executablePath" | "args" | "env"> = {},
): Promise<Browser> {
  const args = ["--no-sandbox", `--disable-features=${WITHOUT.join(",")}`, ...options.args ?? []];
  return chromium.launch({ executablePath: chromiumPath(), ...options, args });
}
