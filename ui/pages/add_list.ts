/**
 * Adding a list: one from the catalogue with a tap, or any address after the box has analysed its
 * content (A 7.6.9).
 */
import type {
  CatalogueResponse,
  CheckResponse,
  ListsResponse,
} from "../../api/features/protection/lists/routes.ts";
import type {
  ScopeResponse,
  ScopesResponse,
} from "../../api/features/protection/choices/routes.ts";
import { CATEGORIES } from "../../policy/catalogue/categories.ts";
import { type Child, html, type Markup } from "../html.ts";
import { page } from "../page.ts";
import { badge, card, note } from "../parts/card.ts";
import { refusalOrEnglish } from "../parts/refusal.ts";
import { input, segmented, select } from "../parts/field.ts";
import { actionButton, form, linkButton, submit } from "../parts/form.ts";
import { scopeOptions } from "../parts/scope.ts";
import type { Ui } from "../ui.ts";
import { countsView } from "./list.ts";
import { concernsView } from "./lists/concerns.ts";
import { FOR_EVERYONE, isForEveryone, type Reach, reachFields } from "./lists/reach.ts";
import { weekView } from "./lists/week.ts";
import { categoryText } from "./lists/texts.ts";

type Offered = CatalogueResponse["lists"][number];

interface Data {
  readonly offered: readonly Offered[];
  /** Addresses of the subscribed lists. */
  readonly there: ReadonlySet<string>;
  /** The selected category, "all" = every category. */
  readonly category: string;
  readonly scopes: readonly ScopeResponse[];
}

/** The category that most users look for. */
const SHOWN_FIRST = "ads";
const FORMATS = ["hosts", "domains", "wildcard", "adblock", "regex", "rpz", "sha256"] as const;
const ADD = {
  method: "post",
  path: "/api/v1/lists?wait=false",
  back: "/lists",
  done: "lists.added",
} as const;

const CHECK = { method: "post", path: "/api/v1/lists/check", result: true } as const;

/** The page at `/lists/add?category=malware`. */
export const addListPage = page({
  doc: "A 7.6.9",
  path: "/lists/add",
  name: "lists.add",
  access: ["rules.read", "rules.write"],
  query: ["category"],
  islands: ["week_grid"],
  database: "box",
  async load({ read, query }): Promise<Data> {
    const [{ lists: offered }, { lists }, { scopes }] = await Promise.all([
      read<CatalogueResponse>("/api/v1/lists/catalogue"),
      read<ListsResponse>("/api/v1/lists"),
      read<ScopesResponse>("/api/v1/scopes"),
    ]);
    return {
      offered,
      there: new Set(lists.map(({ url }) => url)),
      category: query.category ?? SHOWN_FIRST,
      scopes,
    };
  },
  view: (ui, data) => ({
    lead: ui.t("lists.add_lead"),
    action: linkButton("#own", ui.t("lists.own"), { icon: "pencil" }),
    refusal: refused(ui),
    body: html`<div class="stack">${checkedCard(ui, data)}${catalogue(ui, data)}${
      ownCard(ui, data)
    }</div>`,
  }),
});

/** Why an address is refused, in the language of the page. */
function refused(ui: Ui): Child {
  const {
    code,
    error = "",
  } = ui.context.failed ?? {};
  if (code === "bad_value") return ui.t("listScopes.choose_someone");
  return code === "list_refused"
    ? html`${ui.t("errors.code_list_refused")}. ${refusalOrEnglish(ui, error)}`
    : undefined;
}

