import assert from "node:assert/strict";
import { runTool } from "../../packaging/tools.ts";
import { VERSION } from "../../api/system/version.ts";
import { executableName } from "../../packaging/target.ts";
import { BoxProcess } from "../support/box_process.ts";
import { FakeUpstream, respond } from "../support/fake_upstream.ts";
import { ROOT } from "../support/source_files.ts";
import { EXECUTABLE, isBuilt } from "../support/executable.ts";
import { isStrictRun, needsTool, toolPath } from "../support/tool.ts";

const isLong = Deno.env.get("BOX_LONG") === "1";

/**
 * Emulation takes a minute of processor time, so this runs only in the long run and in a strict
 * one, which have built the executable before. An arm64 machine tests its own directly
 * (executable_test.ts).
 */
const WANTED = (isLong || isStrictRun()) && Deno.build.arch !== "aarch64";

/** Clock ticks of /proc in a second. */
const TICKS = 100;
/** What emulation may cost at most: translating the runtime alone costs a hundred times its start. */
const MOST_RATIO = 300;
/** Seconds for unpacking under an emulator, on a busy machine. */
const UNPACK_LIMIT = 1200;
/** Starts that are measured after one that fills the caches. */
const STARTS = 1;

/** Seconds of processor time: of a command that ends at once, and until the first answer. */
interface StartCost {
  readonly version: number;
  readonly firstAnswer: number;
}

/** The command that an executable runs after it unpacked itself, with `emulator` before it. */
async function unpackedCommand(
  executable: string,
  folder: string,
  emulator: readonly string[],
): Promise<readonly string[]> {
  const unpacked = await runTool([...emulator, executable], {
    env: { BOX_UNPACK_DIR: `${folder}/unpacked`, BOX_UNPACK_ONLY: "1" },
    limit: UNPACK_LIMIT,
  });
  assert.equal(unpacked.code, 0, unpacked.reason);
  return [...emulator, ...unpacked.output.trim().split("\n")];
}

