/**
 * Installed versions of the real box in a folder, a signed repository of archives, and the root
 * unit run directly: what systemd starts on a machine. A version is a copy of the source tree with
 * another number, and may be broken on purpose.
 */
import type { KeyObject } from "node:crypto";
import { createHash } from "node:crypto";
import { buildArchive } from "../../packaging/archive/build.ts";
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { rawPublicKey } from "../../api/updates/envelope.ts";
import type { Manifest, ReleaseFile } from "../../api/updates/manifest.ts";
import { readUnitState, type UnitState, type UpdateStep } from "../../api/updates/unit_state.ts";
import { releaseArch } from "../../api/updates/release_folder.ts";
import { requestText, type UpdateRequest } from "../../api/updates/request.ts";
import { type ServiceClient, socketClient } from "../../cli/socket.ts";
import { freePort, withoutBoxVariables } from "./box_process.ts";
import { manifestOf, newKey, releaseKey, type SignedKey, signedText } from "./signed_manifests.ts";
import { copySource, edit, run } from "./source_copy.ts";
import { ROOT } from "./source_files.ts";

/** How a version differs from this one. */
export interface VersionChanges {
  /** SQL of a migration of box.db that it adds. */
  readonly migration?: string;
  /** Ends at once, never answers, or answers for some seconds only. */
  readonly fault?: "crashes" | "silent";
}

/** Bytes that make an archive large enough to be cut while it is downloaded. */
const FILLER = Array.from(
  { length: 20 },
  () => crypto.getRandomValues(new Uint8Array(30_000)).toBase64(),
).join("");

/** The root unit's times in tests: a version is watched for seconds, not for a minute. */
const WATCH = 3;
const MINUTE = 60_000;

/** The scene of a test. */
export class UpdateScene {
  readonly folder: string;
  readonly root: KeyObject = newKey();
  readonly key: SignedKey;
  readonly port: number = freePort();
  /** Port of its pages. */
  readonly http: number = freePort();
  #number = 1;

  private constructor(folder: string) {
    this.folder = folder;
    this.key = releaseKey(this.root, nowSeconds());
  }

  /** Runs a test with version 1.0.0 installed and running, and cleans up. */
  static async run(test: (scene: UpdateScene) => Promise<void>): Promise<void> {
    const scene = new UpdateScene(await Deno.makeTempDir({ prefix: "box-update-" }));
    try {
      await scene.#install();
      await test(scene);
    } catch (failure) {
      const log = await Deno.readTextFile(`${scene.folder}/log`).catch(() => "");
      throw new Error(`${(failure as Error).stack}\n\nThe box wrote:\n${log.slice(-3000)}`);
    } finally {
      await scene.stop();
      await Deno.remove(scene.folder, { recursive: true });
    }
  }

  get home(): string {
    return `${this.folder}/opt`;
  }

  get data(): string {
    return `${this.folder}/data`;
  }

  get units(): string {
    return `${this.folder}/units`;
  }

  get service(): ServiceClient {
    return socketClient(`${this.data}/box.sock`);
  }

  /** The state that the root unit keeps. */
  get state(): UnitState {
    return readUnitState(`${this.home}/update`);
  }

  /** The version to which the link of the service leads. */
  get current(): string {
    return Deno.readLinkSync(`${this.home}/current`).replace("releases/", "");
  }

  async #install(): Promise<void> {
    for (const folder of ["releases/1.0.0", "update"]) {
      await Deno.mkdir(`${this.home}/${folder}`, { recursive: true });
    }
    await Deno.mkdir(this.units);
    await Deno.mkdir(`${this.data}/update`, { recursive: true });
    const place = `${this.home}/releases/1.0.0`;
    await Deno.copyFile(await this.program("1.0.0"), `${place}/box`);
    await Deno.writeTextFile(`${place}/update-keys`, `${rawPublicKey(this.root).toBase64()}\n`);
    await Deno.writeTextFile(`${place}/box.service`, "[Unit]\n");
    await Deno.symlink("releases/1.0.0", `${this.home}/current`);
    await Deno.symlink("releases/1.0.0", `${this.home}/updater`);
    await Deno.writeTextFile(this.#restartScript, this.#restartText(), { mode: 0o755 });
    await Deno.writeTextFile(`${this.folder}/reload`, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    await this.restart();
  }

  get #restartScript(): string {
    return `${this.folder}/restart`;
  }

