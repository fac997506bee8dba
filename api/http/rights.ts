/** Access control: the areas, their rights and the rights of each role, in one place (A 5.2). */

/** The areas that rights are given for. */
export const AREAS = [
  "household",
  "devices",
  "system",
  "accounts",
  "rules",
  "reports",
  "backups",
] as const;
/** One area. */
export type Area = typeof AREAS[number];

/**
 * A named right: to read or change an area, or to replace the configuration by a backup or a pair
 * (A 5.9).
 */
export type Right = `${Area}.read` | `${Area}.write` | "backups.restore";
/** Every right there is. */
export const RIGHTS: readonly Right[] = [
  ...AREAS.flatMap((area) => [`${area}.read`, `${area}.write`] as const),
  "backups.restore",
];

/** Administrators have a role; members see only what concerns their own person. */
export const ACCOUNT_KINDS = ["administrator", "member"] as const;
/** Kind of an account. */
export type AccountKind = typeof ACCOUNT_KINDS[number];
/** Roles of administrators; `custom` (business plan) has the rights that were chosen one by one. */
export const ROLES = ["full", "everyday", "readonly", "custom"] as const;
/** Role of an administrator. */
export type Role = typeof ROLES[number];

const both = (...areas: readonly Area[]): Right[] =>
  areas.flatMap((area) => [`${area}.read`, `${area}.write`] as const);

/**
 * The matrix: the rights of each role. `setup` is the default account until the installation is
 * finished, `member` any member.
 */
export const MATRIX: Readonly<
  Record<Exclude<Role, "custom"> | "setup" | "member", ReadonlySet<Right>>
> = {
  full: new Set(RIGHTS),
  everyday: new Set<Right>([
    ...both("household", "devices", "rules"),
    "reports.read",
    "system.read",
  ]),
  readonly: new Set(AREAS.map((area) => `${area}.read` as const)),
  // Data that the guided setup shows: upstreams, lists, and the networks of the box.
  setup: new Set<Right>(["system.read", "rules.read"]),
  member: new Set<Right>(),
};

/**
 * Rights of an account; chosen ones count for the role `custom` only, and the right to change
 * includes the right to read.
 */
export function rightsOf(
  kind: AccountKind,
  role: Role,
  chosen: readonly Right[] = [],
): ReadonlySet<Right> {
  if (kind === "member") return MATRIX.member;
  return role === "custom" ? withReading(chosen) : MATRIX[role];
}

/** The rights, with the rights to read that changing needs. */
export function withReading(rights: readonly Right[]): ReadonlySet<Right> {
  const all = new Set(rights);
  for (const right of rights) all.add(`${right.slice(0, right.indexOf(".")) as Area}.read`);
  return all;
}

/** Whether a text names a right. */
export function isRight(text: string): text is Right {
  return (RIGHTS as readonly string[]).includes(text);
}
