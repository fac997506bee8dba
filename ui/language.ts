/** Which language a person reads: that of the account, then the one chosen in this browser, then what the browser says. */
import { type Language, LANGUAGES } from "../policy/catalogue/languages.ts";

/** The cookie that keeps the language chosen before the sign-in. */
export const LANGUAGE_COOKIE = "box_language";

/** Each language as it calls itself. */
export const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map((
    code,
  ) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code]),
) as Readonly<Record<Language, string>>;

/** Whether a text is the code of a language of the box. */
export function isLanguage(text: string | undefined): text is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(text);
}

/** The language of who asks; `account` is empty where nobody is signed in or nothing was chosen. */
export function languageOf(request: Request, account: string): Language {
  if (isLanguage(account)) return account;
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w\\w)`).exec(
    request.headers.get("cookie") ?? "",
  )?.[1];
  if (isLanguage(chosen)) return chosen;
  return accepted(request.headers.get("accept-language") ?? "") ?? "en";
}

/** The best of `de-CH, fr;q=0.8` that the box has (RFC 9110, 12.5.4); English otherwise. */
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
