/** Whether a request may be looked at that has no route, or whose route its body says. */
import type { Principal } from "./principal.ts";
import { type Route, route } from "./route.ts";
import { type Connection, type Exchange, ORIGIN_STEPS, type StepContext } from "./steps.ts";
import { access } from "./steps/access.ts";

/** In the place of a route: open to whoever comes from where requests may come from. */
const NOWHERE: Route = route({
  doc: "A 5.4",
  method: "post",
  path: "/",
  summary: "Nothing",
  access: "open",
  answers: {},
  handle: () => undefined as never,
});

/** Who asks, when where the request comes from is right and it does not come too often. Rejects with the ApiError of a step. */
export async function admitted(
  request: Request,
  connection: Connection,
  context: StepContext,
): Promise<Principal> {
  const exchange: Exchange = {
    ...{ route: NOWHERE, request, connection, params: {}, body: new Uint8Array(0) },
    ...{ by: undefined, password: undefined, given: undefined },
  };
  for (const { run } of ORIGIN_STEPS) await run(exchange, context);
  await access(exchange, context);
  return exchange.by!;
}
