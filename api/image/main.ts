/**
 * `box image-setup`, which root runs in the image for the Raspberry Pi when `custom.toml` lies on
 * the boot partition (packaging/image/units/box-image-setup.service): writes the files of the
 * system, deletes the secrets, and says beside them what was done.
 */
import { parseArgs } from "node:util";
import { type CustomImage, isSystemName, MOST_CUSTOM, readCustom } from "./custom.ts";

/** Names on the boot partition. */
const CUSTOM = "custom.toml";
const DONE = "custom-applied.txt";
const REFUSED = "custom-error.txt";
/** The account that the unit adds: its name and the hash of its password in two lines. */
const USER = "/run/box-image/user";

/** Runs the program; resolves with its exit code. */
export async function imageSetupCommand(
  argv: readonly string[],
  write: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      boot: { type: "string", default: "/boot/firmware" },
      root: { type: "string", default: "" },
    },
  });
  try {
    const { keys } = await applyCustom(values.boot, values.root);
    write(`box image: applied ${keys.join(", ")}\n`);
    return 0;
  } catch (error) {
    write(`box image: custom.toml changes nothing: ${(error as Error).message}\n`);
    return 1;
  }
}

/**
 * Applies `custom.toml` in the folder `boot` to the system in `root`, all of it or nothing. A file
 * that is refused stays, with the reason beside it.
 */
export async function applyCustom(boot: string, root: string): Promise<CustomImage> {
  const path = `${boot}/${CUSTOM}`;
  let custom: CustomImage;
  try {
    const { size } = await Deno.stat(path);
    if (size > MOST_CUSTOM) throw new Error("it is too long");
    custom = readCustom(await Deno.readTextFile(path));
    if (custom.zone !== undefined && !(await exists(root + custom.zone))) {
      throw new Error("locale.timezone is no time zone");
    }
    if (custom.user !== undefined) {
      const [passwd, group] = ["passwd", "group"].map((name) => textIfThere(`${root}/etc/${name}`));
      if (isSystemName(custom.user.name, passwd!, group!)) {
        throw new Error("user.name belongs to the system");
      }
    }
  } catch (error) {
    await Deno.writeTextFile(
      `${boot}/${REFUSED}`,
      `${CUSTOM} changed nothing: ${(error as Error).message}.\n`,
    );
    throw error;
  }
  for (const { path, mode, text } of custom.files) await writeWithMode(root + path, text, mode);
  for (const path of custom.removed) {
    if (await exists(root + path)) await Deno.remove(root + path);
  }
  if (custom.zone !== undefined) {
    await Deno.remove(`${root}/etc/localtime`).catch(() => {});
    await Deno.symlink(custom.zone, `${root}/etc/localtime`);
  }
  if (custom.user !== undefined) {
    await writeWithMode(root + USER, `${custom.user.name}\n${custom.user.hash}\n`, 0o600);
  }
  await forget(path);
  await Deno.remove(`${boot}/${REFUSED}`).catch(() => {});
  await Deno.writeTextFile(
    `${boot}/${DONE}`,
    `Applied and deleted, since it held secrets: ${custom.keys.join(", ")}.\n`,
  );
  return custom;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false);
}

function textIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Writes a new file with its mode, and then gives it its name. */
async function writeWithMode(path: string, text: string, mode: number): Promise<void> {
  await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
  const fresh = `${path}.new`;
  await Deno.remove(fresh).catch(() => {});
  {
    using file = await Deno.open(fresh, { write: true, createNew: true, mode });
    await file.write(new TextEncoder().encode(text));
    await file.sync();
  }
  await Deno.chmod(fresh, mode);
  await Deno.rename(fresh, path);
}

/** Overwrites a file before it is deleted, as far as the memory card does so. */
async function forget(path: string): Promise<void> {
  {
    using file = await Deno.open(path, { write: true });
    const { size } = await file.stat();
    await file.write(new Uint8Array(size));
    await file.sync();
  }
  await Deno.remove(path);
}
