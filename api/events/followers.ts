/** Calls followers of new events: live views and the export (A 6). */
import { DomainError } from "../schema/errors.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** A callback for new events; one that throws is no longer called. */
export type Follower<T> = (events: readonly T[]) => void;

const MOST = 100;

/** The followers of one kind of event. */
export class Followers<T> {
  readonly #followers = new Set<Follower<T>>();

  /** Adds a follower; the returned function removes it. Throws `too_many_watchers`. */
  follow(follower: Follower<T>): () => void {
    if (this.#followers.size >= MOST) {
      throw new DomainError("too_many_watchers", sentence`Too many live views are open: ${MOST}`);
    }
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** The number of followers. */
  get size(): number {
    return this.#followers.size;
  }

  /** Passes events to every follower. */
  tell(events: readonly T[]): void {
    for (const follower of [...this.#followers]) {
      try {
        follower(events);
      } catch {
        this.#followers.delete(follower);
      }
    }
  }
}
