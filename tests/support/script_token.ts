/** An API token for a script, as a household creates one. */
import type { Right } from "../../api/http/rights.ts";
import type { Scene } from "./whole_box.ts";

/**
 * Creates an account on a running box, signs in, and creates a token with some rights. Returns its
 * secret.
 */
export async function tokenOf(scene: Scene, rights: readonly Right[]): Promise<string> {
  const account = "mum";
  const password = "gravel ocean tulip";
  const origin = `http://127.0.0.1:${scene.box.http}`;
  const body = { name: account, password, kind: "administrator", role: "full" };
  await scene.service.call("POST", "/api/v1/accounts", { body });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const session = await post("/api/v1/session", { account, password });
  await session.body?.cancel();
  const cookie = session.headers.get("set-cookie")!.split(";")[0];
  const token = await post("/api/v1/tokens", { name: "script", rights }, { cookie });
  return (await token.json()).secret;
}
