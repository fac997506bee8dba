/**
 * `deno task image`: builds the image of the box for 64-bit models of the Raspberry Pi from Debian's
 * packages and the archive for arm64 in dist/, which `deno task release` or `deno task image
 * --archive FILE` provides. Root runs it, or a user with a range of user ids (subuid(5)), on an
 * arm64 machine or where qemu runs arm64 programs.
 */
import { parseArgs } from "node:util";
import { VERSION } from "../../api/system/version.ts";
import { KEYRING, MIRROR, SECURITY_MIRROR, SUITE } from "../debian_parts.ts";
import { findTool, runTool } from "../tools.ts";

const SOURCE = new URL(".", import.meta.url).pathname;
const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
/** Seconds that Debian's packages may take, mostly under an emulator. */
const DEBIAN_LIMIT = 7200;
const LIMIT = 900;
/** Leaves the initramfs to `customize.sh`: Debian's packages make it twice, each time from nothing. */
const DEFERRED = { INITRD: "No" };
const MEGABYTE = 1024 * 1024;
const SECTOR = 512;
/** Where the boot partition begins, and its size. */
const BOOT_START = 4 * MEGABYTE;
const BOOT_SIZE = 256 * MEGABYTE;
/** Space of the root partition beyond its content, until it grows to the card. */
const ROOT_SPARE = 256 * MEGABYTE;

/** Debian's packages beside the essential ones. */
const PACKAGES: readonly string[] = [
  // The machine: firmware, kernel, radio.
  "firmware-brcm80211",
  "initramfs-tools",
  "linux-image-arm64",
  "raspi-firmware",
  "wireless-regdb",
  "wpasupplicant",
  // The initramfs, which gzip makes slower and larger.
  "zstd",
  // The system: services, names, time, permissions of the page "System".
  "dbus",
  "kmod",
  "libnss-systemd",
  "libpam-systemd",
  "polkitd",
  "systemd",
  "systemd-resolved",
  "systemd-sysv",
  "systemd-timesyncd",
  "tzdata",
  "udev",
  // Tools: growing the root partition, SSH, and what people expect.
  "ca-certificates",
  "e2fsprogs",
  "fdisk",
  "iproute2",
  "openssh-server",
  "sudo",
];

/** What the image is made from. */
export interface ImageInput {
  readonly version: string;
  /** The archive of the box for arm64. */
  readonly archive: string;
  /** Folder that receives the image. */
  readonly out: string;
  /** Whether it is compressed, as it is offered. */
  readonly isCompressed: boolean;
}

/** Builds the image; resolves with its path. */
export async function buildImage(input: ImageInput): Promise<string> {
  await Deno.stat(input.archive);
  await checkMachine();
  const work = await Deno.makeTempDir({ prefix: "box-image-" });
  try {
    await timed("Debian and the box", () => makeRoot(work, input.archive));
    await timed("File systems", () => makePartitions(work));
    const path = `${input.out}/box-${input.version}-raspberry-pi.img`;
    await Deno.mkdir(input.out, { recursive: true });
    await timed("Partitions", () => joinPartitions(work, path));
    if (!input.isCompressed) return path;
    await timed("Compression", () => run(["xz", "--force", "--threads=0", "-3", path], LIMIT));
    return `${path}.xz`;
  } finally {
    await run([...asRoot(), "rm", "-rf", work], LIMIT);
  }
}

