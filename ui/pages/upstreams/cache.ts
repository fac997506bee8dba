/** The answer cache: its size and effect, and removing one name or all. */
import type { BoxStatus } from "../../../api/features/box/status/routes.ts";
import { type Child, html } from "../../html.ts";
import { card, stat, stats } from "../../parts/card.ts";
import { input } from "../../parts/field.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";

const FLUSH = { method: "post", path: "/api/v1/cache/flush", done: "upstreams.flushed" } as const;

/** The card of the cache; nothing while the resolver does not respond. */
export function cacheCard(ui: Ui, cache: BoxStatus["cache"]): Child {
  if (cache === null) return null;
  const { entries, bytes, capacity, hits, misses } = cache;
  const queries = hits + misses;
  const room = ui.t("upstreams.room_of", { used: ui.bytes(bytes), all: ui.bytes(capacity) });
  const numbers = stats(
    stat(ui.t("upstreams.hits"), queries === 0 ? "–" : ui.percent(hits / queries)),
    stat(ui.t("upstreams.entries"), ui.number(entries)),
    stat(ui.t("upstreams.room"), room),
  );
  return card(
    ui.t("words.answer_cache"),
    html`
      <div class="stack">
        <p class="muted">${ui.t("upstreams.cache_text")}</p>
        <div id="cache-numbers" data-refresh="10" class="plain-stats">${numbers}</div>
        ${ui.may("system.write") && flushing(ui)}
      </div>
    `,
    { id: "cache" },
  );
}

function flushing(ui: Ui): Child {
  const fields = html`
    ${input(ui, {
      name: "name",
      label: ui.t("upstreams.flush_name"),
      help: ui.t("upstreams.flush_name_help"),
      placeholder: "example.org",
      required: true,
      maxlength: 253,
    })}
    <p class="buttons">${submit(ui.t("upstreams.flush"))}</p>
  `;
  return html`
    ${form(ui, FLUSH, fields, { class: "form flush" })}
    <div class="buttons">
      ${actionButton(ui, { ...FLUSH, body: {} }, ui.t("upstreams.flush_all"), { icon: "trash-2" })}
      ${linkButton("/settings?open=cache#group-cache", ui.t("upstreams.cache_settings"), {
        style: "quiet",
      })}
    </div>
  `;
}
