/** How an upstream is asked, in plain words. */
import type { ShownPresets } from "../../../api/features/network/upstreams/routes.ts";
import { type Child, html } from "../../html.ts";
import { icon } from "../../icons.ts";
import type { Ui } from "../../shown.ts";

/** The ways, as presets name them. */
export type Way = ShownPresets["presets"][number]["protocols"][number];

/** The way of an upstream as it is written in the settings. */
export function wayOf(upstream: string, presets: ShownPresets["presets"]): Way {
  if (upstream.startsWith("https://")) return "doh";
  if (upstream.startsWith("tls://")) return "dot";
  const [id, protocol] = upstream.split("/"), preset = presets.find((row) => row.id === id);
  if (preset === undefined) return "plain";
  return preset.protocols.find((way) => way === protocol) ?? preset.protocols[0];
}

/** The way in words, with a lock where nobody on the way can read. */
export function wayText(ui: Ui, way: Way): Child {
  return html`<span class="way">${way !== "plain" && icon("lock")}${ui.say(`upstreams.way_${way}`)}</span>`;
}
