import assert from "node:assert/strict";
import { assertCount, poll } from "../support/looking.ts";
import { needsTool } from "../support/tool.ts";
import { focused, heldBy, type NewBox, tabTo, withNewBox } from "./setup_scene.ts";

const ignore = needsTool("chromium");
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: "fr-FR",
  timezoneId: "Europe/Paris",
};
const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  locale: "en-GB",
  timezoneId: "Europe/London",
};
const PASSWORD = "trois petits chats gris";
const OTHER = "gravel ocean tulip";

Deno.test({
  name: "On a phone, in French, a new box is set up by taps, and is protected by the password then",
  ignore,
  fn: () =>
    withNewBox("french", PHONE, async (box) => {
      const { page, origin, picture } = box;
      const began = performance.now();
      await page.goto(origin);
      await poll(() => assert.equal(new URL(page.url()).pathname, "/setup"));
      await poll(async () => assert.equal(await page.locator("html").getAttribute("lang"), "fr"));
      await poll(async () =>
        assert.equal(await page.locator("h1").innerText(), "Installer votre box")
      );
      await picture("welcome");
      await tap(box, "Commencer");
      await frenchAccount(box);
      await frenchPlace(box);
      await frenchProtection(box);
      await frenchTerms(box);
      await page.waitForURL("**/ready");
      await poll(async () =>
        assert.equal(await page.locator("h1").innerText(), "Votre box est prête")
      );
      await page.getByText(/Aucun appareil n’a encore interrogé la box/).waitFor();
      await picture("ready");
      await page.getByRole("link", { name: "Ouvrir la box" }).tap();
      await page.waitForURL(`${origin}/`);
      await picture("open");
      console.log(`The French setup took ${((performance.now() - began) / 1000).toFixed(1)} s`);
      await isProtected(box);
    }),
});

async function tap({ page }: NewBox, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).locator("visible=true").tap();
}

/**
 * A step has opened: its heading has the focus, and its next button is visible without scrolling.
 */
async function step({ page, picture }: NewBox, heading: string, picturedAs: string): Promise<void> {
  await page.getByRole("heading", { level: 2, name: heading }).waitFor();
  await poll(async () => assert.equal(await focused(page), heading));
  const on = await page.locator(".step:not([hidden]) .step-buttons .main").boundingBox();
  assert.ok(on!.y + on!.height <= PHONE.viewport.height, heading);
  await picture(picturedAs);
}

async function frenchAccount(box: NewBox): Promise<void> {
  const { page, picture } = box;
  const password = page.getByLabel("Mot de passe", { exact: true });
  await step(box, "Votre compte", "account");
  await page.getByLabel("Votre nom").tap();
  await page.keyboard.type("Camille");
  await password.tap();
  await page.keyboard.type("camille");
  await tap(box, "Continuer");
  await page.getByText("Choisissez un mot de passe d’au moins 10 caractères.").waitFor();
  await picture("short-password");
  await password.fill("");
  await page.keyboard.type(PASSWORD);
  await page.getByRole("button", { name: "Afficher le mot de passe" }).tap();
  await poll(async () => assert.equal(await password.getAttribute("type"), "text"));
  await tap(box, "Continuer");
}

async function frenchPlace(box: NewBox): Promise<void> {
  const { page } = box;
  await step(box, "Votre emplacement", "place");
  const chosen = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) =>
      (field as unknown as { selectedOptions: readonly { text: string }[] }).selectedOptions[0].text
    );
  assert.deepEqual(
    [await chosen("Pays"), await chosen("Fuseau horaire"), await chosen("Langue de la box")],
    ["France", "Europe/Paris", "français"],
  );
  await page.getByText("École", { exact: true }).tap();
  await page.getByText("Maison", { exact: true }).tap();
  await page.getByText("Protégés comme ceux d’un enfant", { exact: true }).tap();
  await tap(box, "Continuer");
}

async function frenchProtection(box: NewBox): Promise<void> {
  const { page } = box;
  const adult = page.locator(".choice", { hasText: "Contenus pour adultes" });
  await step(box, "Protection", "protection");
  await poll(async () => assert.ok(await page.getByLabel("Publicité et traceurs").isChecked()));
  await poll(async () => assert.ok(!await adult.getByRole("checkbox").isChecked()));
  await adult.tap();
  await tap(box, "Retour");
  await page.getByRole("heading", { level: 2, name: "Votre emplacement" }).waitFor();
  await tap(box, "Continuer");
  await poll(async () => assert.ok(await adult.getByRole("checkbox").isChecked()));
  await tap(box, "Continuer");
}

