/** Why a name is blocked, printed after its status: the reason, and the origin with its cause. */
import type { QueryAnswer } from "../api/features/network/query/routes.ts";

/** ` (schedule, schedule:cut)`; "" = not blocked. */
export function blockReason({ reason, by }: Pick<QueryAnswer, "reason" | "by">): string {
  if (reason === "") return "";
  const origin = by?.origin ?? "";
  return origin === "" || origin === reason ? ` (${reason})` : ` (${reason}, ${origin})`;
}
