/** Whether a request may be processed that has no route, or whose route is named in its body. */
import type { Principal } from "./principal.ts";
import type { Route } from "./route.ts";
import type { Connection, Exchange, StepContext } from "./exchange.ts";
import { ORIGIN_STEPS } from "./steps.ts";
import { checkAccess } from "./steps/access.ts";

/** Placeholder route for unknown addresses: open to every allowed source address. */
const NOWHERE: Route = {
  doc: "A 5.4",
  method: "post",
  path: "/",
  summary: "Nothing",
  access: "open",
  answers: {},
  handle: () => undefined,
};

/**
 * The principal of a request, after the checks of origin and rate. Rejects with the DomainError of
 * a step.
 */
export async function admitRequest(
  request: Request,
  connection: Connection,
  context: StepContext,
): Promise<Principal> {
  const exchange: Exchange = {
    route: NOWHERE,
    request,
    connection,
    beforeBody: () => {},
    params: {},
    body: new Uint8Array(0),
    by: undefined,
    password: undefined,
    given: undefined,
  };
  for (const { run } of ORIGIN_STEPS) await run(exchange, context);
  await checkAccess(exchange, context);
  return exchange.by!;
}
