/** The ranges for the password test, for signed-in people alone (A 4.1, 7.3.6). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { routeFor } from "../../../http/route.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { LeakedPasswords } from "./service.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly leakedPasswords: Pick<LeakedPasswords, "range" | "state">;
}

const route = routeFor<Needs>();

const range = z.object({
  suffixes: z.array(z.object({
    suffix: z.string().describe("The other 35 hexadecimal digits of the hash"),
    count: z.int().describe("How often the password was seen; 0 = it only pads the range"),
  })).readonly(),
}).meta({ id: "PasswordRange" });
const state = z.object({
  state: z.enum(["on", "off", "no_provider"]).describe(
    "Whether passwords can be tested; off = by BOX_PASSWORD_BREACH_CHECK",
  ),
}).meta({ id: "PasswordTest" });

/** The response of GET /api/v1/pwned-range. */
export type PasswordRangeResponse = z.infer<typeof range>;
/** The response of GET /api/v1/pwned-range/state. */
export type PasswordTestResponse = z.infer<typeof state>;

const { perWindow, window: WINDOW } = LIMITS.passwordTest;

/** GET /api/v1/pwned-range, and whether it can be used. */
export const leakedPasswordRoutes = [
  route({
    doc: "A 4.1, 7.3.6",
    method: "get",
    path: "/api/v1/pwned-range",
    operationId: "getPasswordRange",
    summary: "Leaked passwords whose SHA-1 begins with five hexadecimal digits",
    description: `A session may ask ${perWindow} times in ${WINDOW / 60} minutes. ` +
      "The range is padded, so that its length tells nothing",
    access: "session",
    database: "box",
    query: z.object({
      prefix: z.string().regex(/^[0-9A-Fa-f]{5}$/, "five hexadecimal digits are wanted").describe(
        "The first five hexadecimal digits of the SHA-1 of a password",
      ),
    }),
    answers: { 200: range },
    refusals: ["no_right", "password_test_off", "password_range_failed"],
    async handle({ query: { prefix }, principal }, { leakedPasswords }) {
      if (principal.kind !== "session") {
        throw new DomainError("no_right", programSentence`This needs a signed-in session`);
      }
      const { sessionId } = principal;
      return { suffixes: await leakedPasswords.range(prefix.toUpperCase(), sessionId) };
    },
  }),
  route({
    doc: "A 7.12.2",
    method: "get",
    path: "/api/v1/pwned-range/state",
    operationId: "getPasswordTest",
    summary: "Whether the password test can be used on this box",
    access: "account",
    database: "box",
    answers: { 200: state },
    handle: (_, { leakedPasswords }) => ({ state: leakedPasswords.state }),
  }),
];
