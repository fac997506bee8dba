import assert from "node:assert/strict";
import { needsTool } from "../tests/support/tool.ts";
import { createIndex, type PackedFile, writeExecutable } from "./payload.ts";

const SOURCE = new URL("launcher/", import.meta.url).pathname;
const NEEDED = { ignore: needsTool("gcc") };

function text(body: string): Uint8Array {
  return new TextEncoder().encode(body);
}

const SAYS = text(
  `#!/bin/sh\necho "args: $*"\necho "env: $BOX_TEST$BOX_UNPACK_DIR"\ncat "$(dirname "$0")/../deep/note"\nexit 7\n`,
);
/** Repetitive text, random text and an empty file, so that every kind of block and copy occurs. */
const FILES: readonly PackedFile[] = [
  { path: "bin/says", mode: 0o700, bytes: SAYS },
  { path: "deep/empty", mode: 0o600, bytes: new Uint8Array(0) },
  { path: "deep/note", mode: 0o600, bytes: text("a note\n") },
  {
    path: "deep/noise",
    mode: 0o600,
    bytes: Uint8Array.from({ length: 200_000 }, (_, i) => (i * i * 31 + (i >> 7)) & 255),
  },
  { path: "deep/zeros", mode: 0o600, bytes: new Uint8Array(3_000_000) },
];
/**
 * The shell script finds its folder by its first argument: `$0` is the script when a shell is the
 * program.
 */
const LAUNCH = { args: ["{}/bin/says", "first"], env: { BOX_TEST: "at {}" } };

interface Place {
  readonly folder: string;
  readonly launcher: Uint8Array;
}

async function withLauncher(run: (place: Place) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const sources = ["launcher.c", "inflate.c", "sha256.c"].map((name) => SOURCE + name);
    const compiled = await new Deno.Command("gcc", {
      args: [
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-static",
        "-o",
        `${folder}/launcher`,
        ...sources,
      ],
    }).output();
    assert.equal(compiled.code, 0, new TextDecoder().decode(compiled.stderr));
    await run({ folder, launcher: await Deno.readFile(`${folder}/launcher`) });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function start(program: string, unpackInto: string, args: readonly string[] = []) {
  const env = { BOX_UNPACK_DIR: unpackInto };
  const { code, stdout, stderr } = await new Deno.Command(program, { args: [...args], env })
    .output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

function versions(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) => name !== ".lock")
    .sort();
}

Deno.test({
  name:
    "the executable unpacks once and becomes its program, with arguments, environment and exit code",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      const program = `${folder}/box`;
      const into = `${folder}/new/cache`;
      await writeExecutable(program, launcher, FILES, LAUNCH);
      const first = await start(program, into, ["two words", "-x"]);
      const [version] = versions(into);
      assert.equal(first.err, "");
      assert.equal(first.out, `args: first two words -x\nenv: at ${into}/${version}\na note\n`);
      assert.equal(first.code, 7);
      assert.equal(Deno.statSync(into).mode! & 0o777, 0o700);
      for (const file of FILES) {
        assert.deepEqual(Deno.readFileSync(`${into}/${version}/${file.path}`), file.bytes);
      }
      const written = Deno.statSync(`${into}/${version}/deep/noise`).mtime;
      assert.equal((await start(program, into)).code, 7);
      assert.deepEqual(Deno.statSync(`${into}/${version}/deep/noise`).mtime, written);
    }),
});

Deno.test({
  name: "several first starts at once unpack one copy",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      const program = `${folder}/box`;
      const into = `${folder}/cache`;
      await writeExecutable(program, launcher, FILES, LAUNCH);
      const codes = await Promise.all(Array.from({ length: 6 }, () => start(program, into)));
      assert.deepEqual(codes.map(({ code }) => code), [7, 7, 7, 7, 7, 7]);
      assert.equal(versions(into).length, 1);
    }),
});

Deno.test({
  name: "a copy that lost a file is unpacked again",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      const program = `${folder}/box`;
      const into = `${folder}/cache`;
      await writeExecutable(program, launcher, FILES, LAUNCH);
      await start(program, into);
      const [version] = versions(into);
      Deno.truncateSync(`${into}/${version}/deep/note`, 2);
      assert.match((await start(program, into)).out, /a note/);
    }),
});

Deno.test({
  name: "a new version removes the old one, but not while it runs",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      const into = `${folder}/cache`;
      const sleeper = { ...FILES[0]!, bytes: text("#!/bin/sh\necho up\nread line\n") };
      await writeExecutable(`${folder}/old`, launcher, [sleeper, ...FILES.slice(1)], LAUNCH);
      await writeExecutable(`${folder}/new`, launcher, FILES, LAUNCH);
      await writeExecutable(`${folder}/newer`, launcher, FILES.slice(0, 4), LAUNCH);
      const env = { BOX_UNPACK_DIR: into };
      const old = new Deno.Command(`${folder}/old`, { env, stdin: "piped", stdout: "piped" })
        .spawn();
      const reader = old.stdout.getReader();
      await reader.read();
      await start(`${folder}/new`, into);
      assert.equal(versions(into).length, 2);
      await old.stdin.close();
      await reader.cancel();
      await old.status;
      await start(`${folder}/newer`, into);
      assert.equal(versions(into).length, 1);
    }),
});

