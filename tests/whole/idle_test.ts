/** Idle clients, ten thousand in the long run, and all TLS weaknesses that testssl.sh checks. */
import assert from "node:assert/strict";
import { FRONT_LIMITS } from "../../api/front/limits.ts";
import { type FrontHandle, withServer } from "../support/front_process.ts";
import { ROOT } from "../support/source_files.ts";
import { needsTool } from "../support/tool.ts";
import { openDescriptors, residentMegabytes, runText, WAIT, within } from "../support/whole_box.ts";

const LONG = Deno.env.get("BOX_LONG") === "1";
const CLIENTS = LONG ? 10_000 : 300;

/** One finding of testssl.sh. */
interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

/**
 * Runs a test while clients hold idle connections to both ports; passes the number of finished
 * handshakes.
 */
async function withIdle(
  { port, dot }: FrontHandle,
  test: (finished: number) => Promise<void>,
): Promise<void> {
  const clients = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-prompt",
      "--unsafely-ignore-certificate-errors",
      `${ROOT}tests/support/idle_clients.ts`,
      ...[CLIENTS, port, dot].map(String),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = clients.stdout.getReader();
  try {
    const { value } = await output.read();
    await test((JSON.parse(new TextDecoder().decode(value)) as { held: number }).held);
  } finally {
    output.releaseLock();
    await Promise.all([clients.stdin.close(), clients.stdout.cancel()]);
    await clients.status;
  }
}

Deno.test({
  name:
    `${CLIENTS} idle connections over HTTPS and TLS use one descriptor each, and others get answers`,
  ignore: needsTool("curl"),
  fn: () => {
    const many = { connections: CLIENTS, connectionsOfOne: CLIENTS, idle: 300_000 };
    const limits = { ...many, queries: { ...FRONT_LIMITS.queries, ...many } };
    return withServer(
      async (served) => {
        const { pid, answers } = served;
        const descriptors = openDescriptors(pid);
        const memory = residentMegabytes(pid);
        await withIdle(served, async (finished) => {
          assert.equal(finished, CLIENTS);
          const more = openDescriptors(pid) - descriptors;
          if (LONG) {
            console.log(
              `${finished} idle: ${more} descriptors, ${residentMegabytes(pid) - memory} MB more`,
            );
          }
          assert.ok(Math.abs(more - CLIENTS) < 50, String(more));
          assert.ok(residentMegabytes(pid) < memory + 400, `${memory} ${residentMegabytes(pid)}`);
          assert.ok(await answers(), "others are kept out");
        });
        assert.ok(
          await within(WAIT, () => openDescriptors(pid) < descriptors + 20),
          String(openDescriptors(pid)),
        );
      },
      [],
      limits,
    );
  },
});

if (LONG) {
  Deno.test({
    name: "Of 10,000 idle connections the oldest are closed for new clients of both protocols",
    ignore: needsTool("curl", "kdig"),
    fn: () => {
      const one = { connectionsOfOne: CLIENTS };
      return withServer(
        async (served) => {
          const { dot, pid, answers } = served;
          const memory = residentMegabytes(pid);
          await withIdle(served, async () => {
            assert.ok(await within(WAIT, answers), "clients of HTTPS are kept out");
            const outputs = await runText([
              "kdig",
              "@127.0.0.1",
              "-p",
              String(dot),
              "+tls",
              "+short",
              "a.example",
            ]);
            assert.equal(outputs.text.trim(), "192.0.2.1");
            assert.ok(residentMegabytes(pid) < memory + 250, `${memory} ${residentMegabytes(pid)}`);
          });
        },
        [],
        { ...one, queries: { ...FRONT_LIMITS.queries, ...one } },
      );
    },
  });

  Deno.test({
    name:
      "testssl.sh finds no problem with protocols, ciphers and forward secrecy, and no weakness",
    ignore: needsTool("testssl"),
    fn: () =>
      withServer(async ({ port, dot }) => {
        for (const target of [`https://127.0.0.1:${port}`, `127.0.0.1:${dot}`]) {
          const folder = await Deno.makeTempDir();
          const file = `${folder}/found.json`;
          const quiet = ["--quiet", "--color", "0", "--warnings", "batch"];
          // The client chooses the order of ciphers (RFC 8446, 4.1.2): all are sound, and it knows
          // its fastest.
          const checks = ["--protocols", "--std", "--pfs", "--vulnerable", "--ip", "one"];
          await runText(["testssl", ...quiet, ...checks, "--jsonfile", file, target]);
          const found = JSON.parse(await Deno.readTextFile(file)) as readonly Finding[];
          await Deno.remove(folder, { recursive: true });
          assert.ok(found.length > 30, String(found.length));
          // testssl.sh does not support DNS over TLS.
          const wrong = found.filter(({ id, severity }) =>
            id !== "service" && severity !== "OK" && severity !== "INFO"
          );
          assert.deepEqual(wrong.map(({ id, finding }) => `${target} ${id}: ${finding}`), []);
        }
      }),
  });
}
