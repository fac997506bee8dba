import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type {
  ImportItemResponse,
  ImportResponse,
} from "../../../api/features/box/import/routes.ts";
import { type Language, LANGUAGES } from "../../../policy/catalogue/languages.ts";
import { html } from "../../html.ts";
import { Ui } from "../../ui.ts";
import { planBody } from "./plan.ts";

/** The text of a plan whose only item is a list that the box has for others. */
function shownList(language: Language, list: Partial<ImportItemResponse>): string {
  const item: ImportItemResponse = {
    id: 0,
    what: "list",
    from: "https://lists.example/kids.txt",
    becomes: "Kids: https://lists.example/kids.txt",
    key: "",
    value: "",
    whom: "",
    scopes: [],
    except: [],
    status: "change",
    before: "group: Playroom, profile: child; except device: TV",
    before_scopes: ["group: Playroom", "profile: child"],
    before_except: ["device: TV"],
    why: "",
    detail: "",
    lost: false,
    chosen: false,
    outcome: "",
    error: "",
    ...list,
  };
  const plan: ImportResponse = {
    id: "1",
    name: "AdGuardHome.yaml",
    source: "adguard",
    state: "ready",
    until: 1,
    done: 0,
    total: 0,
    warnings: [],
    items: [item],
  };
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  const ui = new Ui({
    language,
    zone: "UTC",
    now: 0,
    by,
    address: "/import/1",
    box: "box",
    version: "1",
  });
  const text = render(html`<div>${planBody(ui, plan)}</div>`);
  return text.replace(/<[^>]*>/g, " ").replace(/[\s\u2068\u2069]+/g, " ");
}

const EVERYONE: Readonly<Record<Language, readonly [whom: RegExp, others: RegExp]>> = {
  en: [/Now for: Playroom and Children/, /Now not for: TV/],
  fr: [/Actuellement pour : Playroom et Enfants/, /Actuellement pas pour : TV/],
  es: [/Ahora para: Playroom y Niños/, /Ahora no para: TV/],
  de: [/Jetzt für: Playroom und Kinder/, /Jetzt nicht für: TV/],
  nl: [/Nu voor: Playroom en Kinderen/, /Nu niet voor: TV/],
  it: [/Ora per: Playroom e Bambini/, /Ora non per: TV/],
  pt: [/Agora para: Playroom e Crianças/, /Agora não para: TV/],
};

for (const language of LANGUAGES) {
  Deno.test(`whom a list of the box is for is in words, in the language ${language}`, () => {
    const text = shownList(language, {});
    for (const said of EVERYONE[language]) assert.match(text, said);
    assert.doesNotMatch(text, /\b(?:group|profile|device|person): |except/);
    const all = shownList(language, {
      before: "everyone",
      before_scopes: ["all"],
      before_except: [],
    });
    const none = shownList(language, { before: "no one", before_scopes: [], before_except: [] });
    assert.notEqual(all, none);
    if (language !== "en") assert.doesNotMatch(all + none, /everyone|no one/);
  });
}
