/** `deno task demo`: a box with the month of a household, for viewing and experiments. */
import { parseArgs } from "node:util";
import { type Demo, type DemoOptions, QUIET_DEMO, startDemo } from "./start.ts";

const HELP = `Starts a box with the month of a household: deno task demo [OPTIONS]

  --port N        the interface on 127.0.0.1:N (8090), DNS and the rest on the five ports after it
  --data-dir DIR  keeps the data in a folder, which it empties first; else in a temporary one, removed at the end
  --days N        days of traffic (30)
  --rate N        questions a second while it runs (1)
  --no-live       none of them
  --hostile       names full of markup, control characters and other traps among those of the household
  --empty         a finished setup, and nothing else
  --setup         a box whose setup is not finished
  --seed TEXT     another household
  --watch         starts the box again, on its data, when a file of api/, policy/, resolver/ or ui/ changes
`;

/** Parses the options. Throws with a sentence about an invalid one. */
export function optionsOf(args: readonly string[]): DemoOptions | "help" {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      "data-dir": text,
      days: text,
      rate: text,
      seed: text,
      "no-live": flag,
      hostile: flag,
      empty: flag,
      setup: flag,
      watch: flag,
      help: flag,
    },
  });
  if (values.help) return "help";
  const number = (name: "port" | "days" | "rate", most: number, without: number) => {
    const value = Number(values[name] ?? without);
    if (!(value >= 0 && value <= most)) {
      throw new Error(`--${name} is a number up to ${most}: ${values[name]}`);
    }
    return value;
  };
  const without = values.empty || values.setup;
  return {
    ...QUIET_DEMO,
    port: number("port", 65_530, 8090),
    dataDir: values["data-dir"] ?? "",
    days: without ? 0 : number("days", 30, 30),
    rate: without || values["no-live"] ? 0 : number("rate", 1000, 1),
    hostile: values.hostile,
    unfinished: values.setup,
    seed: values.seed ?? QUIET_DEMO.seed,
    output: "inherit",
  };
}

/** Restarts the box when its code changes, until the demonstration ends. */
async function restartOnChange(demo: Demo): Promise<void> {
  const folders = ["api", "policy", "resolver", "ui"].map((name) =>
    new URL(`../../${name}`, import.meta.url).pathname
  );
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let restarting = Promise.resolve();
  const again = () =>
    demo.restart().then(
      () => console.log("The box runs with what has changed."),
      (error: Error) => console.error(`${error.message}; it is started again at the next change.`),
    );
  for await (const { kind, paths } of Deno.watchFs(folders)) {
    if (kind === "access" || paths.every((path) => /_test\.ts$/.test(path))) continue;
    clearTimeout(waiting);
    waiting = setTimeout(() => restarting = restarting.then(again), 400);
  }
}

function showProgress(part: number): void {
  if (!Deno.stderr.isTerminal()) return;
  Deno.stderr.writeSync(
    new TextEncoder().encode(`\rSeeding the household: ${Math.floor(part * 100)} %`),
  );
  if (part >= 1) Deno.stderr.writeSync(new TextEncoder().encode("\r\x1b[K"));
}

async function main(): Promise<number> {
  const options = optionsOf(Deno.args);
  if (options === "help") {
    console.log(HELP);
    return 0;
  }
  const demo = await startDemo({ ...options, progress: showProgress });
  const stopped = Promise.withResolvers<number>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => stopped.resolve(0));
  }
  const account = `${demo.account}, password: ${demo.password}`;
  console.log(
    `\nThe demonstration runs: ${demo.url}\n  Account: ${account}\n  DNS: 127.0.0.1:${demo.dnsPort} (UDP and TCP)`,
  );
  console.log(
    `  Data: ${demo.dataDir}\n  Seeding took ${(demo.seeded / 1000).toFixed(1)} s. Ctrl-C ends it.`,
  );
  if (Deno.args.includes("--watch")) void restartOnChange(demo);
  const code = await Promise.race([demo.ended, stopped.promise]);
  await demo.close();
  return code;
}

if (import.meta.main) {
  Deno.exit(
    await main().catch((error) => {
      console.error(`demo: ${(error as Error).message}`);
      return 1;
    }),
  );
}
