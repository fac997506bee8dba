import assert from "node:assert/strict";
import { makeAuthority } from "../../../../tests/support/authority.ts";
import { needsTool } from "../../../../tests/support/tool.ts";
import { requestHost } from "../../../http/host.ts";
import { HttpsRedirect, type HttpsRedirectDeps } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const DAY = 86_400_000;

interface Scene {
  readonly redirect: HttpsRedirect;
  /** Changes the facts from now on. */
  set(change: Partial<HttpsRedirectDeps>): void;
  /** Advances time until the next check. */
  pass(): Promise<void>;
  /** Number of lookups in the DNS. */
  asked(): number;
  now: number;
  readonly logged: string[];
  /** Returns the target of the redirection; "" = plain HTTP serves the request. */
  goes(host: string, path?: string, address?: string): string;
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const logged: string[] = [];
  const { cert } = await makeAuthority(folder);
  let planned: (() => void) | undefined;
  let asked = 0;
  const facts: Record<string, unknown> = {
    enabled: () => true,
    port: () => 443,
    isFinished: () => Promise.resolve(true),
    name: () => Promise.resolve("localhost"),
    certificate: () => ({ madeHere: false, cert }),
    trust: () => Promise.resolve({ from: 0, until: Number.MAX_SAFE_INTEGER }),
    holdsSharedAddress: () => true,
    resolve: () => {
      asked++;
      return Promise.resolve(["192.168.1.2"]);
    },
    ownAddresses: () => ["192.168.1.2"],
    onlyOurs: () => ["box", "box.home.arpa", "abcdefghij.box.example"],
    asksUs: (address: string) => address === "192.168.1.20",
  };
  const after = (_: number, next: () => void) => {
    planned = next;
    return () => planned = undefined;
  };
  const log = (_: string, text: string) => void logged.push(text);
  const redirect = new HttpsRedirect({
    ...liveFacts(facts),
    runtime: testRuntime({ after, log, now: () => it.now }),
  });
  const it: Scene = {
    redirect,
    now: Date.now() + 60_000,
    logged,
    set: (change) => void Object.assign(facts, change),
    asked: () => asked,
    async pass() {
      const next = planned;
      planned = undefined;
      next?.();
      await new Promise((later) => setTimeout(later, 0));
    },
    goes(host, path = "/", address = "192.168.1.30") {
      const response = redirect.of(
        new Request(`http://box${path}`),
        { door: "http", address },
        requestHost(host)!,
      );
      if (response === undefined) return "";
      assert.equal(response.status, 308);
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.ok(!response.headers.has("strict-transport-security"));
      return response.headers.get("location")!;
    },
  };
  try {
    await redirect.begin();
    await run(it);
  } finally {
    redirect.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Facts that can be changed later. */
function liveFacts(facts: Record<string, unknown>): HttpsRedirectDeps {
  const call = (key: string) => (...given: unknown[]) =>
    (facts[key] as (...given: unknown[]) => unknown)(...given);
  return Object.fromEntries(
    Object.keys(facts).map((key) => [key, call(key)]),
  ) as unknown as HttpsRedirectDeps;
}

const ignore = needsTool("openssl");

Deno.test({
  name: "a name that only the box answers redirects to its name with path and query",
  ignore,
  fn: () =>
    scene(async ({ redirect, goes, logged, set }) => {
      const active = { enabled: true, active: true, name: "localhost", url: "https://localhost" };
      assert.deepEqual(await redirect.state(), active);
      assert.deepEqual(logged, ["HTTP is sent to https://localhost from now on"]);
      for (const host of ["box", "BOX.home.arpa.", "abcdefghij.box.example:8080"]) {
        assert.equal(
          goes(host, "/queries?status=blocked&q=%2f"),
          "https://localhost/queries?status=blocked&q=%2f",
        );
      }
      assert.equal(goes("box", "/api/v1/status"), "https://localhost/api/v1/status");
      assert.equal(goes("box", "//evil.example/"), "https://localhost//evil.example/");
      set({ port: () => 8443 });
      assert.equal((await redirect.state()).url, "https://localhost:8443");
      assert.equal(goes("box", "/x"), "https://localhost:8443/x");
    }),
});

Deno.test({
  name: "other hosts redirect to the name only for clients of the box's DNS and its own machine",
  ignore,
  fn: () =>
    scene(async ({ goes }) => {
      for (const host of ["192.168.1.2", "localhost", "raspberrypi", "[fd00::2]"]) {
        assert.equal(goes(host, "/x", "192.168.1.20"), "https://localhost/x", host);
        assert.equal(goes(host, "/x", "127.0.0.1"), "https://localhost/x", host);
        assert.equal(goes(host, "/x", "::1"), "https://localhost/x", host);
        assert.equal(goes(`${host}:8080`, "/x", "192.168.1.30"), `https://${host}/x`, host);
      }
      await Promise.resolve();
    }),
});

Deno.test({
  name: "exceptions are served over HTTP or redirected to the requested address, never to the name",
  ignore,
  fn: () =>
    scene(async ({ goes }) => {
      for (const path of ["/healthz", "/ask", "/api/v1/stats", "/certificate", "/act"]) {
        assert.equal(goes("box", path), "");
      }
      for (const path of ["/dns-query?dns=AAAA", "/.well-known/x", "/wpad.dat"]) {
        assert.equal(goes("box", path), `https://box${path}`);
        assert.equal(goes("192.168.1.2", path, "192.168.1.20"), `https://192.168.1.2${path}`);
      }
      await Promise.resolve();
    }),
});

Deno.test({
  name:
    "when a condition fails, HTTP redirects to the requested address, and the machine itself is served",
  ignore,
  fn: () =>
    scene(async ({ goes, pass, set, redirect, logged }) => {
      set({ resolve: () => Promise.resolve(["192.0.2.1"]) });
      assert.equal(goes("box", "/x"), "https://localhost/x");
      await pass();
      assert.equal(goes("box", "/x"), "https://box/x");
      assert.equal(goes("127.0.0.1", "/x", "127.0.0.1"), "");
      assert.match(logged.at(-1)!, /no longer sent .*: resolve$/);
      set({ resolve: () => Promise.resolve(["192.168.1.2"]) });
      assert.equal(
        (await redirect.state()).active,
        true,
        "at once for whoever asks how things stand",
      );
      assert.equal(goes("box", "/x"), "https://localhost/x");
      set({ port: () => 0 });
      assert.equal(goes("box", "/x"), "", "without HTTPS there is nowhere to go");
    }),
});

Deno.test({
  name: "the validity of the certificate and the switch are checked for each request",
  ignore,
  fn: () =>
    scene(async (it) => {
      it.now += 3 * DAY;
      assert.equal(it.goes("box"), "https://box/");
      it.now -= 3 * DAY;
      assert.equal(it.goes("box"), "https://localhost/");
      it.set({ enabled: () => false });
      assert.equal(it.goes("box"), "https://box/");
      await Promise.resolve();
    }),
});

Deno.test({
  name: "the conditions are checked every 30 seconds, but not while it is off or closed",
  ignore,
  fn: () =>
    scene(async ({ redirect, asked, pass, set }) => {
      assert.equal(asked(), 1);
      await pass();
      assert.equal(asked(), 2);
      set({ enabled: () => false });
      await pass();
      assert.deepEqual(await redirect.state(), {
        enabled: false,
        active: false,
        name: "localhost",
        url: "https://localhost",
        reason: "off",
      });
      await pass();
      assert.equal(asked(), 2);
      set({ enabled: () => true });
      await pass();
      assert.equal(asked(), 3);
      redirect.close();
      await pass();
      assert.equal(asked(), 3);
    }),
});

Deno.test({
  name: "state() does not return the result of a check that started before it",
  ignore,
  fn: () =>
    scene(async ({ redirect, set }) => {
      const { promise, resolve } = Promise.withResolvers<string[]>();
      set({ resolve: () => promise });
      const before = redirect.state();
      set({ enabled: () => false });
      const after = redirect.state();
      resolve(["192.168.1.2"]);
      assert.equal((await after).reason, "off");
      await before;
    }),
});