Deno.test({
  name: "a damaged executable is refused and leaves nothing behind",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      const program = `${folder}/box`;
      const into = `${folder}/cache`;
      await writeExecutable(program, launcher, FILES, LAUNCH);
      const whole = await Deno.readFile(program);
      const stream = whole.length - launcher.length;
      for (let i = 0; i < 40; i++) {
        const broken = whole.slice();
        broken[launcher.length + Math.floor((i / 40) * (stream - 700))]! ^= 1 << (i % 8);
        await Deno.writeFile(program, broken);
        const { code, err } = await start(program, into);
        assert.equal(code, 70, `flipped bit ${i}`);
        assert.match(err, /damaged/);
        assert.deepEqual(versions(into), []);
      }
      await Deno.writeFile(program, whole.subarray(0, whole.length - 1000));
      assert.match((await start(program, into)).err, /damaged/);
    }),
});

Deno.test({
  name: "an executable does not unpack into a folder that others may write to",
  ...NEEDED,
  fn: () =>
    withLauncher(async ({ folder, launcher }) => {
      await writeExecutable(`${folder}/box`, launcher, FILES, LAUNCH);
      await Deno.mkdir(`${folder}/open`);
      await Deno.chmod(`${folder}/open`, 0o777);
      const { code, err } = await start(`${folder}/box`, `${folder}/open`);
      assert.equal(code, 70);
      assert.match(err, /BOX_UNPACK_DIR must be/);
    }),
});

Deno.test("A line break in an argument of the launcher is rejected", () => {
  assert.throws(() => createIndex([], { args: ["a\nb"], env: {} }), /line break/);
});

Deno.test({
  name: "the `once` command runs only after unpacking, prints nothing, and may fail",
  ...NEEDED,
}, () =>
  withLauncher(async ({ folder, launcher }) => {
    const notes = `${folder}/notes`;
    const says = text(`#!/bin/sh\necho "$*" >> ${notes}\necho said\nexit 3\n`);
    const files = [{ path: "says", mode: 0o700, bytes: says } as const];
    const launch = { args: ["{}/says", "first"], env: {}, once: ["ready", "{}/x"] };
    await writeExecutable(`${folder}/box`, launcher, files, launch);
    const base = `${folder}/base`;
    await Deno.mkdir(base, { mode: 0o700 });
    for (const arg of ["one", "two"]) {
      const { code, out } = await start(`${folder}/box`, base, [arg]);
      assert.deepEqual([code, out], [3, "said\n"]);
    }
    const [version] = versions(base);
    assert.equal(
      await Deno.readTextFile(notes),
      `ready ${base}/${version}/x\nfirst one\nfirst two\n`,
    );
  }));

Deno.test({
  name: "A flag of one command follows the first argument, and is given to no other command",
  ...NEEDED,
}, () =>
  withLauncher(async ({ folder, launcher }) => {
    const files = [{ path: "says", mode: 0o700, bytes: text(`#!/bin/sh\necho "$*"\n`) } as const];
    await writeExecutable(`${folder}/box`, launcher, files, {
      args: ["{}/says", "run", "main"],
      env: {},
      grants: { "apply": "--allow-run" },
    });
    const base = `${folder}/base`;
    const out = async (...args: readonly string[]) =>
      (await start(`${folder}/box`, base, args)).out;
    assert.equal(await out("apply", "x"), "run --allow-run main apply x\n");
    for (const other of ["serve", "app", "applying", "--allow-run", ""]) {
      assert.equal(await out(other, "apply"), `run main ${other} apply\n`);
    }
    assert.equal(await out(), "run main\n");
  }));

Deno.test({
  name: "The own C library is used where the one of the system is missing or does not fit",
  ...NEEDED,
}, () =>
  withLauncher(async ({ folder, launcher }) => {
    const system = `${folder}/system-loader`;
    const program = text(
      `#!/bin/sh\n[ "$1" != --version ] || exit "$FIT"\necho "system: $*"\n`,
    );
    const loader = text(`#!/bin/sh\necho "own: $*"\n`);
    const files = [
      { path: "box", mode: 0o700, bytes: program },
      { path: "libc/box", mode: 0o700, bytes: loader },
    ] as const;
    const run = async (base: string, fit: number) => {
      const env = { BOX_UNPACK_DIR: `${folder}/${base}`, FIT: String(fit) };
      const { stdout } = await new Deno.Command(`${folder}/program`, { args: ["x"], env }).output();
      return new TextDecoder().decode(stdout).replaceAll(/\S*\/([0-9a-f]{32})/g, "{}");
    };
    const words = ["{}/libc/box", "--library-path", "{}/libc"];
    const ours = "own: --library-path {}/libc {}/box serve x\n";

    await writeExecutable(`${folder}/program`, launcher, files, {
      args: ["{}/box", "serve"],
      env: {},
      own: { words, system },
    });
    assert.equal(await run("missing", 0), ours);
    await Deno.writeTextFile(system, "", { mode: 0o755 });
    assert.equal(await run("missing", 0), "system: serve x\n");
    assert.equal(await run("fits", 0), "system: serve x\n");
    // The result of the first start is kept.
    assert.equal(await run("old", 1), ours);
    assert.equal(await run("old", 0), ours);

    // A 32-bit system has no such library at all.
    await writeExecutable(`${folder}/program`, launcher, files, {
      args: ["{}/box", "serve"],
      env: {},
      own: { words },
    });
    assert.equal(await run("always", 0), ours);
  }));
