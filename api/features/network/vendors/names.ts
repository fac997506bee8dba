/** Readable names of vendors: without legal form and capital letters. */

/** Legal forms of companies, which do not help a person find the maker of a telephone. */
const LEGAL =
  /[\s,.]+(?:inc|incorporated|ltd|limited|llc|co|corp|corporation|company|gmbh(?: ?& ?co\.? ?kg)?|kg|ag|s\.?a\.?s?|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|a\/?s|oy|ab|as|plc|pty|pte|sdn|bhd|kk|k\.k|mfg|ltda|s\.?l|mbh|oyj|aps|zrt|kft|s\.?r\.?o|d\.?o\.?o)\.?$/i;

/** Names that are better known than those in the register of the IEEE. */
const KNOWN: Readonly<Record<string, string>> = {
  "Intel Corporate": "Intel",
  "zte": "ZTE",
  "Hon Hai Precision Ind": "Foxconn",
  "AVM Audiovisuelles Marketing und Computersysteme": "AVM",
  "ASUSTek Computer": "Asus",
};

/** Returns the name to show for a name of the register. */
export function vendorName(registered: string): string {
  let name = registered.split("\n")[0].trim().replace(/\s+/g, " ").replace(/^"|"$/g, "");
  for (;;) {
    const shorter = name.replace(/[\s,.;(-]+$/, "").replace(LEGAL, "");
    if (shorter === name || shorter.length < 2) break;
    name = shorter;
  }
  name = name.replace(/\b[A-Z]{5,}\b/g, (word) => word[0] + word.slice(1).toLowerCase());
  return (KNOWN[name] ?? name).slice(0, 64);
}

/** Entries of the register without a company name. */
export function hasNoCompany(registered: string): boolean {
  return /^(IEEE Registration Authority|Private)$/i.test(registered.split("\n")[0].trim());
}
