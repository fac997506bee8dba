/** Every action of the administration log, declared once: what it says, and what of it is masked (A 6, B 6; DESIGN 6). */

/** How a field is written: as it is, or masked (`m…@example.com`): enough to recognise, too little to read. */
export type AuditField = "plain" | "masked";

/** One action. */
export interface AuditActionRow {
  /** What was done, for a person. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, AuditField>>;
}

/** The actions, by area. */
export const AUDIT_ACTIONS = {
  // Settings: the names of those that changed, never values (A 6).
  "settings.change": { doc: "Settings were changed", fields: { settings: "plain" } },
  "settings.reset": { doc: "Settings were put back to their default", fields: { settings: "plain" } },
  // Lists.
  "list.add": { doc: "A list was subscribed", fields: { list: "plain", url: "plain" } },
  "list.remove": { doc: "A list was removed", fields: { list: "plain" } },
  "list.change": { doc: "A list was turned on or off", fields: { list: "plain", enabled: "plain" } },
  "list.accept": { doc: "The new copy of a list that lost most of its lines was accepted", fields: { list: "plain" } },
  "list.refresh": { doc: "New copies of lists were asked for", fields: { list: "plain" } },
  // The running box.
  "cache.flush": { doc: "Answers were removed from the cache", fields: { entries: "plain" } },
  "task.run": { doc: "A task was run by hand", fields: { task: "plain" } },
} as const satisfies Record<string, AuditActionRow>;

/** A declared action. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** A value of a field. */
export type AuditValue = string | number | boolean | readonly (string | number)[];
/** What is told of an action: a value for each of its fields; one that does not apply is left out. */
export type AuditDetail<A extends AuditAction> = {
  readonly [Field in keyof (typeof AUDIT_ACTIONS)[A]["fields"]]?: AuditValue;
};
