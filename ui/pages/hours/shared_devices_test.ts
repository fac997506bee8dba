import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import type { SharedState } from "../../../api/features/household/hours/schedules.ts";
import { type RenderContext, Ui } from "../../ui.ts";
import { sharedLine } from "./shared_devices.ts";

/** A time in November 2026 in Paris, in Unix seconds. */
const at = (time: string, day = 23) => Date.parse(`2026-11-${day}T${time}:00+01:00`) / 1000;

function renderText(given: Partial<SharedState>): string {
  const ui = new Ui(
    { language: "en", zone: "Europe/Paris", now: at("18:05") * 1000 } as RenderContext,
  );
  const device = { open_now: false, why: "cut", next_change: 0, cut_until: 0, ...given };
  return render(sharedLine(ui, device as SharedState)).replace(/<svg.*?<\/svg>|<[^>]+>/gs, "");
}

Deno.test("A shared device is cut until the cut ends, and closed until it opens", () => {
  const morning = at("07:00", 24);
  assert.equal(renderText({ next_change: morning, cut_until: at("18:35") }), "Cut until 18:35");
  assert.equal(renderText({ cut_until: at("18:35") }), "Cut until 18:35", "it never opens");
  assert.equal(renderText({ why: "hours", next_change: morning }), "Closed until tomorrow 07:00");
  assert.equal(renderText({ why: "hours" }), "Closed all week");
  assert.equal(
    renderText({ open_now: true, why: "", next_change: morning }),
    "Open until tomorrow 07:00",
  );
});