/** Measures the starts of an executable; the smallest of several counts. */
async function startCost(
  executable: string,
  emulator: readonly string[],
  upstream: string,
): Promise<StartCost> {
  const folder = await Deno.makeTempDir();
  try {
    const command = await unpackedCommand(executable, folder, emulator);
    const env = { DENO_DIR: `${folder}/cache`, HOME: folder };
    const versions: number[] = [];
    const answers: number[] = [];
    for (let i = 0; i <= STARTS; i++) {
      const timed = ["sh", "-c", '"$@" > /dev/null && times', "sh", ...command, "version"];
      const { code, output, reason } = await runTool(timed, { limit: 600, env });
      assert.equal(code, 0, reason);
      versions.push(secondsOf(output.trim().split("\n").at(-1)!));
      const box = new BoxProcess({ command, folder, upstream, env });
      await box.answers("www.example", 900_000);
      answers.push(await processorTime(box.pid));
      await box.end("SIGKILL");
    }
    const least = (costs: readonly number[]) => Math.min(...costs.slice(1));
    return { version: least(versions), firstAnswer: least(answers) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The sum of a line of the shell's `times`: `0m1.20s 0m0.30s`. */
function secondsOf(line: string): number {
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** Seconds of processor time that a process has used. */
async function processorTime(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const [, rest] = /\) (.*)$/s.exec(stat)!;
  const fields = rest!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The address of the fake upstream's answers. */
const ANSWER = "192.0.2.77";

/** Runs `use` with a temporary folder and a fake upstream. */
async function withFolder(
  use: (folder: string, upstream: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const upstream = new FakeUpstream((query) => [respond(query, { address: ANSWER })]);
  try {
    await use(folder, `127.0.0.1:${upstream.port}`);
  } finally {
    await upstream.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Lets a command print its version and start, in the long run twice. Each start answers `dig` and
 * ends after SIGTERM. Returns the seconds until the first answer of each start.
 */
async function startsOf(
  command: readonly string[],
  folder: string,
  upstream: string,
  env: Record<string, string>,
): Promise<readonly number[]> {
  const version = await runTool([...command, "version"], { limit: UNPACK_LIMIT, env });
  assert.equal(version.output, `box ${VERSION}\n`, version.transcript);
  const seconds: number[] = [];
  for (const start of isLong ? ["first", "second"] : ["first"]) {
    const box = new BoxProcess({ command, folder, upstream, env });
    seconds.push(await box.answers(`${start}.example`, 900_000) / 1000);
    const server = ["@127.0.0.1", "-p", String(box.port)];
    const answered = await runTool(["dig", "+short", "+time=20", ...server, "www.example"], {
      limit: 120,
    });
    assert.equal(answered.output, `${ANSWER}\n`, `${start} start: ${answered.transcript}`);
    // A stop may take longer than the 30 seconds that it has, so its exit code says nothing here.
    const { output } = await box.end("SIGTERM");
    assert.doesNotMatch(output, /panicked|Illegal instruction/);
  }
  return seconds;
}

/** Prints the seconds until the first answer. */
function printStarts(what: string, seconds: readonly number[]): void {
  const shown = seconds.map((value) => `${value.toFixed(1)} s`).join(", then ");
  console.log(`${what}: first answer after ${shown}`);
}

/** Starts a box under qemu, which runs the launcher and the runtime one by one. */
async function answersUnder(launcherEmulator: string, target: "arm64" | "arm"): Promise<void> {
  const executable = `${ROOT}dist/${executableName({ name: target })}`;
  await withFolder(async (folder, upstream) => {
    // qemu emulates one program: the launcher unpacks and prints what it would execute.
    const [, ...program] = await unpackedCommand(executable, folder, [launcherEmulator]);
    // Without arm64 libraries on this machine, the executable brings them.
    assert.match(program[0]!, /\/libc\/box$/);
    const command = ["qemu-aarch64-static", ...program];
    const env = { DENO_DIR: `${folder}/cache`, HOME: folder };
    printStarts(`${target} under qemu`, await startsOf(command, folder, upstream, env));
  });
}

/** Tells the kernel of a user namespace to run programs of arm64 by the emulator, then runs "$@". */
const WITH_EMULATOR = `
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc &&
printf %s "$1" > /proc/sys/fs/binfmt_misc/register && shift && exec "$@"`;
/** ELF of 64 bits for AArch64, programs and libraries, as Debian registers it. */
const ARM64_PROGRAM = String.raw`:arm64:M::\x7fELF\x02\x01\x01` + String.raw`\x00`.repeat(9) +
  String.raw`\x02\x00\xb7\x00:` + String.raw`\xff`.repeat(7) + String.raw`\x00` +
  String.raw`\xff`.repeat(8) + String.raw`\xfe\xff\xff\xff:`;

/** A command that runs arm64 programs on this machine, together with the programs they start. */
function inEmulatingNamespace(command: readonly string[]): string[] {
  const registration = `${ARM64_PROGRAM}${toolPath("qemu-aarch64-static")}:F`;
  const shell = ["sh", "-c", WITH_EMULATOR, "sh", registration];
  return ["unshare", "--user", "--map-root-user", "--mount", ...shell, ...command];
}

/** Whether the kernel gives each user namespace its own list of emulators (Linux 6.7). */
function hasOwnEmulators(): boolean {
  const [command, ...args] = inEmulatingNamespace(["true"]);
  const quiet = { args, stdout: "null", stderr: "null" } as const;
  return new Deno.Command(command!, quiet).outputSync().success;
}

Deno.test({
  name: "The arm64 executable unpacks and answers queries under qemu",
  ignore: !WANTED || needsTool("qemu-aarch64-static", "dig"),
  fn: () => answersUnder("qemu-aarch64-static", "arm64"),
});

Deno.test({
  name: "The arm64 executable unpacks and starts the runtime itself where the kernel emulates both",
  ignore: !WANTED || !isLong || needsTool("qemu-aarch64-static", "dig", "unshare") ||
    !hasOwnEmulators(),
  fn: () =>
    withFolder(async (folder, upstream) => {
      const executable = `${ROOT}dist/${executableName({ name: "arm64" })}`;
      const env = { BOX_UNPACK_DIR: `${folder}/unpacked`, HOME: folder };
      const command = inEmulatingNamespace([executable]);
      printStarts("arm64 in one go", await startsOf(command, folder, upstream, env));
    }),
});

Deno.test({
  name: "Starts of the arm64 executable under qemu are compared with those of this machine's",
  ignore: !WANTED || !isLong || !isBuilt() || needsTool("qemu-aarch64-static"),
  fn: () =>
    withFolder(async (_, upstream) => {
      const own = await startCost(EXECUTABLE, [], upstream);
      const arm64 = `${ROOT}dist/${executableName({ name: "arm64" })}`;
      const emulated = await startCost(arm64, ["qemu-aarch64-static"], upstream);
      const ratios = (["version", "firstAnswer"] as const).map((what) => {
        const ratio = emulated[what] / own[what];
        const times = `${emulated[what].toFixed(2)} s and ${own[what].toFixed(2)} s`;
        console.log(`arm64 under qemu, ${what}: ${times} of processor time, ${ratio.toFixed(1)} x`);
        return ratio;
      });
      assert.ok(ratios.every((ratio) => ratio < MOST_RATIO), ratios.join(", "));
    }),
});

Deno.test({
  // On a 64-bit kernel `uname` names one. That of qemu-arm names a 32-bit one, as the test below
  // needs, so here the launcher only unpacks and prints the command.
  name: "The executable for 32-bit systems unpacks and answers queries under qemu",
  ignore: !WANTED || !isLong || needsTool("qemu-aarch64-static", "qemu-arm-static", "dig"),
  fn: () => answersUnder("qemu-arm-static", "arm"),
});

Deno.test({
  name: "On a 32-bit kernel the executable for 32-bit systems says what it needs",
  ignore: !WANTED || !isLong || needsTool("qemu-arm-static"),
  fn: async () => {
    const executable = `${ROOT}dist/${executableName({ name: "arm" })}`;
    const { code, transcript } = await runTool(["qemu-arm-static", executable, "version"], {
      limit: 60,
    });
    assert.equal(code, 70);
    assert.match(transcript, /^box: this machine runs a 32-bit kernel, .* 64-bit .*arm_64bit=1/);
  },
});