/** How the box interprets the checked list, and the form that adds it. */
function checkedCard(ui: Ui, { offered, scopes }: Data): Child {
  const counts = ui.context.result as CheckResponse | undefined;
  const { format = "" } = ui.context.values ?? {};
  const reach = reachSent(ui);
  if (counts === undefined || counts.url === "") return null;
  const { url } = counts;
  const nothing = counts.names + counts.rules === 0;
  const text = ui.t("lists.checked_text", {
    names: ui.t("lists.names", { count: counts.names }),
    rules: ui.t("lists.rules", { count: counts.rules }),
    lines: ui.t("words.lines", { count: counts.lines }),
  });
  const body = { url, ...(format === "" ? {} : { format }) };
  const known = offered.find(({ id }) => id === url);
  const name = known?.name ?? url;
  const address = html`<p><bdi class=${known === undefined ? "mono" : "strong"}>${name}</bdi></p>`;
  const wary = counts.concerns.length > 0;
  const doubtful = wary && html`
    <div class="list-trouble attention">
      <div class="list-doubts">
        <p>${ui.t("lists.doubtful_check")}</p>
        ${concernsView(ui, counts.concerns)}
      </div>
    </div>
  `;
  const fields = html`
    ${known === undefined && addFields(ui)}
    <details class="reveals" open=${!isForEveryone(reach)}>
      <summary>${ui.t("listScopes.title")}</summary>
      ${reachFields(ui, reach, scopes)}
    </details>
    <p class="buttons">${submit(ui.t("lists.add_it"), { style: "main", icon: "plus" })}</p>
  `;
  return card(
    ui.t("lists.checked"),
    html`
      ${address}
      ${note(
        nothing || wary ? "attention" : "good",
        nothing ? ui.t("lists.checked_empty") : text,
      )}
      ${doubtful}
      ${weekView(ui, counts.week)}
      <details class="reveals">
        <summary>${ui.t("lists.what_became")}</summary>
        ${countsView(ui, counts)}
      </details>
      ${!nothing && form(ui, { ...ADD, body, args: { name } }, fields)}
    `,
    { class: "stack", id: "checked", said: true },
  );
}

function addFields(ui: Ui): Child {
  const categories = [
    { value: "", text: ui.t("categories.other") },
    ...CATEGORIES.map(({ category }) => ({
      value: category,
      text: String(categoryText(ui, category)),
    })),
  ];
  const kinds = [{ value: "block", text: ui.t("lists.blocks") }, {
    value: "allow",
    text: ui.t("lists.allows"),
  }];
  return html`
    ${input(ui, {
      name: "name?",
      label: ui.t("words.name"),
      help: ui.t("lists.name_help"),
      maxlength: 100,
    })}
    ${select(ui, { name: "category?", label: ui.t("lists.about"), options: categories })}
    ${segmented(ui, { name: "kind", label: ui.t("lists.kind"), value: "block", options: kinds })}
  `;
}

/** Whom the checked list would be for, as the form of the check said it. */
function reachSent(ui: Ui): Reach {
  const sent = ui.context.values ?? {};
  const scopes = (sent.scopes ?? "").split("\n").filter((scope) => scope !== "");
  return scopes.length === 0 ? FOR_EVERYONE : { ...FOR_EVERYONE, scopes };
}

/** The form that checks an address. */
function ownCard(ui: Ui, { scopes }: Data): Markup {
  const sent = ui.context.values ?? {};
  const formats = [
    { value: "", text: ui.t("lists.format_auto") },
    ...FORMATS.map((format) => ({ value: format, text: format })),
  ];
  const fields = html`
    ${input(ui, {
      name: "url",
      type: "url",
      inputmode: "url",
      label: ui.t("lists.address"),
      help: ui.tRich("lists.address_help", { command: html`<code>box lists add</code>` }),
      placeholder: "https://example.org/list.txt",
      required: true,
      maxlength: 2048,
      value: sent.url ?? "",
    })}
    ${select(ui, {
      name: "format?",
      label: ui.t("words.format"),
      options: formats,
      value: sent.format ?? "",
    })}
    ${whomSelect(ui, scopes)}
    <p class="buttons">${submit(ui.t("lists.check"), { icon: "search" })}</p>
  `;
  return card(ui.t("lists.own"), form(ui, CHECK, fields), { id: "own" });
}

