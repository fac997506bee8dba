/**
 * The image for the Raspberry Pi in an emulated machine: BOX_IMAGE names the image, which `deno task
 * image --plain` builds. The kernel and the system are those of the image; the boot loader and the
 * devices of a Raspberry Pi are not emulated.
 */
import assert from "node:assert/strict";
import { runTool } from "../../packaging/tools.ts";
import { freePort } from "../support/box_process.ts";
import { needsTool } from "../support/tool.ts";
import { within } from "../support/whole_box.ts";

const IMAGE = Deno.env.get("BOX_IMAGE") ?? "";
/** Where the boot partition begins, in the words of mtools. */
const BOOT = "@@4M";
/** Milliseconds for an emulated start on a busy machine. */
const PATIENCE = 45 * 60_000;
const CUSTOM = `config_version = 1
[system]
hostname = "box-upstairs"
[wlan]
ssid = "home"
password = "a secret of the home"
country = "DE"
[locale]
timezone = "Europe/Berlin"
`;

async function run(...command: readonly string[]): Promise<string> {
  const { code, output, reason } = await runTool(command, { limit: 300 });
  assert.equal(code, 0, `${command[0]}: ${reason}`);
  return output;
}

/** The output of a program as it grows. */
function follow(child: Deno.ChildProcess): { text: string; ended: Promise<void> } {
  const kept = { text: "", ended: Promise.resolve() };
  kept.ended = (async () => {
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) kept.text += piece;
  })();
  return kept;
}

Deno.test({
  name: "The image starts, grows, applies custom.toml, shows its address and answers",
  ignore: IMAGE === "" || needsTool("qemu-system-aarch64", "mcopy", "dig"),
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "box-card-" });
    const card = `${folder}/card.img`;
    const boot = `${card}${BOOT}`;
    const dns = freePort();
    const http = freePort();
    try {
      await run("cp", "--sparse=always", IMAGE, card);
      await Deno.truncate(card, (await Deno.stat(card)).size + 1024 ** 3);
      const names = await run("mdir", "-b", "-i", boot, "::");
      const kernel = /::\/(vmlinuz-\S+)/.exec(names)![1];
      const initrd = /::\/(initrd\.img-\S+)/.exec(names)![1];
      await run("mcopy", "-i", boot, `::${kernel}`, `::${initrd}`, folder);
      await Deno.writeTextFile(`${folder}/custom.toml`, CUSTOM);
      await run("mcopy", "-i", boot, `${folder}/custom.toml`, "::");

      const machine = new Deno.Command("qemu-system-aarch64", {
        args: [
          ...["-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "1024", "-nographic"],
          ...["-kernel", `${folder}/${kernel}`, "-initrd", `${folder}/${initrd}`],
          ...["-append", "root=LABEL=box-root rw console=ttyAMA0"],
          ...["-drive", `if=none,id=card,format=raw,file=${card}`],
          ...[
            "-device",
            "virtio-blk-device,drive=card",
            "-device",
            "virtio-net-device,netdev=home",
          ],
          "-netdev",
          `user,id=home,hostfwd=udp:127.0.0.1:${dns}-:53,hostfwd=tcp:127.0.0.1:${http}-:80`,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const console_ = follow(machine);
      const began = performance.now();
      const after = (what: string) =>
        console.log(
          `image in qemu: ${what} after ${((performance.now() - began) / 1000).toFixed(0)} s`,
        );
      try {
        const shows = (form: RegExp) => within(PATIENCE, () => form.test(console_.text));
        assert.ok(
          await shows(/open http:\/\/box\.local\/ or http:\/\/10\.0\.2\.15\//),
          console_.text,
        );
        after("the address is on the console");
        assert.match(console_.text, /box-upstairs login:/);
        const answered = await within(PATIENCE, async () => {
          const { output } = await runTool(
            [
              "dig",
              "@127.0.0.1",
              "-p",
              String(dns),
              "+short",
              "+tries=1",
              "+time=3",
              "doubleclick.net",
            ],
            { limit: 10 },
          );
          return output.trim() === "0.0.0.0";
        });
        assert.ok(answered, console_.text);
        after("a name is answered");
        assert.ok(await shows(/The root partition has (\d+)M/), console_.text);
        const [, size] = /The root partition has (\d+)M/.exec(console_.text)!;
        assert.ok(Number(size) > 1024 + 500, size);
        assert.ok(
          await within(PATIENCE, async () => {
            const health = await fetch(`http://127.0.0.1:${http}/healthz`).catch(() => undefined);
            await health?.body?.cancel();
            return health?.ok === true;
          }),
          console_.text,
        );
        after("the pages open");
        assert.match(console_.text, /box image: applied config_version, system\.hostname/);
        assert.doesNotMatch(console_.text, /a secret of the home/);
      } finally {
        machine.kill("SIGTERM");
        await machine.status;
        await machine.stdin.close().catch(() => {});
        await console_.ended;
      }
      const left = await run("mdir", "-b", "-i", boot, "::");
      assert.match(left, /::\/custom-applied\.txt/);
      assert.doesNotMatch(left, /::\/custom\.toml$/m);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

for (
  const [unit, light] of [["default-on", "ACT"], ["heartbeat", "led0"]] as const
) {
  Deno.test(`The light of the image shows ${unit} on ${light}`, async () => {
    const leds = await Deno.makeTempDir({ prefix: "box-leds-" });
    try {
      await Deno.mkdir(`${leds}/${light}`);
      await Deno.writeTextFile(`${leds}/${light}/trigger`, "none");
      const script = new URL(
        "../../packaging/image/files/usr/lib/box-image/light",
        import.meta.url,
      );
      const { code, reason } = await runTool(["sh", script.pathname, unit], {
        limit: 10,
        env: { LEDS: leds },
      });
      assert.equal(code, 0, reason);
      assert.equal(await Deno.readTextFile(`${leds}/${light}/trigger`), `${unit}\n`);
    } finally {
      await Deno.remove(leds, { recursive: true });
    }
  });
}
