/**
 * A thread of the block memory tests: enters, finds and renews names of its own and shared ones,
 * and reports how many it finds.
 */
import { nameFromText } from "../../policy/model/name.ts";
import { BlockMemory } from "./block_memory.ts";

const scope = self as unknown as {
  onmessage: (
    event: MessageEvent<{ memory: SharedArrayBuffer; thread: number; rounds: number }>,
  ) => void;
  postMessage(message: unknown): void;
};

scope.onmessage = ({ data: { memory, thread, rounds } }) => {
  const names = new BlockMemory(memory, () => 1_000_000);
  const wrong: string[] = [];
  for (let i = 0; i < rounds; i++) {
    const own = `name${i % 300}.thread${thread}.example`;
    const client = { device: thread, address: new Uint8Array(4) };
    const what = { reason: "rule", list: i % 300, origin: `thread:${thread}` } as const;
    if (!names.add(nameFromText(own)!, client, what)) wrong.push(`not entered: ${own}`);
    const found = names.find(own, client);
    if (found?.list !== i % 300 || found.origin !== what.origin) wrong.push(`not found: ${own}`);
    if (!names.add(nameFromText(`shared${i % 50}.example`)!, client, what)) {
      wrong.push("not entered: shared");
    }
    names.renew(`shared${i % 50}.example`);
  }
  scope.postMessage(wrong);
};