/** Takes a step and prints the seconds that it took. */
async function timed(step: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${step}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** The words in front of a command that keeps the owners of files: none for root. */
function asRoot(): string[] {
  return Deno.uid() === 0 ? [] : ["unshare", "--map-root-user", "--map-auto"];
}

async function checkMachine(): Promise<void> {
  const tools = [
    ["mmdebstrap", "mmdebstrap"],
    ["mkfs.ext4", "e2fsprogs"],
    ["mkfs.vfat", "dosfstools"],
    ["mcopy", "mtools"],
    ["sfdisk", "fdisk"],
    ["xz", "xz-utils"],
  ] as const;
  for (const [tool, name] of tools) findTool([tool], `${tool}, which Debian's package ${name} has`);
  if (Deno.build.arch === "aarch64") return;
  const tester = findTool(["arch-test"], "arch-test, which Debian's package arch-test has");
  if ((await runTool([tester, "arm64"], { limit: 30 })).code !== 0) {
    throw new Error(
      "This machine does not run programs for arm64: install qemu-user-static and binfmt-support",
    );
  }
}

/** Makes `root.tar` with Debian, the box and the files of the image. */
async function makeRoot(work: string, archive: string): Promise<void> {
  const plain = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  await run(["tar", ...plain, "-C", `${SOURCE}files`, "-cf", `${work}/files.tar`, "."], LIMIT);
  await Deno.copyFile(archive, `${work}/box.tar.gz`);
  await Deno.copyFile(`${SOURCE}customize.sh`, `${work}/customize.sh`);
  const source = (address: string, suite: string) =>
    `deb [signed-by=${KEYRING}] ${address} ${suite} main non-free-firmware`;
  const hooks = [
    `tar-in ${work}/files.tar /`,
    `copy-in ${work}/box.tar.gz ${work}/customize.sh /root`,
    // The page "System" restarts and turns off the machine.
    `copy-in ${SOURCE}../debian/50-box.rules /usr/share/polkit-1/rules.d`,
    'chroot "$1" sh /root/customize.sh',
    'rm "$1/root/customize.sh"',
  ];
  console.log("Debian's packages are installed; under an emulator this takes up to half an hour");
  await run(
    [
      "mmdebstrap",
      `--mode=${Deno.uid() === 0 ? "root" : "unshare"}`,
      "--architectures=arm64",
      "--variant=minbase",
      '--aptopt=Acquire::Languages "none"',
      "--dpkgopt=path-exclude=/usr/share/man/*",
      "--dpkgopt=path-exclude=/usr/share/locale/*",
      `--include=${PACKAGES.join(",")}`,
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      SUITE,
      `${work}/root.tar`,
      source(MIRROR, SUITE),
      source(MIRROR, `${SUITE}-updates`),
      source(SECURITY_MIRROR, `${SUITE}-security`),
    ],
    DEBIAN_LIMIT,
    DEFERRED,
  );
}

/** Makes the file systems `boot.img` and `root.img` from `root.tar`. */
async function makePartitions(work: string): Promise<void> {
  const tree = `${work}/tree`;
  // Devices are made by the kernel at each start.
  const unpack = `set -e
    mkdir "$1"
    tar --numeric-owner --xattrs --exclude='./dev/*' -xpf "$2" -C "$1"
    mkfs.vfat -C -F 32 -n BOX-BOOT "$3/boot.img" ${BOOT_SIZE / 1024} > /dev/null
    mcopy -s -i "$3/boot.img" "$1"/boot/firmware/* ::
    rm -rf "$1"/boot/firmware/*
    size=$(du --summarize --block-size=1 "$1" | cut -f 1)
    truncate --size=$(( (size + size / 12 + ${ROOT_SPARE}) / ${MEGABYTE} * ${MEGABYTE} )) "$3/root.img"
    mkfs.ext4 -q -F -L box-root -m 1 -d "$1" "$3/root.img"`;
  await run([...asRoot(), "sh", "-c", unpack, "sh", tree, `${work}/root.tar`, work], LIMIT);
}

/** Writes both partitions behind a partition table; the second one has the rest of the card. */
async function joinPartitions(work: string, path: string): Promise<void> {
  const rootStart = BOOT_START + BOOT_SIZE;
  const { size } = await Deno.stat(`${work}/root.img`);
  {
    using _ = await Deno.open(path, { write: true, create: true, truncate: true });
  }
  await Deno.truncate(path, rootStart + size);
  await Deno.writeTextFile(
    `${work}/table`,
    [
      "label: dos",
      `start=${BOOT_START / SECTOR}, size=${BOOT_SIZE / SECTOR}, type=c, bootable`,
      `start=${rootStart / SECTOR}, size=${size / SECTOR}, type=83`,
      "",
    ].join("\n"),
  );
  await run(["sh", "-c", 'sfdisk --quiet "$0" < "$1"', path, `${work}/table`], LIMIT);
  for (const [name, start] of [["boot", BOOT_START], ["root", rootStart]] as const) {
    const seek = start / MEGABYTE;
    await run([
      ...["dd", `if=${work}/${name}.img`, `of=${path}`, "bs=1M", `seek=${seek}`],
      ...["conv=notrunc,sparse", "status=none"],
    ], LIMIT);
  }
}

async function run(
  command: readonly string[],
  limit: number,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const ended = await runTool(command, { limit, env });
  if (ended.code !== 0) {
    const last = ended.transcript.trim().split("\n").slice(-15).join("\n");
    throw new Error(`The image cannot be built: ${command[0]}: ${ended.reason}\n${last}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      archive: { type: "string", default: `${ROOT}/dist/box-${VERSION}-linux-arm64.tar.gz` },
      plain: { type: "boolean", default: false },
    },
  });
  const input = { version: VERSION, archive: values.archive, out: `${ROOT}/dist` };
  const path = await buildImage({ ...input, isCompressed: !values.plain });
  const megabytes = ((await Deno.stat(path)).size / 1e6).toFixed(0);
  console.log(`${path.slice(ROOT.length + 1)}: ${megabytes} MB`);
}

if (import.meta.main) await main();
