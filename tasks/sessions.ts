/** The task that ends sessions whose time is over (A 5.1). */
import type { AccountService } from "../api/accounts/service.ts";
import type { Task } from "./task.ts";

/** Ends sessions whose time is over, and what expired tokens are in the middle of. */
export function sessionsSweep(accounts: AccountService): Task {
  return {
    name: "sessions.sweep",
    doc: "Ends sessions whose time is over, and what expired tokens are in the middle of",
    when: { every: 60_000 },
    deadline: 30_000,
    jitter: 5_000,
    run: () => accounts.sweep(),
  };
}