async function frenchTerms(box: NewBox): Promise<void> {
  const { page, picture } = box;
  await step(box, "Conditions et statistiques", "terms");
  await page.getByText("Voici tout ce que la box envoie").waitFor();
  await tap(box, "Terminer");
  await page.getByText("Acceptez les conditions d’utilisation pour continuer.").waitFor();
  await picture("terms-not-accepted");
  await page.getByText("J’accepte les conditions d’utilisation").tap();
  await tap(box, "Terminer");
}

/** The box has the chosen settings, and the installation account no longer works. */
async function isProtected({ page, scene, origin, elsewhere }: NewBox): Promise<void> {
  const { values, accounts, lists } = await heldBy(scene);
  assert.deepEqual(accounts, [["Camille", ""]]);
  assert.deepEqual([values.language, values.country, values.time_zone], [
    "fr",
    "FR",
    "Europe/Paris",
  ]);
  assert.deepEqual([values.network_kind, values.telemetry], ["home", true]);
  assert.equal(values.new_devices, "child");
  for (const name of ["HaGeZi NSFW", "Phishing Army"]) {
    assert.ok(lists.includes(name), lists.join());
  }
  await poll(async () => assert.ok(!(await page.content()).includes(PASSWORD)));
  await elsewhere(async (other) => {
    await other.goto(origin);
    assert.equal(new URL(other.url()).pathname, "/sign-in");
    await other.locator("[name=account]").fill("admin");
    await other.locator("[name=password]").fill("admin");
    await other.keyboard.press("Enter");
    await other.getByText(/Le compte ou le mot de passe n’est pas le bon/).waitFor();
  });
}

Deno.test({
  name:
    "A new box is set up by the keyboard alone; a refusal is shown at its step, with the input preserved",
  ignore,
  fn: () =>
    withNewBox("keyboard", DESKTOP, async (box) => {
      const { page, scene, origin } = box;
      const { keyboard } = page;
      await page.goto(origin);
      await tabTo(page, "Begin");
      await keyboard.press("Enter");
      await heading(box, "Your account");
      await tabTo(page, "Your name");
      await keyboard.type("box");
      await tabTo(page, "Password");
      await keyboard.type(OTHER);
      await keyboard.press("Enter");
      await placeByKeys(box);
      await termsByKeys(box);
      await refusedByKeys(box);
      await page.waitForURL("**/ready");
      const { values, accounts, lists } = await heldBy(scene);
      assert.deepEqual([accounts, values.network_kind, values.time_zone, values.telemetry], [
        [["Ada", ""]],
        "company",
        "Europe/Zurich",
        false,
      ]);
      assert.ok(lists.includes("HaGeZi Normal"));
      assert.ok(lists.includes("HaGeZi Fake: scams and counterfeit shops"));
    }),
});

async function heading({ page }: NewBox, name: string): Promise<void> {
  await page.getByRole("heading", { level: 2, name }).waitFor();
}

/** Another kind of network suggests other lists; one more is ticked. */
async function placeByKeys(box: NewBox): Promise<void> {
  const { page } = box;
  const { keyboard } = page;
  await heading(box, "Your place");
  await poll(async () => assert.equal(await focused(page), "Your place"));
  await tabTo(page, "Time zone");
  await keyboard.type("Europe/Zur");
  await tabTo(page, "Home");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await heading(box, "Protection");
  await poll(async () => assert.ok(await page.getByLabel("Scams and fake shops").isChecked()));
  await tabTo(page, "Advertising and trackers");
  await keyboard.press("Space");
  await keyboard.press("Enter");
}

/** The browser's back button leads to the previous step, Enter at its heading forward again. */
async function termsByKeys(box: NewBox): Promise<void> {
  const { page, picture } = box;
  const { keyboard } = page;
  await heading(box, "Terms and statistics");
  await page.goBack();
  await heading(box, "Protection");
  await poll(async () => assert.ok(await page.getByLabel("Advertising and trackers").isChecked()));
  await keyboard.press("Enter");
  await heading(box, "Terms and statistics");
  await tabTo(page, "I accept");
  await keyboard.press("Space");
  await tabTo(page, "Send anonymous statistics");
  await keyboard.press("Space");
  await tabTo(page, "Finish");
  await picture("terms");
  await keyboard.press("Enter");
}

