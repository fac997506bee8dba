/**
 * The answer mode `page`: a blocked name is answered with the address of the box, where a page
 * states the reason (A 7.6.1, 7.6.2). Applies while block memory has room for the name, because the
 * page looks it up there (A 7.6.8).
 */
import { isConfidential } from "../../policy/catalogue/categories.ts";
import {
  type Address,
  addressToText,
  parseAddress,
  parsePrefix,
  type Prefix,
  prefixContains,
} from "../../policy/model/address.ts";
import type { ExplainedStep, Verdict } from "../../policy/model/decision.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import type { QueryContext } from "../query_context.ts";
import type { BlockMemory } from "../memory/block_memory.ts";
import { nullAddress } from "./blocked.ts";

type Blocked = Extract<Verdict, { do: "block" }>;

/** Chooses the address to answer blocked names with. */
export class BlockPageAddresses {
  readonly #memory: BlockMemory | undefined;
  #isOn = false;
  #advertised: readonly Address[] = [];
  #networks: readonly (readonly Prefix[])[] = [];
  #addresses: readonly Address[] = [];

  /** Without block memory no page is offered. */
  constructor(memory: BlockMemory | undefined, settings: ResolverSettings) {
    this.#memory = memory;
    this.configure(settings);
  }

  /** Applies new settings. */
  configure({ blockedResponse, advertised, boxNetworks, boxAddresses }: ResolverSettings): void {
    const addresses = (texts: readonly string[]) =>
      texts.map(parseAddress).filter((each) => each !== undefined);
    this.#isOn = blockedResponse === "page" && this.#memory !== undefined;
    this.#advertised = addresses(advertised);
    this.#addresses = addresses(boxAddresses);
    this.#networks = boxNetworks.map((each) =>
      each.map(parsePrefix).filter((prefix) => prefix !== undefined)
    );
  }

  /**
   * The address to answer a blocked name with, the null address when block memory is full;
   * undefined = this block or type has no page. The result is valid for this client only. `list` =
   * identifier of the deciding list, -1 = none.
   */
  find(
    context: QueryContext,
    verdict: Blocked,
    category: string,
    list: number,
  ): Uint8Array | undefined {
    if (!this.#isOn || verdict.answer !== undefined) return undefined;
    const { question, client, reply } = context;
    const none = nullAddress(question.type);
    if (none === undefined) return undefined;
    const isTried = reply.transport === "ask";
    const why = exception(context, verdict, category);
    const address = this.#reachedAt(
      isTried && isLoopback(client.address) ? undefined : client.address,
      none.length,
    );
    context.explained?.push(explanation(why === "" ? address : undefined, why));
    if (why !== "") return undefined;
    // A test query of a page or command is no visit, so it is not remembered.
    if (address === undefined || isTried) return address ?? none;
    const recipient = { device: client.device ?? 0, address: client.address };
    const { reason, origin } = verdict;
    return this.#memory!.add(question.name, recipient, { reason, list, origin }) ? address : none;
  }

  /**
   * The address of a family (4 or 16 bytes) at which a client reaches the box: the configured one,
   * else that on its network. Undefined for clients of other networks, which may be unable to reach
   * the box (A 7.6.2). Without a client (a test for a person or device), the first address.
   */
  #reachedAt(client: Address | undefined, bytes: number): Address | undefined {
    const isOf = (address: Address) => address.length === bytes;
    const configured = this.#advertised.find(isOf);
    if (configured !== undefined || client === undefined) {
      return configured ?? this.#addresses.find(isOf);
    }

    const here = this.#networkOf(client)?.filter(({ address }) =>
      isOf(address) && !isLinkLocal(address)
    );
    // An interface has an address on each of its networks; the client knows one of these networks.
    const near = here?.find((prefix) => client.length === bytes && contains(prefix, client)) ??
      here?.find(({ address }) => isUniqueLocal(address)) ?? here?.[0];
    return near?.address;
  }

  /**
   * The interface on the client's network; undefined = none, or a link-local address that several
   * interfaces may have.
   */
  #networkOf(client: Address): readonly Prefix[] | undefined {
    const isHere = (prefixes: readonly Prefix[]) =>
      prefixes.some((prefix) => contains(prefix, client));
    const first = this.#networks.find(isHere);
    const isAmbiguous = isLinkLocal(client) && this.#networks.findLast(isHere) !== first;
    return isAmbiguous ? undefined : first;
  }
}

function isLoopback(address: Address): boolean {
  return address.length === 4
    ? address[0] === 127
    : address[15] === 1 && address.every((byte, i) => byte === 0 || i === 15);
}

/** Whether an address is link-local (RFC 3927 2.1, RFC 4291 2.5.6). */
function isLinkLocal(address: Address): boolean {
  return address.length === 4
    ? address[0] === 169 && address[1] === 254
    : address[0] === 0xfe && (address[1] & 0xc0) === 0x80;
}

/** Whether an address is unique local (RFC 4193 3.1). */
function isUniqueLocal(address: Address): boolean {
  return address.length === 16 && (address[0] & 0xfe) === 0xfc;
}

function contains(prefix: Prefix, address: Address): boolean {
  return prefixContains(prefix, address, 0, address.length);
}

/** Why a block never gets a page (A 7.6.2), in words; "" = it may get one. */
function exception({ client }: QueryContext, { match }: Blocked, category: string): string {
  if (client.place === "outside") return "the device is not at home";
  return isConfidential(category) || match?.hashed === true ? "the list is confidential" : "";
}

function explanation(address: Address | undefined, why: string): ExplainedStep {
  const nothing = { origin: "", rule: "", list: "", scope: "", skipped: [] };
  const text = explanationText(address, why);
  return { protection: "block page", verdict: "next", outcome: "nothing", ...nothing, text };
}

function explanationText(address: Address | undefined, why: string): string {
  if (why !== "") return `Null address, no page: ${why}`;
  if (address === undefined) {
    return "Null address, no page: the box has no such address on the network of the client";
  }
  return `Answered with the box, where a page says why: ${addressToText(address)}`;
}
