/**
 * Chooses the language of a page: the account's language, then the one chosen in this browser, then
 * the browser's preference.
 */
import { type Language, LANGUAGES } from "../policy/catalogue/languages.ts";

/** The cookie that stores the language chosen before the sign-in. */
export const LANGUAGE_COOKIE = "box_language";

/** The name of each language in that language. */
export const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map((
    code,
  ) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code]),
) as Readonly<Record<Language, string>>;

/** Whether a text is the code of a supported language. */
export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text);
}

/**
 * The language for a request; `account` is empty when not signed in or when no language was chosen.
 */
export function languageOf(request: Request, account: string): Language {
  if (isLanguage(account)) return account;
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w\\w)`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  if (isLanguage(chosen)) return chosen;
  return accepted(request.headers.get("accept-language") ?? "") ?? "en";
}

/**
 * The best supported language of a header such as `de-CH, fr;q=0.8` (RFC 9110, 12.5.4); English if
 * none matches.
 */
function accepted(header: string): Language | undefined {
  const wanted = header.slice(0, 500).split(",").map((part, at) => {
    const [range, ...parameters] = part.trim().toLowerCase().split(";").map((text) => text.trim());
    const quality = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1);
    return { language: range.split("-")[0], quality: Number.isFinite(quality) ? quality : 0, at };
  });
  wanted.sort((a, b) => b.quality - a.quality || a.at - b.at);
  return wanted.filter(({ quality }) => quality > 0).map(({ language }) => language).find(
    isLanguage,
  );
}
