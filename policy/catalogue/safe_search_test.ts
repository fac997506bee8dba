import assert from "node:assert/strict";
import { nameFromText, nameToText } from "../model/name.ts";
import {
  SAFE_SEARCH_DEFAULTS,
  SAFE_SEARCH_ENGINES,
  safeSearchEngine,
  safeSearchEngineOf,
  safeSearchValues,
} from "./safe_search.ts";

Deno.test("there are eight engines with distinct hosts, and no safe form is rewritten again", () => {
  const ids = SAFE_SEARCH_ENGINES.map(({ id }) => id);
  assert.deepEqual(ids, [
    "google",
    "youtube",
    "bing",
    "duckduckgo",
    "yandex",
    "pixabay",
    "ecosia",
    "brave",
  ]);
  const hosts = SAFE_SEARCH_ENGINES.flatMap(({ hosts }) => hosts);
  assert.equal(new Set(hosts).size, hosts.length);
  for (const { hosts, levels, id, source } of SAFE_SEARCH_ENGINES) {
    assert.equal(new URL(source).protocol, "https:");
    for (const name of [...hosts, ...levels.values()]) {
      assert.equal(nameToText(nameFromText(name)!), name);
    }
    for (const target of levels.values()) {
      assert.equal(safeSearchEngineOf(target), undefined, target);
    }
    assert.deepEqual(
      safeSearchValues(id),
      id === "youtube" ? ["off", "moderate", "strict"] : ["off", "on"],
    );
  }
});

Deno.test("search names are rewritten, other names of the same companies are not", () => {
  const found = (names: string) =>
    names.split(" ").map((name) => safeSearchEngineOf(name)?.id ?? "-").join(" ");
  assert.equal(
    found("www.google.com www.google.de www.google.co.uk www.google.com.br"),
    "google google google google",
  );
  assert.equal(
    found("www.bing.com duckduckgo.com ya.ru yandex.com.tr"),
    "bing duckduckgo yandex yandex",
  );
  assert.equal(
    found("html.duckduckgo.com lite.duckduckgo.com noai.duckduckgo.com"),
    "duckduckgo duckduckgo duckduckgo",
  );
  assert.equal(found("m.youtube.com youtubei.googleapis.com"), "youtube youtube");
  assert.equal(found("pixabay.com www.ecosia.org search.brave.com"), "pixabay ecosia brave");
  assert.equal(
    found(
      "google.com mail.google.com accounts.google.com i.ytimg.com mail.yandex.ru brave.com www.google.com.evil.test",
    ),
    "- - - - - - -",
  );
});

Deno.test("Google is covered in all its countries", () => {
  assert.ok(
    safeSearchEngine("google")!.hosts.length >= 185,
    String(safeSearchEngine("google")!.hosts.length),
  );
});

Deno.test("The default safe search is strictest for children, on for teenagers and off for adults", () => {
  const of = (profile: "child" | "teen" | "adult") => SAFE_SEARCH_DEFAULTS[profile];
  assert.deepEqual(["child", "teen", "adult"].map((each) => of(each as "child").get("youtube")), [
    "strict",
    "moderate",
    "off",
  ]);
  for (const { id } of SAFE_SEARCH_ENGINES) {
    assert.equal(of("adult").get(id), "off");
    if (id !== "youtube") assert.deepEqual([of("child").get(id), of("teen").get(id)], ["on", "on"]);
  }
  assert.deepEqual(safeSearchValues("none"), []);
  assert.equal(safeSearchEngine("none"), undefined);
});
