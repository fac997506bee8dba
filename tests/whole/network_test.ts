/**
 * The box on a network of the test: several addresses, link-local ones, addresses that come and go,
 * ports in use.
 */
import assert from "node:assert/strict";
import { freePort, FROM_SOURCE } from "../support/box_process.ts";
import { MAY_MAKE_NAMESPACES, NetworkNamespace } from "../support/network_namespace.ts";
import { hasTool, needsTool } from "../support/tool.ts";
import { runBox, runText, WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig");

/** A box started with only the options of the test. */
class Listening {
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;
  readonly folder: string;

  constructor(folder: string, before: readonly string[], flags: readonly string[]) {
    this.folder = folder;
    const options = [
      "--https-listen=",
      "--hosts-file=",
      "--upstreams=127.0.0.1:9",
      `--data-dir=${folder}`,
    ];
    const args = [...before, ...FROM_SOURCE, "serve", "--dev", ...options, ...flags];
    this.#child = new Deno.Command(args[0], {
      args: args.slice(1),
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#output = new Response(this.#child.stderr).text();
  }

  async end(): Promise<{ code: number; output: string }> {
    try {
      this.#child.kill("SIGTERM");
    } catch {
      // It ended by itself.
    }
    return { code: (await this.#child.status).code, output: await this.#output };
  }

  /** Waits until it ends by itself. */
  async ended(): Promise<{ code: number; output: string }> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), WAIT);
    const { code } = await this.#child.status;
    clearTimeout(timer);
    return { code, output: await this.#output };
  }
}

async function listening(
  before: readonly string[],
  flags: readonly string[],
  test: (box: Listening) => Promise<void>,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  const box = new Listening(folder, before, flags);
  try {
    await test(box);
    return (await box.end()).output;
  } finally {
    await box.end();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The output of dig for the name of the box, at an address, from a source address if given. */
async function ask(before: readonly string[], at: string, ...options: string[]): Promise<string> {
  const args = ["dig", `@${at}`, "+tries=1", "+time=10", "box.home.arpa", ...options];
  return (await runText([...before, ...args])).text;
}

const answered = (text: string) => /status: NOERROR/.test(text);

Deno.test({
  name: "Answers leave from the queried address, and a new network may query at once",
  ignore: CANNOT,
  fn: () =>
    NetworkNamespace.run(async (network) => {
      await network.ip("address", "add", "10.9.0.1/24", "dev", "box0");
      await network.ip("address", "add", "10.9.0.2/24", "dev", "box0");
      await network.ip("address", "add", "fd09::1/64", "dev", "box0", "nodad");
      const local =
        /inet6 (fe80:[0-9a-f:]+)/.exec(await network.ip("address", "show", "dev", "box0"))![1];
      await listening(network.inside, ["--dns-listen=:5300"], async () => {
        assert.ok(
          await within(
            WAIT,
            async () => answered(await ask(network.inside, "10.9.0.1", "-p", "5300")),
          ),
        );
        for (const address of ["10.9.0.2", "fd09::1", `${local}%box0`]) {
          for (const over of ["+notcp", "+tcp"]) {
            const text = await ask(network.inside, address, "-p", "5300", over);
            assert.ok(answered(text), `${address} ${over}: ${text}`);
          }
        }
        await network.ip("address", "add", "10.9.0.3/24", "dev", "box0");
        assert.ok(
          answered(await ask(network.inside, "10.9.0.3", "-p", "5300")),
          "an address added later",
        );
        await network.ip("address", "del", "10.9.0.3/24", "dev", "box0");
        await network.ip("link", "set", "box0", "down");
        await network.ip("link", "set", "box0", "up");
        assert.ok(
          answered(await ask(network.inside, "10.9.0.2", "-p", "5300")),
          "an interface that went and came",
        );
        await network.ip("address", "add", "198.51.100.7/24", "dev", "box0");
        const renumbered = () =>
          ask(network.inside, "198.51.100.7", "-p", "5300", "-b", "198.51.100.7");
        assert.ok(
          await within(WAIT, async () => answered(await renumbered())),
          "a new network of the machine",
        );
      });
    }),
});

Deno.test({
  name: "The box listens on a link-local address of one interface",
  ignore: CANNOT,
  fn: () =>
    NetworkNamespace.run(async (network) => {
      const local =
        /inet6 (fe80:[0-9a-f:]+)/.exec(await network.ip("address", "show", "dev", "box0"))![1];
      const output = await listening(
        network.inside,
        [`--dns-listen=[${local}%box0]:5300`],
        async () => {
          assert.ok(
            await within(
              WAIT,
              async () => answered(await ask(network.inside, `${local}%box0`, "-p", "5300")),
            ),
            "no answer from the link-local address",
          );
        },
      );
      assert.match(output, /The box answers/);
    }),
});

Deno.test("A port in use is reported with its holder; other addresses work; without any the box exits with 1", async () => {
  const port = freePort();
  const other = freePort();
  const holder = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port });
  const tcp = Deno.listen({ hostname: "127.0.0.1", port });
  try {
    const both = [
      `--dns-listen=127.0.0.1:${port},127.0.0.2:${other}`,
      `--http-listen=127.0.0.1:${port}`,
    ];
    const output = await listening([], both, async () => {
      if (!hasTool("dig")) return;
      assert.ok(
        await within(WAIT, async () => answered(await ask([], "127.0.0.2", "-p", String(other)))),
      );
    });
    if (hasTool("dig")) {
      assert.match(
        output,
        new RegExp(
          `DNS cannot listen on 127\\.0\\.0\\.1:${port}.*in use.*process ${Deno.pid}`,
          "i",
        ),
      );
      assert.match(
        output,
        new RegExp(`HTTP cannot listen on 127\\.0\\.0\\.1:${port}.*process ${Deno.pid}`),
      );
    }
    const folder = await Deno.makeTempDir();
    const alone = await new Listening(folder, [], [
      `--dns-listen=127.0.0.1:${port}`,
      "--http-listen=",
    ]).ended();
    await Deno.remove(folder, { recursive: true });
    assert.equal(alone.code, 1, alone.output);
    assert.match(alone.output, /No address can answer DNS.*--dns-listen/);
  } finally {
    holder.close();
    tcp.close();
  }
});

Deno.test("An invalid call exits with 2, and a call without a running service with 3", async () => {
  const folder = await Deno.makeTempDir();
  const wrong: Record<string, RegExp> = {
    "serve --workers=99": /--workers.*1.*16.*99/,
    "serve --upstreams=nonsense:": /--upstreams.*use an IP address.*nonsense:/,
    "serve --dns-listen=300.1.1.1:53": /--dns-listen, allowed is .*300\.1\.1\.1/,
    "serve more words": /more/,
    "lissts": /lissts[\s\S]*|lists/,
    "log --since=yesterday-ish": /since|yesterday/,
    "query": /NAME|name/,
  };
  for (const [line, says] of Object.entries(wrong)) {
    const { code, text } = await runBox(line.split(" "));
    assert.equal(code, 2, `${line}: ${text}`);
    assert.match(text, says, line);
  }
  for (
    const line of ["status", "log", "lists", "query a.example", "stats", "settings", "cache flush"]
  ) {
    const { code, text } = await runBox([...line.split(" "), `--data-dir=${folder}`]);
    assert.equal(code, 3, `${line}: ${text}`);
    assert.match(text, /not running.*box serve/, line);
  }
  await Deno.remove(folder, { recursive: true });
});
