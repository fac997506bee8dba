import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings/list.ts";
import { needsTool } from "../support/tool.ts";
import { run } from "./run_command.ts";

/** The output of a shell for a script, with the completion of `box` for it as a file. */
async function shellPrints(
  shell: "bash" | "zsh" | "fish",
  file: string,
  script: string,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const settings = () => Promise.resolve(SETTINGS);
    await Deno.writeTextFile(
      `${folder}/${file}`,
      (await run(["completion", shell], { settings })).out,
    );
    const args = { bash: ["--norc", "-c"], zsh: ["-f", "-c"], fish: ["--no-config", "-c"] }[shell];
    const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const { stdout, stderr } = await new Deno.Command(shell, {
      args: [...args, script],
      env,
      cwd: folder,
    }).output();
    assert.equal(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "bash completes commands, options and the values of an option",
  ignore: needsTool("bash"),
  async fn() {
    const ask = (...words: string[]) =>
      `COMP_WORDS=(${
        words.join(" ")
      }); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _box; echo "\${COMPREPLY[@]}"\n`;
    const script = `. ./box\n${ask("box", "stat")}${ask("box", "log", "--fol")}${
      ask("box", "log", "--status", "b")
    }`;
    assert.equal(await shellPrints("bash", "box", script), "status stats\n--follow\nblocked\n");
    const others = `. ./box\n${ask("box", "serve", "--dns-l")}${ask("box", "serve", "--js")}${
      ask("box", "help", "stat")
    }${ask("box", "settings", "set", "blocked_t")}`;
    assert.equal(
      await shellPrints("bash", "box", others),
      "--dns-listen\n\nstatus stats\nblocked_ttl\n",
    );
  },
});

Deno.test({
  name: "zsh completes commands, options and the values of an option from the first call on",
  ignore: needsTool("zsh"),
  async fn() {
    // Builtins of the line editor are replaced where they need a terminal.
    const script = `fpath=($PWD $fpath); autoload -Uz _box
compadd() { shift; print -r -- "$@"; }; _describe() { print -r -- commands; }; _files() { :; }
words=(box ''); CURRENT=2; _box
words=(box log --status ''); CURRENT=4; _box
words=(box cache ''); CURRENT=3; _box\n`;
    const lines = (await shellPrints("zsh", "_box", script)).trimEnd().split("\n");
    assert.deepEqual(lines.slice(0, 2), [
      "commands",
      "answered cached stale local blocked failed allowed",
    ]);
    assert.match(lines[2], /^flush .*--json/);
  },
});

Deno.test({
  name: "fish completes commands, options and the values of an option",
  ignore: needsTool("fish"),
  async fn() {
    const script =
      `source ./box.fish; for line in "box stat" "box log --fol" "box log --status b" "box serve --dns-l"
complete -C $line; end\n`;
    const words = (await shellPrints("fish", "box.fish", script)).trimEnd().split("\n").map((
      line,
    ) => line.split("\t")[0]);
    assert.deepEqual(words.toSorted(), ["--dns-listen", "--follow", "blocked", "stats", "status"]);
  },
});
