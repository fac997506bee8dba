/**
 * Starts programs in a folder that is their root, with nothing but what lies in it and /proc, which
 * belongs to the kernel. It works as root and where users may make namespaces.
 */
import { runTool, type ToolResult } from "../../packaging/tools.ts";

/** Mounts /proc in the folder, for this program and its children only. */
const ENTER = 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"';

/** The words in front of a command whose root is `folder`. */
export function inRoot(folder: string): string[] {
  const user = Deno.uid() === 0 ? [] : ["--user", "--map-root-user"];
  return ["unshare", ...user, "--mount", "sh", "-c", ENTER, folder];
}

/** Why this machine lets nobody do so; "" = it does. */
export async function refusal(): Promise<string> {
  const user = Deno.uid() === 0 ? [] : ["--user", "--map-root-user"];
  const tried: ToolResult = await runTool(["unshare", ...user, "--mount", "true"], { limit: 10 });
  return tried.code === 0 ? "" : tried.reason;
}
