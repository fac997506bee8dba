/**
 * The front as a separate process under load, without descriptors and among clients that connect
 * and leave: it leaks nothing.
 */
import assert from "node:assert/strict";
import { closeDescriptor, connectFrom, sendBytes, startConnecting } from "../support/flood.ts";
import { withServer } from "../support/front_process.ts";
import { hasTool, needsTool } from "../support/tool.ts";
import { openDescriptors, pause, residentMegabytes, WAIT, within } from "../support/whole_box.ts";

const LONG = Deno.env.get("BOX_LONG") === "1";
const GARBAGE = new Uint8Array(64).fill(22);

/** The summary of h2load; "" when it is not done within five minutes, or within `limit`. */
async function h2load(port: number, args: readonly string[], limit = 300_000): Promise<string> {
  const child = new Deno.Command("h2load", {
    args: [...args, `https://127.0.0.1:${port}/`],
    stdout: "piped",
    stderr: "null",
    signal: AbortSignal.timeout(limit),
  }).spawn();
  const text = await new Response(child.stdout).text();
  if (!(await child.status).success) return "";
  return `${/requests: .*/.exec(text)?.[0]}; ${/status codes: .*/.exec(text)?.[0]}; ${
    /finished .*/.exec(text)?.[0]
  }`;
}

Deno.test({
  name:
    "h2load gets all 20,000 responses on 20 connections of 20 streams, over HTTP/2 and HTTP/1.1",
  ignore: needsTool("h2load", "curl"),
  fn: () =>
    withServer(async ({ port, pid, answers }) => {
      for (let round = 0; round < (LONG ? 20 : 1); round++) {
        for (const args of [["-m", "20"], ["--h1"]]) {
          const summary = await h2load(port, ["-n", "20000", "-c", "20", ...args]);
          if (LONG) {
            console.log(`${args.join(" ")}: ${summary}, ${residentMegabytes(pid).toFixed(0)} MB`);
          }
          assert.match(
            summary,
            /20000 succeeded, 0 failed, 0 errored, 0 timeout; status codes: 20000 2xx/,
          );
        }
      }
      assert.ok(await within(WAIT, answers));
    }),
});

Deno.test({
  name:
    "Clients that connect and leave, before, during and after TLS, leak neither descriptors nor memory",
  ignore: needsTool("curl", "h2load"),
  fn: () =>
    withServer(
      async ({ port, dot, pid, answers }) => {
        const times = LONG ? 10_000 : 1000;
        const churn = async () => {
          for (let i = 0; i < times; i++) {
            const fd = connectFrom(`127.0.1.${1 + i % 200}`, i % 2 ? port : dot);
            assert.ok(fd >= 0);
            if (i % 3 === 1) sendBytes(fd, GARBAGE);
            if (i % 50 === 0) await pause(5);
            closeDescriptor(fd);
          }
          for (let i = 0; i < times / 100; i++) await h2load(port, ["-n", "100", "-c", "100"]);
          await pause(500);
        };
        // Memory grows with the first crowds of clients to what they need, and then no more.
        for (let round = 0; round < 3; round++) await churn();
        const descriptors = openDescriptors(pid);
        const memory = residentMegabytes(pid);
        await churn();
        await churn();
        if (LONG) {
          console.log(
            `after ${times * 3} connections: ${memory} MB before, ${residentMegabytes(pid)} MB now`,
          );
        }
        assert.ok(
          await within(WAIT, () => openDescriptors(pid) <= descriptors + 10),
          `${descriptors} ${openDescriptors(pid)}`,
        );
        assert.ok(residentMegabytes(pid) < memory + 60, `${memory} ${residentMegabytes(pid)}`);
        assert.ok(await within(WAIT, answers));
      },
      [],
      { handshake: 1000 },
    ),
});

Deno.test({
  name: "Without free descriptors the front survives, and answers again once clients are gone",
  ignore: !hasTool("prlimit") || needsTool("curl", "h2load"),
  fn: () =>
    withServer(
      async ({ port, answers }) => {
        for (let round = 0; round < (LONG ? 10 : 2); round++) {
          const held: number[] = [];
          for (let i = 0; i < 200; i++) held.push(startConnecting(`127.0.2.${1 + i % 100}`, port));
          await pause(300);
          await h2load(port, ["-n", "50", "-c", "50"], 3000);
          held.forEach((fd) => fd >= 0 && closeDescriptor(fd));
          assert.ok(await within(WAIT, answers), "nothing is answered any more");
          // With descriptors for some inner connections, but not for all.
          await h2load(port, ["-n", "60", "-c", "60"], 3000);
          assert.ok(await within(WAIT, answers), "nothing is answered any more");
        }
      },
      ["prlimit", "--nofile=100:100"],
      { silent: 500 },
    ),
});

Deno.test({
  name: "A crowd of silent clients is disconnected, and does not keep others out",
  ignore: needsTool("curl"),
  fn: () =>
    withServer(async ({ port, pid, answers }) => {
      const before = openDescriptors(pid);
      const held: number[] = [];
      for (let i = 0; i < 1500; i++) held.push(startConnecting(`127.0.3.${1 + i % 200}`, port));
      assert.ok(await within(WAIT, answers), "others are kept out");
      assert.ok(
        await within(WAIT, () => openDescriptors(pid) < before + 20),
        String(openDescriptors(pid)),
      );
      held.forEach((fd) => fd >= 0 && closeDescriptor(fd));
      assert.ok(await within(WAIT, answers));
    }),
});
