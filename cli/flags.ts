/** The options of `box serve`, read from the list of settings: each is also a BOX_* variable. */
import type { Setting } from "../api/settings/setting.ts";
import { suggestNearest } from "../policy/model/nearest.ts";

/** The parsed options of `box serve`. */
export interface ServeFlags {
  /** `--dev`: unprivileged ports and data in `./data`. */
  readonly dev: boolean;
  readonly help: boolean;
  /** Text by the key of its setting. */
  readonly flags: Readonly<Record<string, string>>;
  /** The BOX_* variables by name. */
  readonly env: Readonly<Record<string, string>>;
  /** Errors about invalid options; the caller prints them and exits with 2. */
  readonly errors: readonly string[];
}

/** Reads `--name value` and `--name=value` for each setting, `--dev` and `--help`. */
export function parseServeFlags(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  settings: readonly Setting[],
): ServeFlags {
  const keys = new Map(settings.map(({ flag, key }) => [flag, key]));
  const flags: Record<string, string> = {};
  const errors: string[] = [];
  let dev = false;
  let help = false;
  for (let i = 0; i < argv.length; i++) {
    const [name, inline] = splitOption(argv[i]);
    if (name === "--dev" && inline === undefined) dev = true;
    else if ((name === "--help" || name === "-h") && inline === undefined) help = true;
    else if (!keys.has(name)) {
      errors.push(unknown(argv[i], [...keys.keys(), "--dev", "--help"]));
      // The word after an unknown option is most likely its value.
      if (inline === undefined && argv[i + 1]?.startsWith("-") === false) i++;
    } else {
      const value = inline ?? argv[i + 1];
      if (inline === undefined) i++;
      if (value === undefined) errors.push(`The option needs a value: ${name}`);
      else flags[keys.get(name)!] = value;
    }
  }
  const variables = Object.entries(env).filter(([name]) => name.startsWith("BOX_"));
  return { dev, help, flags, env: Object.fromEntries(variables), errors };
}

/** The option lines of `box serve --help`. */
export function serveHelp(settings: readonly Setting[]): string {
  const lines: [string, string][] = [
    ["--dev", "Unprivileged ports (DNS 5300, HTTP 8053, HTTPS 8443) and data in ./data"],
    ...settings.map((row): [string, string] => {
      const value = Array.isArray(row.default) ? row.default.join(",") : String(row.default);
      return [`${row.flag} (${row.env})`, `${row.summary}${value === "" ? "" : ` [${value}]`}`];
    }),
  ];
  const width = Math.max(...lines.map(([option]) => option.length));
  return lines.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`).join("\n");
}

function splitOption(text: string): [string, string | undefined] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
}

function unknown(text: string, options: readonly string[]): string {
  const name = splitOption(text)[0].slice(0, 64);
  const near = suggestNearest(name, options);
  return `Unknown option${
    near === undefined ? "" : `, perhaps ${near} is meant`
  } (box serve --help lists them): ${name}`;
}
