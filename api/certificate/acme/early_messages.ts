/** Messages of a thread that is still loading: without a listener they would be lost (Deno 2.9.5). */

/** The port of a thread. */
export interface MessagePort {
  onmessage: ((event: MessageEvent) => void) | null;
}

/**
 * Keeps the messages that arrive at a port from now on. Returns a function that hands them in order
 * to the listener that has replaced this one.
 */
export function keepMessages(port: MessagePort): () => void {
  const early: MessageEvent[] = [];
  port.onmessage = (event) => void early.push(event);
  return () => {
    for (const event of early.splice(0)) port.onmessage?.(event);
  };
}
