/** Starts Debian's Chromium for a test. */
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { toolPath } from "./tool.ts";

/**
 * Features disabled in Chromium: those of Playwright's own list that a box can meet, which this
 * list replaces, and the spare process for the next page. Every opened page would create that
 * process again, a sixth of the cost of visiting all pages.
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
 * The browser's executable: headless Chromium where installed, which shows the same pages for half
 * of the processor time. The long run uses the normal one.
 */
export function chromiumPath(): string {
  const whole = toolPath("chromium")!;
  return Deno.env.get("BOX_LONG") === "1" ? whole : toolPath("chromium-headless-shell") ?? whole;
}

/** Starts it, or a program that becomes it; `args` are extra switches. */
export function launchChromium(
  options: Pick<LaunchOptions, "executablePath" | "args" | "env"> = {},
): Promise<Browser> {
  const args = ["--no-sandbox", `--disable-features=${WITHOUT.join(",")}`, ...options.args ?? []];
  return chromium.launch({ executablePath: chromiumPath(), ...options, args });
}