/** Whom the list would be for; more than one scope can be chosen once it was checked. */
function whomSelect(ui: Ui, scopes: readonly ScopeResponse[]): Markup {
  const [chosen = "all"] = reachSent(ui).scopes;
  const named = scopes.find(({ scope }) => scope === chosen) ?? { scope: chosen, name: "" };
  return html`
    <div class="field">
      <label for="check-scope">${ui.t("scopes.for_whom")}</label>
      <select id="check-scope" name="scopes:array" autocomplete="off">
        ${scopeOptions(ui, scopes, named)}
      </select>
    </div>
  `;
}

function catalogue(ui: Ui, { offered, there, category }: Data): Markup {
  const names = [
    SHOWN_FIRST,
    ...CATEGORIES.map(({ category }) => category).filter((name) => name !== SHOWN_FIRST),
  ];
  const present = names.filter((name) => offered.some((list) => list.category === name));
  const shown = present.filter((name) => category === "all" || name === category);
  const link = (name: string, text: Child) =>
    html`
      <a
        href=${`/lists/add?category=${name}`}
        aria-current=${name === category ? "true" : undefined}
      >
        ${text}
      </a>
    `;
  const nav = html`
    <nav class="chips" aria-label=${ui.t("lists.about")}>
      ${present.map((name) => link(name, categoryText(ui, name)))}
      ${link("all", ui.t("lists.all_lists"))}
    </nav>
  `;
  const groups = shown.map((name) => {
    const lists = inOrder(ui, offered.filter((list) => list.category === name));
    return html`
      <h3>${categoryText(ui, name)}</h3>
      ${name === "new_domains" && newDomainsHelp(ui)}
      <ul class="offers">${lists.map((list) => offer(ui, list, there.has(list.url)))}</ul>
    `;
  });
  return card(ui.t("lists.catalogue"), html`${nav}${groups}`, {
    id: "catalogue",
    class: "catalogue",
  });
}

/** What subscribing to new domains does, because many of them are harmless. */
function newDomainsHelp(ui: Ui): Markup {
  const link = html`<a href="/categories">${ui.t("categoryPage.name")}</a>`;
  return html`<p class="help">${ui.tRich("lists.new_domains_help", { link })}</p>`;
}

/** Lists for the language of the current user are shown first. */
function inOrder(ui: Ui, lists: readonly Offered[]): Offered[] {
  const own = ({ language }: Offered) => language === ui.context.language ? 0 : 1;
  return lists.toSorted((a, b) => own(a) - own(b));
}

function offer(ui: Ui, { id, name, homepage, licence, language }: Offered, there: boolean): Markup {
  const act = { ...ADD, body: { url: id }, args: { name } };
  return html`
    <li>
      <div>
        <p class="strong">
          <bdi>${name}</bdi> ${language !== "" && language === ui.context.language &&
            badge("good", ui.t("lists.your_language"))}
        </p>
        <p class="small muted parts">
          <span>
            <a href=${homepage} rel="noreferrer noopener" target="_blank">${hostOf(homepage)}</a>
          </span>
          <span>${licence === "" ? ui.t("lists.no_licence") : licence}</span>
        </p>
      </div>
      ${there ? badge("good", ui.t("words.subscribed")) : html`
        <span class="offer-acts">
          ${checkOffered(ui, id, name)}
          ${actionButton(ui, act, ui.t("lists.add_it"), {
            icon: "plus",
            iconOnly: true,
            label: ui.t("words.add_named", { name }),
          })}
        </span>
      `}
    </li>
  `;
}

/** Shows what a list of the catalogue would have blocked, before it is added. */
function checkOffered(ui: Ui, id: string, name: string): Markup {
  const label = ui.t("lists.check_named", { name });
  return actionButton(ui, { ...CHECK, body: { url: id } }, ui.t("lists.check"), {
    icon: "search",
    iconOnly: true,
    label,
  });
}

function hostOf(address: string): string {
  const { hostname, pathname } = new URL(address);
  return hostname + (pathname === "/" ? "" : pathname.replace(/\/$/, ""));
}
