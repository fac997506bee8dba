/**
 * Which addresses a scan probes: those of the box's own IPv4 networks, a thousand of each at most
 * (A 4.8).
 */
import { isContainerBridge } from "../../../../policy/model/container_bridge.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import {
  addressToText,
  parseAddress,
  parsePrefix,
  prefixContains,
} from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** An IPv4 network that the box is in. */
export interface OwnNetwork {
  readonly interface: string;
  /** The address of the box in it. */
  readonly address: string;
  /** In CIDR notation, `192.168.1.0/24`. */
  readonly network: string;
  /** Number of its addresses. */
  readonly size: number;
}

/** A range of addresses that is probed from one address of the box. */
export interface ScanPart {
  readonly from: string;
  readonly network: string;
  readonly targets: readonly string[];
}

/** The parts of a scan, and sentences about what it skips. */
export interface ScanPlan {
  readonly parts: readonly ScanPart[];
  readonly skipped: readonly Sentence[];
}

/** The facts about an address that Deno.networkInterfaces() reports. */
export interface InterfaceFacts {
  readonly name: string;
  readonly address: string;
  readonly cidr: string;
}

const { addresses: MOST, largest: LARGEST } = LIMITS.scan;

/**
 * Returns the IPv4 networks in which other machines can be: without loopback, link-local addresses,
 * point-to-point links and containers.
 */
export function ownNetworks(interfaces: readonly InterfaceFacts[]): OwnNetwork[] {
  const found: OwnNetwork[] = [];
  for (const { name, address, cidr } of interfaces) {
    const prefix = parsePrefix(cidr);
    const own = parseAddress(address);
    if (
      own?.length !== 4 || prefix?.address.length !== 4 || prefix.length > 30 ||
      isContainerBridge(name)
    ) continue;
    if (own[0] === 127 || (own[0] === 169 && own[1] === 254)) continue;
    const network = networkOf(numberOf(own), prefix.length);
    const size = 2 ** (32 - prefix.length);
    const text = `${textOf(network)}/${prefix.length}`;
    if (!found.some((one) => one.network === text)) {
      found.push({ interface: name, address, network: text, size });
    }
  }
  return found;
}

/**
 * Plans a scan of the box's networks, or of `wanted` ones inside them. Of a large network only the
 * part around the box is scanned; one with more than 65,536 addresses is refused. Throws
 * DomainError when nothing remains.
 */
export function planScan(own: readonly OwnNetwork[], wanted: readonly string[] = []): ScanPlan {
  if (own.length === 0) {
    throw new DomainError(
      "bad_value",
      sentence`The box is in no IPv4 network that could be scanned`,
    );
  }
  const parts: ScanPart[] = [];
  const skipped: Sentence[] = [];
  for (
    const network of wanted.length === 0 ? own : wanted.map((text) => wantedNetwork(text, own))
  ) {
    const { size, address, network: text } = network;
    if (size > LARGEST) {
      skipped.push(
        sentence`${text} has ${
          size.toLocaleString("en")
        } addresses, too many to scan; give a part of it, such as ${around(network)}`,
      );
      continue;
    }
    const length = Math.max(Number(text.split("/")[1]), 32 - Math.log2(MOST));
    const first = networkOf(numberOf(parseAddress(address)!), length);
    const part = `${textOf(first)}/${length}`;
    if (part !== text) {
      skipped.push(sentence`Of ${text} only the part around the box is scanned: ${part}`);
    }
    const targets = Array.from({ length: 2 ** (32 - length) - 2 }, (_, i) => textOf(first + 1 + i));
    parts.push({
      from: boxIn(network, own),
      network: part,
      targets: targets.filter((each) => !own.some((one) => one.address === each)),
    });
  }
  if (parts.length === 0) throw new DomainError("bad_value", skipped[0]);
  return { parts, skipped };
}

/** The largest part of a network that is scanned, around the address of the box. */
function around({ address }: OwnNetwork): string {
  const length = 32 - Math.log2(MOST);
  return `${textOf(networkOf(numberOf(parseAddress(address)!), length))}/${length}`;
}

function boxIn({ network, address }: OwnNetwork, own: readonly OwnNetwork[]): string {
  return own.find((one) => one.network === network)?.address ??
    own.find((one) => prefixContains(parsePrefix(one.network)!, parseAddress(address)!))?.address ??
    address;
}

/**
 * A network that a person named; one of its addresses replaces the box's when the box is not in
 * that part.
 */
function wantedNetwork(text: string, own: readonly OwnNetwork[]): OwnNetwork {
  const prefix = parsePrefix(text);
  if (prefix?.address.length !== 4) {
    throw new DomainError(
      "bad_value",
      sentence`This is not an IPv4 network; write it as 192.168.1.0/24: ${text}`,
    );
  }
  const first = networkOf(numberOf(prefix.address), prefix.length);
  const last = first + 2 ** (32 - prefix.length) - 1;
  const within = own.find(({ network }) => {
    const [outer] = [parsePrefix(network)!];
    return prefixContains(outer, bytesOf(first)) && prefixContains(outer, bytesOf(last));
  });
  const size = 2 ** (32 - prefix.length);
  const network = `${textOf(first)}/${prefix.length}`;
  if (within === undefined) {
    throw new DomainError(
      "bad_value",
      sentence`The box scans only its own networks (${
        own.map((one) => one.network).join(", ")
      }): ${network}`,
    );
  }
  if (size > LARGEST) {
    throw new DomainError(
      "bad_value",
      sentence`${network} has ${
        size.toLocaleString("en")
      } addresses, too many to scan; give a part of it, such as ${around(within)}`,
    );
  }
  const inside = prefixContains(
    { address: bytesOf(first), length: prefix.length },
    parseAddress(within.address)!,
  );
  return {
    interface: within.interface,
    address: inside ? within.address : textOf(first),
    network,
    size,
  };
}

function numberOf(bytes: Uint8Array): number {
  return bytes[0] * 0x1000000 + (bytes[1] << 16 | bytes[2] << 8 | bytes[3]);
}

function bytesOf(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255);
}

function textOf(number: number): string {
  return addressToText(bytesOf(number));
}

function networkOf(number: number, length: number): number {
  const size = 2 ** (32 - length);
  return Math.floor(number / size) * size;
}
