import assert from "node:assert/strict";
import { addressToText, parseAddress } from "../../policy/model/address.ts";
import type { ExplainedStep, RuleMatch, Verdict } from "../../policy/model/decision.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import type { QueryContext } from "../query_context.ts";
import { BlockMemory } from "../memory/block_memory.ts";
import { BlockPageAddresses } from "./block_page_addresses.ts";

const settings = {
  ...DEFAULT_RESOLVER_SETTINGS,
  blockedResponse: "page" as const,
  boxAddresses: ["192.168.1.2"],
  boxNetworks: [["127.0.0.1/8"], ["192.168.1.2/24"]],
};
const BLOCK: Extract<Verdict, { do: "block" }> = { do: "block", reason: "list", origin: "list:1" };

interface Who {
  readonly device?: number;
  readonly place?: "home" | "outside";
  readonly transport?: string;
  readonly explained?: ExplainedStep[];
  readonly from?: string;
}

function asked(
  { device = 3, place = "home", transport = "udp", from = "192.168.1.20", explained }: Who = {},
): QueryContext {
  const question = { name: nameFromText("ads.example")!, type: 1, class: 1 };
  const client = { device, place, address: parseAddress(from)! };
  return { question, client, reply: { transport }, explained } as unknown as QueryContext;
}

function opened() {
  const names = new BlockMemory(BlockMemory.createMemory(), () => 1_700_000_000_000);
  const pages = new BlockPageAddresses(names, settings);
  const answer = (who: Who, verdict = BLOCK, category = "", list = 1) => {
    const address = pages.find(asked(who), verdict, category, list);
    return address && addressToText(address);
  };
  return { names, pages, answer };
}

Deno.test("a page answer is remembered for the device with its decision", () => {
  const { names, answer } = opened();
  assert.equal(answer({}), "192.168.1.2");
  const of = (device: number) =>
    names.find("ads.example", { device, address: parseAddress("192.168.1.99")! });
  assert.deepEqual(of(3), {
    reason: "list",
    list: 1,
    origin: "list:1",
    at: 1_700_000_000_000,
  });
  assert.equal(of(4), undefined);
  answer(
    {},
    { ...BLOCK, reason: "category", origin: "limit:games" },
    "games",
    -1,
  );
  assert.deepEqual([of(3)?.origin, of(3)?.list], ["limit:games", -1]);
});

Deno.test("devices outside, confidential lists, hashes and rules with answers get no page", () => {
  const { names, answer } = opened();
  const match: RuleMatch = { list: 0, rule: "SHA-256 of ads.example", hashed: true };
  assert.equal(answer({ place: "outside" }), undefined);
  assert.equal(answer({}, BLOCK, "child_abuse"), undefined);
  assert.equal(answer({}, { ...BLOCK, match }), undefined);
  assert.equal(answer({}, { ...BLOCK, answer: "nxdomain" }), undefined);
  assert.ok(!names.has("ads.example"));
});

Deno.test("a test query from a page gets the answer and is not remembered", () => {
  const { names, answer } = opened();
  const explained: ExplainedStep[] = [];
  assert.equal(answer({ transport: "ask", explained }), "192.168.1.2");
  assert.equal(answer({ transport: "ask", place: "outside", explained }), undefined);
  assert.equal(
    answer({ from: "127.0.0.1", transport: "ask" }),
    "192.168.1.2",
    "asked for a device, not from here",
  );
  assert.equal(answer({ from: "127.0.0.1", transport: "tcp", device: 0 }), "127.0.0.1");
  assert.equal(
    names.find("ads.example", { device: 3, address: parseAddress("192.168.1.20")! }),
    undefined,
  );
  assert.deepEqual(explained.map(({ protection, text }) => `${protection}: ${text}`), [
    "block page: Answered with the box, where a page says why: 192.168.1.2",
    "block page: Null address, no page: the device is not at home",
  ]);
});
