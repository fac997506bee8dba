/** OpenPGP keys for tests of signed repositories. */
import { runTool } from "../../packaging/tools.ts";

/** Makes a key without a passphrase in a folder; resolves with the path of the secret key. */
export async function openPgpKey(folder: string): Promise<string> {
  const home = `${folder}/gnupg`;
  await Deno.mkdir(home, { mode: 0o700 });
  const gpg = ["gpg", "--homedir", home, "--batch", "--yes"];
  const identity = ["test", "ed25519", "sign", "never"];
  const made = await runTool([...gpg, "--passphrase", "", "--quick-generate-key", ...identity], {
    limit: 60,
  });
  if (made.code !== 0) throw new Error(`gpg makes no key: ${made.output}`);
  const path = `${folder}/key.asc`;
  await runTool([...gpg, "--armor", "--output", path, "--export-secret-keys"], { limit: 60 });
  await runTool(["gpgconf", "--homedir", home, "--kill", "all"], { limit: 60 });
  return path;
}
