/**
 * The certificate of the block page, created while its client waits in the handshake (A 7.7.1): the
 * first visit of a name compared with the next.
 */
import { makeAuthority } from "../../api/certificate/make_authority.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import { TlsClient, withFront } from "../support/front_scene.ts";
import type { Figures } from "./table.ts";

const DAY = 86_400_000;
/**
 * Number of names, below the front's limit for new ones, and how many of them come before the
 * measurement.
 */
const NAMES = 28;
const WARMING = 8;

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Measures handshakes with a front, one after another. */
export async function measureLeaves(): Promise<Map<string, Figures>> {
  const now = Date.now();
  const blocked = BlockMemory.createMemory();
  const memory = new BlockMemory(blocked, Date.now);
  const made = await makeAuthority({
    kind: "authority",
    subject: "Block page",
    notBefore: now - DAY,
    notAfter: now + DAY,
  });
  const names = Array.from({ length: NAMES }, (_, i) => `blocked${i}.example`);
  const figures: Figures = {};
  const client = { device: 0, address: Uint8Array.of(127, 0, 0, 1) };
  for (const name of names) {
    memory.add(nameFromText(name)!, client, { reason: "rule", list: -1, origin: "" });
  }
  await withFront(
    () => new Response(""),
    async ({ port }) => {
      const visits = async (of: readonly string[]) => {
        const spent: number[] = [];
        for (const name of of) {
          const began = performance.now();
          const visitor = await TlsClient.open(port, "h2", name, made.cert);
          spent.push(performance.now() - began);
          await visitor.close();
        }
        return spent;
      };
      await visits(names.slice(0, WARMING));
      const first = await visits(names.slice(WARMING));
      const next = await visits(names.slice(WARMING));
      figures["handshake with a certificate that is made for it (ms)"] = middle(first);
      figures["the longest of them (ms)"] = Math.max(...first);
      figures["handshake with the same certificate again (ms)"] = middle(next);
    },
    {},
    { blocked, authority: { cert: made.cert, key: made.key } },
  );
  return new Map([["box", figures]]);
}