/** The box refuses the name: all other input is kept. */
async function refusedByKeys(box: NewBox): Promise<void> {
  const { page, picture } = box;
  const { keyboard } = page;
  await page.getByText(/This name cannot be used/).locator("visible=true").waitFor();
  await poll(async () => assert.match(await focused(page), /This name cannot be used/));
  await picture("refused");
  await poll(async () =>
    assert.equal(await page.locator("[name='account.password']").inputValue(), OTHER)
  );
  await poll(async () => assert.ok(!(await page.content()).includes(OTHER)));
  await tabTo(page, "Your name");
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("Ada");
  for (const next of ["Your place", "Protection", "Terms and statistics"]) {
    await keyboard.press("Enter");
    await heading(box, next);
  }
  await tabTo(page, "Finish");
  await keyboard.press("Enter");
}

Deno.test({
  name: "Without JavaScript the setup is one form, which is shown again with all that was chosen",
  ignore,
  fn: () =>
    withNewBox(
      "plain",
      { ...DESKTOP, javaScriptEnabled: false },
      async ({ page, scene, origin, picture }) => {
        await page.goto(origin);
        await page.getByRole("button", { name: "Begin" }).click();
        for (const name of ["Your account", "Your place", "Protection", "Terms and statistics"]) {
          await page.getByRole("heading", { level: 2, name }).locator("visible=true").waitFor();
        }
        await assertCount(page.getByRole("button").locator("visible=true"), 1);
        await page.getByLabel("Your name").fill("Ada");
        await page.getByLabel("Password", { exact: true }).fill("aaaaaaaaaaaa");
        await page.getByLabel("Country").selectOption("CH");
        await page.getByLabel("Guests").check();
        await page.getByLabel("Held until you approve them").check();
        await page.getByLabel(/^Gambling/).check();
        await page.getByLabel("I accept").check();
        await page.getByLabel("Send anonymous statistics").uncheck();
        await page.getByRole("button", { name: "Finish" }).click();

        await page.locator("#step-account").getByText(/This password is too easy to guess/)
          .waitFor();
        await picture("refused");
        await poll(async () => assert.ok(!(await page.content()).includes("aaaaaaaaaaaa")));
        await poll(async () =>
          assert.equal(await page.getByLabel("Your name").inputValue(), "Ada")
        );
        for (const label of [/^Guests/, /^Held until/, /^Gambling/, /^I accept/]) {
          await poll(async () =>
            assert.ok(await page.getByLabel(label).isChecked(), String(label))
          );
        }
        await page.getByLabel("Password", { exact: true }).fill("gravel ocean tulip");
        await page.getByRole("button", { name: "Finish" }).click();
        await page.waitForURL("**/ready");
        await picture("ready");
        const { values, accounts } = await heldBy(scene);
        assert.deepEqual([
          accounts,
          values.country,
          values.network_kind,
          values.new_devices,
          values.anonymize_clients,
          values.telemetry,
        ], [
          [["Ada", ""]],
          "CH",
          "guests",
          "held",
          "all",
          false,
        ]);
        await page.goto(`${origin}/setup`);
        await poll(() => assert.equal(new URL(page.url()).pathname, "/"));
      },
    ),
});

Deno.test({
  name: "Changing the language during the setup keeps all input",
  ignore,
  fn: () =>
    withNewBox("language", PHONE, async ({ page, origin }) => {
      await page.goto(origin);
      await page.getByRole("button", { name: "Commencer" }).tap();
      await page.getByLabel("Votre nom").fill("Camille");
      await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByLabel("Pays").selectOption("BE");
      await page.getByRole("link", { name: "DE", exact: true }).tap();
      await page.getByRole("heading", { level: 2, name: "Ihr Standort" }).waitFor();
      await poll(async () => assert.equal(await page.locator("html").getAttribute("lang"), "de"));
      await poll(async () =>
        assert.equal(await page.locator("[name='country?']").inputValue(), "BE")
      );
      await poll(async () =>
        assert.equal(await page.locator("[name=language]").inputValue(), "de")
      );
      await poll(async () =>
        assert.equal(await page.locator("[name='account.name']").inputValue(), "Camille")
      );
      await poll(async () =>
        assert.equal(await page.locator("[name='account.password']").inputValue(), PASSWORD)
      );
    }),
});
