"""Uses the generated client as a program would; clients_test.ts runs it against a box."""

import json
import re
import sys
from typing import Any, Iterator

import box


def expect(condition: bool, what: object) -> None:
    if not condition:
        sys.exit(f"not as expected: {what}")


def refusal_of(client: box.BoxClient, domain: str) -> box.BoxError:
    try:
        client.delete_rule(domain=domain)
    except box.BoxError as refusal:
        return refusal
    sys.exit("it was not refused")


def patterns_in(value: Any) -> Iterator[str]:
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if key == "pattern" and isinstance(part, str):
            yield part
        elif isinstance(part, (dict, list)):
            yield from patterns_in(part)


url, folder = sys.argv[1:]
client = box.BoxClient(url, "full")

session = client.get_session()
account = session["account"]
expect(account is not None and account["name"] == "full", session)

devices = client.list_devices(limit=1)
expect(len(devices["devices"]) == 1 and devices["next"] != "", devices)
second = client.list_devices(limit=1, cursor=devices["next"])
expect(second["devices"][0]["id"] != devices["devices"][0]["id"], second)

rule = client.set_rule(domain="b\u00fccher.example", body={"action": "block"})
expect(rule["domain"] == "xn--bcher-kva.example", rule)
found = client.list_rules(name="bcher")["rules"]
expect([one["domain"] for one in found] == [rule["domain"]], found)
client.delete_rule(domain=rule["domain"], scope="all")

refusal = refusal_of(client, "xn--bcher-kva.example")
expect((refusal.status, refusal.code) == (404, "not_found"), refusal)
expect(refusal_of(box.BoxClient(url), "a.example").code == "not_signed_in", "without a token")

for entry in client.follow_queries(last=1):
    expect("name" in entry, entry)
    break

expect("box_build_info" in client.get_metrics(), "metrics")

with open(f"{folder}/openapi.json", encoding="utf-8") as file:
    patterns = set(patterns_in(json.load(file)))
expect(len(patterns) > 3, patterns)
for pattern in patterns:
    re.compile(pattern)

print("done")
