import assert from "node:assert/strict";
import { DomainError, type ErrorCode, ERRORS } from "../schema/errors.ts";
import { errorResponse } from "./errors.ts";
import { sentence } from "../../policy/model/sentence.ts";

Deno.test("an error is answered with the status and the text of its code", async () => {
  for (const [code, { status, text }] of Object.entries(ERRORS)) {
    const response = errorResponse(new DomainError(code as ErrorCode));
    assert.deepEqual([response.status, await response.json()], [status, { error: text, code }]);
  }
});

Deno.test("a temporary failure says when to try again, an error of another kind does not", () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    const { headers } = errorResponse(new DomainError(code as ErrorCode));
    assert.equal(headers.get("retry-after"), status === 503 ? "5" : null, code);
  }
  const details = { headers: { "retry-after": "30" } };
  const own = errorResponse(new DomainError("too_slow", sentence`Wait`, details));
  assert.equal(own.headers.get("retry-after"), "30");
});

Deno.test("details of an error are fields of the body and headers of the response", async () => {
  const details = { headers: { "retry-after": "2" }, body: { retry_after: 2 } };
  const response = errorResponse(new DomainError("throttled", sentence`Wait 2 s`, details));
  assert.deepEqual([response.status, response.headers.get("retry-after")], [429, "2"]);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), {
    error: "Wait 2 s",
    code: "throttled",
    retry_after: 2,
  });
});
