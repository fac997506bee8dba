/** An origin for each row of the reasons, as a decision writes it. */
import { type BlockCause, REASONS } from "../../policy/reasons.ts";

const OF_CAUSE: Readonly<Record<Exclude<BlockCause, "">, string>> = {
  hours: "schedule:hours",
  cut: "schedule:cut",
  homework: "homework:games",
  limit: "limit:games",
  bypass: "category:bypass",
  security: "category:phishing",
  illegal: "category:child_abuse",
};
const OF_REASON: Readonly<Record<string, string>> = {
  service: "service:tiktok",
  rule: "rule:shop.example",
  tunnel: "tunnel:drip.example",
  category: "category:gambling",
  list: "list:1",
};

/**
 * An origin with this reason and cause. A reason that no protection produces yet gets a word of its
 * own.
 */
export function originOf(reason: string, cause: BlockCause): string {
  return cause === "" ? OF_REASON[reason] ?? reason : OF_CAUSE[cause];
}

/** Every pair of reason and cause that has an origin. */
export const BLOCKED_ORIGINS = REASONS.map((row) => ({
  row,
  reason: row.reason,
  cause: row.cause,
  origin: originOf(row.reason, row.cause),
}));
