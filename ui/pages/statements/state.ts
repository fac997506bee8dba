/** A state of a page, and what the page says in it. */
import { render } from "preact-render-to-string";
import type { Principal } from "../../../api/http/principal.ts";
import type { Right } from "../../../api/http/rights.ts";
import type { Language } from "../../../policy/catalogue/languages.ts";
import { html } from "../../html.ts";
import { errorText } from "../../layout.ts";
import type { LoadContext, Page } from "../../page.ts";
import { type RenderContext, Ui } from "../../ui.ts";

/** Saturday, 21 November 2026, 08:30 UTC, in Unix seconds. */
export const NOW = Date.UTC(2026, 10, 21, 8, 30) / 1000;

/** Answers of the API by path, or by path and kind; an error is thrown. */
export type Answers = Readonly<Record<string, unknown>>;

/** A state of a page: what the API answers in it, and what the page says. */
export interface State {
  readonly answers: Answers;
  /** What the sentence of the page says. */
  readonly lead?: RegExp;
  /** What the rest says. */
  readonly says?: RegExp;
  /** What nothing on the page says. */
  readonly never?: RegExp;
  readonly rights?: readonly Right[];
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  /** What a form that was sent before left: its refusal, its result. */
  readonly shown?: Partial<Pick<RenderContext, "failed" | "result" | "values">>;
  /** Whether the visitor is in a session of the setup. */
  readonly setup?: boolean;
}

/** The states of pages, by path and name. */
export type PageStates = Readonly<Record<string, Readonly<Record<string, State>>>>;

/** What a page says in a state, to who has all rights unless the state has its own. */
export async function said(
  page: Page,
  state: State,
  all: readonly Right[],
  language: Language = "en",
): Promise<{ readonly lead: string; readonly body: string }> {
  const { answers, rights = all, query = {}, params = {}, setup } = state;
  const held = { rights: new Set(rights), address: "", name: "x" };
  const by = setup === true
    ? { kind: "session", setup, account: { id: 1 }, ...held } as unknown as Principal
    : { kind: "device", ...held } as Principal;
  const read = (path: string, asked: { query?: { kind?: string; scope?: string } } = {}) => {
    const { kind, scope } = asked.query ?? {};
    const answer = answers[`${path} ${kind ?? scope}`] ?? answers[path];
    return answer === undefined || answer instanceof Error
      ? Promise.reject(answer ?? Object.assign(new Error(path), { code: "not_found" }))
      : Promise.resolve(answer);
  };
  const facts = { language, zone: "UTC", now: NOW * 1000, by, address: "/", box: "box" };
  const ui = new Ui({ ...facts, version: "1", ...state.shown });
  const asked = { principal: by, read, query, params, now: NOW * 1000, language, zone: "UTC" };
  const ask = { ...asked, host: "192.0.2.1:8053", agent: "" } as unknown as LoadContext;
  const { lead, refusal, body, refused } = page.view(ui, await page.load(ask));
  const failed = ui.context.failed ?? refused;
  const shown = refusal === undefined && failed !== undefined
    ? errorText(ui, failed.code, failed.error)
    : refusal ?? "";
  return { lead: textOf(lead), body: `${textOf(shown)} ${textOf(body)}` };
}

function textOf(markup: unknown): string {
  return render(html`<div>${markup}</div>`).replace(/<svg.*?<\/svg>|<template.*?<\/template>/gs, "")
    .replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").replace(/ ([.,;:])/g, "$1").trim();
}
