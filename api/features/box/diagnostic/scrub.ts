/**
 * Removes private data from texts that were written for the owner of the box: names, paths and
 * secrets; of a URL only the scheme and host remain (A 7.11). When in doubt, text is removed.
 */
import { parseAddress } from "../../../../policy/model/address.ts";
import { MASK, maskHost } from "../../../../policy/model/masked_address.ts";
import { parseUpstreams, type UpstreamTarget } from "../../../../policy/model/upstream_line.ts";

/** Private words of the household, in lower case. */
export interface PrivateWords {
  /** Names of people, devices, accounts, lists and folders: removed wherever they appear. */
  readonly words: readonly string[];
  /** Domains of the household; hosts at or below one are removed. */
  readonly domains: readonly string[];
}

const HIDDEN = "[…]";
const LONGEST = 300;
const LEAST = 2;

/** Suffixes of local names (A 7.2.3). */
const HOME =
  /\.(arpa|lan|home|local|internal|corp|localdomain|intranet|private|test|invalid|example)$/;

/**
 * Returns a host that is safe to show: an address, or a public name outside the domains of the
 * household.
 */
export function scrubHost(host: string, { domains }: PrivateWords): string {
  const masked = maskHost(host);
  if (masked.startsWith(`${MASK}.`)) {
    const rest = scrubHost(masked.slice(MASK.length + 1), { words: [], domains });
    return rest === HIDDEN ? HIDDEN : `${MASK}.${rest}`;
  }
  const name = host.toLowerCase().replace(/\.$/, "");
  const literal = name.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (parseAddress(literal) !== undefined) return name;
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name) || HOME.test(name)) return HIDDEN;
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`)) ? HIDDEN : name;
}

/** Returns the scheme and host of a URL or upstream; user, path, query and port are removed. */
export function scrubUrl(text: string, own: PrivateWords): string {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]{0,15}):\/\/(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined) return HIDDEN;
  const authority = rest.split(/[/?#\\\s]/)[0].split("@").at(-1)!;
  const bracketed = /^\[[^\]]*\]/.exec(authority)?.[0];
  return `${scheme.toLowerCase()}://${scrubHost(bracketed ?? authority.replace(/:\d*$/, ""), own)}`;
}

/**
 * Returns the transport and host of each target of an upstream line; the domains of the line are
 * counted elsewhere.
 */
export function scrubUpstream(line: string, own: PrivateWords): string {
  const { defaults, routes, errors } = parseUpstreams([line]);
  if (errors.length > 0) return HIDDEN;
  const target = ({ transport, host }: UpstreamTarget) => `${transport}://${scrubHost(host, own)}`;
  const targets = [...defaults, ...routes.flatMap((route) => route.targets)];
  return `${routes.length > 0 ? "[own domain] " : ""}${targets.map(target).join(" ")}`;
}

/**
 * Words that the system and the box use in error messages; the text after a colon is kept when it
 * has only these.
 */
const FAILURE_WORDS = new Set(
  (`a above access accept accepted address addresses again allowed already an and another answer answered answering any are as ask ` +
    `at available backup bad be because been before being below beyond box broken busy but by called can cannot certificate ` +
    `changed closed code connect connection copied copy corrupt could cut database datagram day days dead deadline denied ` +
    `descriptor device did directory disk does empty end ended enough error exceeded exhausted exist expired failed file files ` +
    `find folder for format found free from full further generic given gone got had handshake has hour hours image in inside ` +
    `interrupted into invalid io is it its kept large later left less limit line lines lines list lists locked long made ` +
    `malformed many memory message milliseconds minutes missing more most moved name names need network never new no not ` +
    `nothing of off on one only open opened operation or os other out own page peer permission permitted pipe please port ` +
    `process program protocol read reached received record refused reply request reset resolver restart room row rows same ` +
    `schema second seconds server set short signal since size slow socket space started status stopped stops store such system ` +
    `table taken text than that the then there they this thread time timed times to too try type unable unexpected unknown ` +
    `unreachable until up use used using value version wait was what when where which while will with within without worker ` +
    `write written wrong yet udp tcp tls http https dns ipv4 ipv6 sqlite wal`).split(" "),
);

/**
 * First placeholder for a part that is already scrubbed, while the rest of its sentence is
 * processed.
 */
const FIRST = 0xe000;
const KEPT = /[\ue000-\ue0ff]/;

/** Scrubs a log line or an error message. */
export function scrubText(text: string, own: PrivateWords): string {
  const kept: string[] = [];
  let out = text.slice(0, 4 * LONGEST).replace(/[\p{Cc}\p{Cf}\p{Co}]+/gu, " ");
  out = out.replace(/[a-z][a-z0-9+.-]{0,15}:\/\/[^\s'"`<>]+/gi, (url) => {
    return kept.length > 0xff
      ? HIDDEN
      : String.fromCharCode(FIRST + kept.push(scrubUrl(url, own)) - 1);
  });
  const lower = out.toLowerCase();
  for (const word of own.words) {
    if (word.length >= LEAST && lower.includes(word.toLowerCase())) {
      out = out.replace(new RegExp(RegExp.escape(word), "giu"), HIDDEN);
    }
  }
  // Quoted text comes from people; the text after the last colon is usually the refused value.
  out = out.replace(/'[^']*'|"[^"]*"|`[^`]*`|“[^”]*”|«[^»]*»/g, HIDDEN);
  out = withoutValue(out);
  out = out.split(/(\s+)/).map((token) => shownToken(token)).join("").slice(0, LONGEST);
  return out.replace(/[\ue000-\ue0ff]/g, (sign) => kept[sign.charCodeAt(0) - FIRST]);
}

/** Removes the text after the last colon, unless it consists of words of failures only. */
function withoutValue(text: string): string {
  const at = text.lastIndexOf(": ");
  if (at < 0) return text;
  const words = text.slice(at + 2).toLowerCase().split(/[\s,;.()]+/).filter((word) => word !== "");
  const plain = words.every((word) =>
    FAILURE_WORDS.has(word) || /^\d{1,6}$/.test(word) || KEPT.test(word)
  );
  return plain ? text : `${text.slice(0, at)}: ${HIDDEN}`;
}

const OWN_FILES = /^(box\.toml|(box|journal|stats)\.db|settings\.json|(name|snapshot)\.(bin|tbl))$/;

/**
 * Returns a token of a sentence: plain words, numbers and files of the box stay; host names, paths,
 * addresses and codes are removed.
 */
function shownToken(token: string): string {
  const [, open, word, close] = /^([([]*)(.*?)([)\].,;:!?]*)$/su.exec(token)!;
  const harmless = word === "" || /^\s+$/.test(token) || word === "…" || KEPT.test(word) ||
    OWN_FILES.test(word) || /^\p{L}{1,20}([-'’]\p{L}{1,20}){0,3}$/u.test(word) ||
    /^\d{1,9}([.,/]\d{1,9})?%?$/.test(word) ||
    /^[a-z]{2,20}_[a-z_]{2,20}$/.test(word) || /^--[a-z-]{2,30}$/.test(word) ||
    /^BOX_[A-Z_]{2,30}$/.test(word);
  return harmless ? token : `${open}${HIDDEN}${close}`;
}
