/** Reads a name that a device announces: whose device it is, and a name to propose for it. */

/** Words that mean a kind of device, in names that devices announce. */
const DEVICE_WORDS: ReadonlySet<string> = new Set([
  "iphone",
  "ipad",
  "ipod",
  "macbook",
  "mbp",
  "mba",
  "imac",
  "mac",
  "airpods",
  "watch",
  "galaxy",
  "pixel",
  "tab",
  "tablet",
  "phone",
  "handy",
  "telefon",
  "telephone",
  "telefono",
  "telefoon",
  "mobil",
  "mobile",
  "laptop",
  "notebook",
  "pc",
  "desktop",
  "computer",
  "portable",
  "ordinateur",
  "kindle",
  "switch",
  "tv",
  "surface",
  "oneplus",
]);
/** Words before the name of an owner: iPhone von Anna, iPad de Lucas. */
const OF: ReadonlySet<string> = new Set([
  "von",
  "de",
  "di",
  "van",
  "of",
  "do",
  "da",
  "del",
  "dell",
  "d",
]);
/** Placeholder words that are not names. */
const NOBODY: ReadonlySet<string> = new Set([
  "my",
  "mein",
  "mon",
  "ma",
  "mi",
  "mijn",
  "mio",
  "meu",
  "the",
  "new",
  "old",
  "home",
  "guest",
  "gast",
  "kids",
  "kinder",
  "enfants",
  "family",
  "familie",
  "office",
  "buro",
  "bureau",
  "living",
  "kitchen",
  "room",
  "work",
  "user",
  "admin",
  "test",
  "apple",
  "samsung",
  "google",
  "amazon",
  "sony",
  "dell",
  "lenovo",
  "asus",
  "acer",
  "huawei",
  "xiaomi",
  "redmi",
  "android",
  "windows",
  "linux",
  "box",
  "smart",
  "mini",
  "pro",
  "air",
  "plus",
  "max",
  "ultra",
  "hp",
  "lg",
  "philips",
  "sonos",
  "motorola",
  "nokia",
  "honor",
  "oppo",
  "fire",
  "echo",
  "note",
]);
/** Names whose base form ends in s: Lucas-iPhone is not of a Luca. */
const ENDS_IN_S: ReadonlySet<string> = new Set([
  "agnes",
  "alexis",
  "andreas",
  "boris",
  "carlos",
  "charles",
  "chris",
  "denis",
  "dennis",
  "doris",
  "elias",
  "frans",
  "georges",
  "gilles",
  "hannes",
  "hans",
  "hugues",
  "ines",
  "iris",
  "jacques",
  "james",
  "johannes",
  "jonas",
  "julius",
  "klaus",
  "lars",
  "linus",
  "louis",
  "lucas",
  "luis",
  "lukas",
  "marcos",
  "marcus",
  "marius",
  "markus",
  "mateus",
  "mathis",
  "matthias",
  "matias",
  "moses",
  "nicholas",
  "nicolas",
  "niklas",
  "nikolas",
  "nils",
  "silas",
  "thomas",
  "tobias",
  "tomas",
  "yves",
  "joris",
  "cas",
  "thijs",
  "gijs",
  "niels",
  "kees",
  "mats",
  "jules",
  "thais",
  "anais",
]);

/** The result of reading a name. */
export interface AnnouncedDevice {
  /** A first name, "" = none found. */
  readonly owner: string;
  /** The name to propose for the device, "" = none that a person would use. */
  readonly name: string;
}

/**
 * Reads the name that a device announces; `people` are the names of the household members in lower
 * case, which resolve ambiguous readings.
 */
export function readAnnounced(
  text: string,
  people: ReadonlySet<string> = new Set(),
): AnnouncedDevice {
  const whole = text.normalize("NFC").replace(/\.(local|lan|home|home\.arpa|fritz\.box)\.?$/i, "");
  const words = whole.split(/[\s_.-]+/).filter((word) => word !== "").slice(0, 12);
  return { owner: ownerOf(words, people), name: nameOf(words) };
}

function ownerOf(words: readonly string[], people: ReadonlySet<string>): string {
  const at = words.findIndex((word) => DEVICE_WORDS.has(word.toLowerCase()));
  if (at < 0) return "";
  const of = words.findIndex((word, i) => i > at && OF.has(word.toLowerCase()));
  const beside = [words[1], withoutGenitive(words[0], people)];
  const word = of > 0 ? words[of + 1] : beside[at];
  return word !== undefined && isFirstName(word) ? capital(word) : "";
}

/**
 * Removes the genitive: Anna’s and Annas become Anna, unless the name ends in s or is the name of
 * a person.
 */
function withoutGenitive(word: string, people: ReadonlySet<string>): string {
  if (/['’´]s?$/i.test(word)) return word.replace(/['’´]s?$/i, "");
  const lower = word.toLowerCase();
  if (!lower.endsWith("s") || people.has(lower)) return word;
  const short = word.slice(0, -1);
  if (people.has(short.toLowerCase())) return short;
  return ENDS_IN_S.has(lower) || short.length < 3 || lower.endsWith("ss") ? word : short;
}

function isFirstName(word: string): boolean {
  const lower = word.toLowerCase();
  return /^\p{L}{2,20}$/u.test(word) && !NOBODY.has(lower) && !DEVICE_WORDS.has(lower) &&
    !OF.has(lower) &&
    !/^[bcdfghjklmnpqrstvwxz]+$/.test(lower);
}

/**
 * The words of a name that a person would use; codes, serial numbers and a bare device word are
 * left out.
 */
function nameOf(words: readonly string[]): string {
  const said = words.filter((word) => !isCode(word));
  const tells = said.some((word) =>
    word.length > 2 && !/^(desktop|laptop|android|esp|host|device|unknown|localhost)$/i.test(word)
  );
  return tells ? said.join(" ").slice(0, 64).trim() : "";
}

function isCode(word: string): boolean {
  if (/^[0-9a-f]{4,}$/i.test(word) && /\d/.test(word)) return true;
  return /^\d{3,}$/.test(word) ||
    (word.length > 5 && /\d/.test(word) && /\p{L}/u.test(word) && /\d.*\d/.test(word)) ||
    (word.length > 6 && /^[A-Z0-9]+$/.test(word) && /\d/.test(word));
}

function capital(word: string): string {
  const [first, ...rest] = word;
  return first.toUpperCase() + rest.join("");
}