  /** What systemd does with the unit: it stops the service, starts it, and waits until it answers. */
  #restartText(): string {
    const flags = [
      `--dns-listen=127.0.0.1:${this.port}`,
      `--http-listen=127.0.0.1:${this.http}`,
      "--https-listen=",
      "--upstreams=127.0.0.1:9",
      "--fallback-upstreams=",
      "--hosts-file=",
      `--data-dir=${this.data}`,
      "--lists-allow-private=on",
    ];
    return `#!/bin/sh
[ -f ${this.folder}/pid ] && kill -KILL "$(cat ${this.folder}/pid)" 2> /dev/null
export BOX_INSTALL=archive BOX_UPDATE_HOME=${this.home} NO_COLOR=1
setsid ${this.home}/current/box serve ${flags.join(" ")} >> ${this.folder}/log 2>&1 < /dev/null &
echo $! > ${this.folder}/pid
sleep 1
kill -0 "$(cat ${this.folder}/pid)" 2> /dev/null
`;
  }

  /** Starts the current version, and waits until it answers over its socket. */
  async restart(): Promise<void> {
    await run([this.#restartScript]);
    await this.answers();
  }

  /** Waits until the box answers; returns its version. */
  async answers(): Promise<string> {
    const until = Date.now() + MINUTE;
    for (;;) {
      try {
        return (await this.service.call<{ version: string }>("GET", "/api/v1/status")).version;
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  /** Ends the box. */
  async stop(): Promise<void> {
    const pid = Number(await Deno.readTextFile(`${this.folder}/pid`).catch(() => "0"));
    try {
      if (pid > 0) Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }

  /** Makes a version; returns the path of its program. */
  async program(version: string, changes: VersionChanges = {}): Promise<string> {
    const tree = `${this.folder}/source-${version}`;
    await copySource(tree, version);
    const { migration, fault } = changes;
    if (migration !== undefined) {
      const row = `  { id: 9000, database: "box", name: "of a test", sql: ${
        JSON.stringify(migration)
      } },\n];`;
      await edit(`${tree}/api/store/migrations.ts`, /\];\s*$/, row);
    }
    const real =
      `exec ${Deno.execPath()} run -A --no-prompt --no-lock --no-check '${RUNTIME_FLAGS}' ${tree}/main.ts "$@"`;
    const serve = { none: real, crashes: "exit 1", silent: "exec sleep 600" }[fault ?? "none"];
    const text = `#!/bin/sh
if [ "$1" = version ]; then echo "box ${version}"; exit 0; fi
${serve}
# ${FILLER}
`;
    const path = `${this.folder}/program-${version}`;
    await Deno.writeTextFile(path, text, { mode: 0o755 });
    return path;
  }

  /** Makes the archive of a version; returns its path and its row of a manifest. */
  async archive(
    version: string,
    changes: VersionChanges = {},
  ): Promise<{ readonly path: string; readonly file: ReleaseFile }> {
    const arch = releaseArch() as "amd64" | "arm64";
    const program = await this.program(version, changes);
    const rootKeys = [rawPublicKey(this.root).toBase64()];
    const out = `${this.folder}/repository`;
    const release = { version, epoch: 1_790_000_000, out, rootKeys };
    const path = await buildArchive(arch, program, release);
    const bytes = await Deno.readFile(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { path, file: { kind: "archive", arch, name, bytes: bytes.length, sha256 } };
  }

  /** The text of a signed manifest for a version; its number grows. */
  manifest(
    version: string,
    file: ReleaseFile,
    changes: Partial<Manifest> = {},
    key: SignedKey = this.key,
  ): string {
    const number = ++this.#number;
    const facts = { version, number, files: [file], least: "0.9.0", ...changes };
    return signedText(manifestOf(nowSeconds(), facts), key);
  }

  /** Puts a signed manifest into the repository. */
  async offer(manifest: string): Promise<void> {
    await Deno.writeTextFile(`${this.folder}/repository/stable.json`, manifest);
  }

  /** Serves the repository on the loopback. */
  repository(): Repository {
    return new Repository(`${this.folder}/repository`);
  }

  /** Writes what the service writes before it asks the root unit. */
  async ask(
    request: Omit<UpdateRequest, "id" | "channel">,
    manifest?: string,
    download?: string,
  ): Promise<void> {
    const folder = `${this.data}/update`;
    if (manifest !== undefined) await Deno.writeTextFile(`${folder}/manifest.json`, manifest);
    if (download !== undefined) await Deno.copyFile(download, `${folder}/download`);
    const id = crypto.getRandomValues(new Uint8Array(16)).toHex();
    const text = requestText({ id, channel: "stable", ...request });
    await Deno.writeTextFile(`${folder}/request.json`, text);
  }

  /**
   * Runs the root unit, as `box-update.service` does; returns its exit code and output. `killAt` =
   * the step at which it is killed, or at which the disk is filled. `before` = a command that
   * replaces itself by the unit.
   */
  async unit(
    killAt?: UpdateStep | `fill ${UpdateStep}`,
    before: readonly string[] = [],
  ): Promise<{ readonly code: number; readonly text: string }> {
    const program = `${ROOT}tests/support/update_unit_fixture.ts`;
    const options = {
      way: "release",
      home: this.home,
      data: this.data,
      units: this.units,
      reload: [`${this.folder}/reload`],
      reset: ["true"],
      restart: [this.#restartScript],
      watch: { whole: WATCH, patience: 25, every: 0.5 },
    };
    const run = [Deno.execPath(), "run", "-A", "--no-check", program];
    const [command, ...args] = [...before, ...run, JSON.stringify(options), killAt ?? ""];
    const { code, stdout, stderr } = await new Deno.Command(command, {
      args,
      clearEnv: true,
      env: withoutBoxVariables(Deno.env.toObject()),
    }).output();
    const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    return { code, text };
  }
}

/** A web server of signed versions, with ranges. */
export class Repository {
  readonly #folder: string;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  /** Bytes after which it breaks the connection of a file; 0 = it sends all. */
  cut = 0;
  /** The ranges that were asked for. */
  readonly ranges: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    void this.#serve();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  async #serve(): Promise<void> {
    for await (const connection of this.#listener) {
      // A client that is gone ends its connection only.
      await this.#answer(connection).catch(() => {});
      connection.close();
    }
  }

  async #answer(connection: Deno.TcpConn): Promise<void> {
    const buffer = new Uint8Array(10_000);
    const read = await connection.read(buffer) ?? 0;
    const request = new TextDecoder().decode(buffer.subarray(0, read));
    const path = /^GET (\S+)/.exec(request)?.[1] ?? "/";
    const range = /^range: (.*)$/im.exec(request)?.[1]?.trim() ?? "";
    const bytes = await Deno.readFile(this.#folder + path).catch(() => undefined);
    if (range !== "") this.ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
    const rest = bytes?.subarray(from) ?? new Uint8Array(0);
    const found = from === 0 ? "200 OK" : "206 Partial Content";
    const status = bytes === undefined ? "404 Not Found" : found;
    const of = from === 0
      ? ""
      : `content-range: bytes ${from}-${bytes!.length - 1}/${bytes!.length}\r\n`;
    const head =
      `HTTP/1.1 ${status}\r\ncontent-length: ${rest.length}\r\n${of}connection: close\r\n\r\n`;
    const isCut = this.cut > 0 && !path.endsWith(".json");
    const body = isCut ? rest.subarray(0, this.cut) : rest;
    for (const part of [new TextEncoder().encode(head), body]) {
      for (let at = 0; at < part.length;) at += await connection.write(part.subarray(at));
    }
  }

  [Symbol.dispose](): void {
    this.#listener.close();
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
