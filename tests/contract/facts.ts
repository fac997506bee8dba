/** The content of the services in memory. */
import type { JournalObservation } from "../../api/features/insight/journal/service.ts";
import { createObservation } from "../support/observation.ts";

/** The current time of the services. */
export const NOW = 1_790_000_000_000;

/**
 * A name written by an attacker: moves the cursor, sets the title, changes the writing direction,
 * fakes an answer.
 */
export const HOSTILE = "\x1b[2J\x1b]0;owned\x07evil\u202e.example\r\nanswered";

/** One observed query. */
export function observation(change: Partial<JournalObservation> = {}): JournalObservation {
  return {
    ...createObservation({
      time: NOW - 5000,
      duration: 1234,
      client: "192.168.1.20",
      name: "example.com",
      upstream: "9.9.9.9",
      size: 56,
      answer: "93.184.216.34",
    }),
    device: 0,
    ...change,
  };
}
