/** The kinds of alerts as a schema of requests. */
import { z } from "@hono/zod-openapi";
import { ADMINISTRATOR_KINDS, type AlertKind } from "./alert_kinds.ts";

/** A kind of alert that administrators get. */
export const alertKind = z.enum(ADMINISTRATOR_KINDS as [AlertKind]).meta({ id: "AlertKind" });
