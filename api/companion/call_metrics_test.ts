import assert from "node:assert/strict";
import { metricsText } from "../schema/metrics_text.ts";
import { CallMetrics, routeText } from "./call_metrics.ts";

Deno.test("latencies are counted in cumulative buckets, with sum and count", () => {
  const metrics = new CallMetrics();
  for (const seconds of [0.001, 0.005, 0.3, 20]) metrics.onCall("GET /a", 200, seconds);
  metrics.onCall(routeText(undefined), 404, 0);
  const text = metricsText(metrics.metrics());
  const bucket = (le: string) =>
    Number(text.match(new RegExp(`_bucket\\{route="GET /a",le="${le}"\\} (\\d+)`))?.[1]);
  assert.deepEqual(["0.005", "0.25", "0.5", "10", "\\+Inf"].map(bucket), [2, 2, 3, 3, 4]);
  assert.match(text, /^# TYPE box_companion_request_seconds histogram$/m);
  assert.match(text, /^box_companion_request_seconds_count\{route="GET \/a"\} 4$/m);
  assert.match(text, /^box_companion_request_seconds_sum\{route="GET \/a"\} 20\.306/m);
  assert.match(text, /^box_companion_requests_total\{route="none",status="404"\} 1$/m);
  assert.deepEqual([metrics.calls("GET /a", 200), metrics.calls("GET /a", 500)], [4, 0]);
  assert.equal(metrics.total, 5);
});
