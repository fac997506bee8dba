/** Every value of an imported file is in the plan, or is named as not taken. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { stringify as toToml } from "smol-toml";
import { stringify as toYaml } from "yaml";
import { gzipSync, zipSync } from "fflate";
import { ReadDocument } from "../../api/features/box/import/document.ts";
import type { ImportFindings } from "../../api/features/box/import/model.ts";
import { readImport } from "../../api/features/box/import/read.ts";
import { bytesOf, pihole6Zip, tarOf } from "../support/import_files.ts";

const RUNS = { seed: 20261123, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 60) };
const place = { macOf: () => undefined, zone: "Europe/Paris" };

/** A value that no other value equals or contains. */
let last = 0;
const unique = () => `v${(++last).toString(36)}x`;
const name = () => `${unique()}.example`;
const mac = () => `aa:bb:cc:${(++last & 0xffffff | 0x100000).toString(16).match(/../g)!.join(":")}`;

/** Kinds of values; several of them are invalid for most keys. */
const scalar = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -1, max: 100_000 }),
  fc.constant("").map(unique),
  fc.constantFrom("NULL", "IP", "NX", "nxdomain", "parallel", "fastest_addr", "24h", "10s", "de"),
);
const texts = fc.array(
  fc.constant("").map(() => fc.sample(fc.constantFrom(name(), `10.0.${++last & 255}.1`), 1)[0]),
  { minLength: 1, maxLength: 3 },
);
const value = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: texts });

type Values = Record<string, unknown>;

/** An object with some of these paths. */
function objectOf(
  paths: readonly string[],
  more: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
) {
  const fields = Object.fromEntries(paths.map((path) => [path, value as fc.Arbitrary<unknown>]));
  return fc.record({ ...fields, ...more }, { requiredKeys: [] }).map((flat) => {
    const out: Values = {};
    for (const [path, each] of Object.entries(flat)) {
      const keys = path.split(".");
      let at = out;
      for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Values;
      at[keys.at(-1)!] = each;
    }
    return out;
  });
}

/** Asserts that each value of a document is reported, by its path or by its texts. */
function assertReported(
  document: unknown,
  found: ImportFindings,
  prefix = "",
  besides = /^$/,
): void {
  const report = found.wishes.map(({ from }) => from).concat(found.warnings);
  const all = JSON.stringify([found.wishes, found.warnings]);
  for (const { path, value } of new ReadDocument(document).unread()) {
    if (besides.test(path)) continue;
    const parts = Array.isArray(value) ? value : [value];
    const parent = `${prefix}${path.replace(/\.[^.]+$/, "")}`;
    // One item tells of a pair of values, and the engines tell of safe search.
    const isNamed = report.some((text) =>
      text.includes(prefix + path) || text.startsWith(`${parent} = `) ||
      path.endsWith("safe_search.enabled") && text.startsWith(`${parent}.`)
    );
    const isThere = parts.every((part) =>
      typeof part === "string" && part.length > 1 && all.includes(JSON.stringify(part).slice(1, -1))
    );
    assert.ok(isNamed || isThere, `${prefix}${path} = ${JSON.stringify(value)} is not reported`);
  }
}

const PIHOLE_PATHS = [
  ..."CNAMEdeepInspect EDNS0ECS ignoreLocalhost piholePTR replyWhenBusy blockTTL hosts cnameRecords hostRecord revServers domainNeeded expandHosts bogusPriv dnssec interface listeningMode queryLogging port localise domain.name domain.local cache.size cache.optimizer cache.upstreamBlockedTTL blocking.active blocking.mode blocking.edns specialDomains.mozillaCanary specialDomains.iCloudPrivateRelay specialDomains.designatedResolver reply.host.force4 reply.host.IPv4 reply.blocking.force6 reply.blocking.IPv6 rateLimit.count rateLimit.interval novelty"
    .split(" ").map((key) => `dns.${key}`),
  ..."active start end router netmask leaseTime ipv6 rapidCommit multiDNS logging ignoreUnknownClients hosts"
    .split(" ").map((key) => `dhcp.${key}`),
  "resolver.resolveIPv4",
  "resolver.refreshNames",
  "database.maxDBdays",
  "database.network.expire",
  "webserver.domain",
  "webserver.acl",
  "webserver.port",
  "webserver.api.excludeClients",
  "webserver.api.excludeDomains",
  "misc.privacylevel",
  "misc.nice",
  "misc.novelty",
  "ntp.ipv4.active",
  "files.gravity",
  "debug.all",
  "novelty.key",
];

Deno.test("Each value of a pihole.toml is in the plan or named as not taken", () => {
  const lines = fc.array(
    fc.constantFrom(
      ..."address=/a.example/ address=/b.example/10.0.0.1 server=/c.example/10.0.0.2 local=/d.example/ cname=e.example,f.example host-record=g.example,10.0.0.3,60 ptr-record=1.0.0.10.in-addr.arpa,h.example txt-record=i.example,text mx-host=j.example,k.example,5 srv-host=_l._tcp.example,m.example,1,2,3 dhcp-host=aa:bb:cc:00:00:01,10.0.0.4,n log-queries dhcp-option=3,10.0.0.5 auth-zone=o.example nonsense cname= ptr-record= srv-host=, address=/p/q"
        .split(" "),
    ),
    { minLength: 1 },
  );
  const upstreams = fc.array(fc.constantFrom("9.9.9.9#53", "tls://dns.example", "quda9://x"), {
    minLength: 1,
  });
  const more = { "dns.upstreams": upstreams, "misc.dnsmasq_lines": lines };
  fc.assert(
    fc.property(objectOf(PIHOLE_PATHS, more), (document) => {
      const given = {
        dns: {},
        ...document,
        misc: { extraLogging: true, ...document.misc as Values },
      };
      assertReported(
        given,
        readImport(zipSync({ "etc/pihole/pihole.toml": bytesOf(toToml(given)) }), place),
      );
    }),
    { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) },
  );
});

Deno.test("Each setting of a Teleporter file of version 5 is in the plan or named as not taken", () => {
  const keys =
    "PIHOLE_DNS_1 PIHOLE_DNS_2 BLOCKING_ENABLED PIHOLE_DOMAIN BLOCKINGMODE PRIVACYLEVEL MAXDBDAYS RATE_LIMIT BLOCK_TTL WEBPASSWORD REV_SERVER REV_SERVER_CIDR REV_SERVER_TARGET REV_SERVER_DOMAIN DNSSEC DHCP_ACTIVE DHCP_START DNSMASQ_LISTENING QUERY_LOGGING INSTALL_WEB_SERVER TEMPERATUREUNIT NOVELTY"
      .split(" ");
  const text = fc.constantFrom(
    "true",
    "false",
    "1",
    "0",
    "1000/60",
    "NX",
    "10.0.0.1",
    "lan.example",
  );
  const pairs = fc.record(Object.fromEntries(keys.map((key) => [key, text])), { requiredKeys: [] });
  fc.assert(
    fc.property(pairs, (given) => {
      const lines = Object.entries(given).map(([key, each]) => `${key}=${each}\n`).join("");
      const found = readImport(gzipSync(tarOf({ "setupVars.conf": lines })), place);
      const report = JSON.stringify([found.wishes, found.warnings]);
      for (const [key, each] of Object.entries(given)) {
        const isUpstream = /^PIHOLE_DNS|^REV_SERVER/.test(key);
        assert.ok(
          report.includes(`${key} `) || report.includes(`"${key}"`) ||
            isUpstream && (report.includes(each!) || report.includes("rev-server=")) ||
            isUpstream && key === "REV_SERVER" && report.includes("[/"),
          `${key} = ${each} is not reported`,
        );
      }
      assert.ok(!/WEBPASSWORD = /.test(report), "no secret is shown");
    }),
    RUNS,
  );
});

Deno.test("Each text of a gravity.db is in the plan or named as not taken", () => {
  const flag = fc.integer({ min: 0, max: 1 });
  const comment = fc.oneof(fc.constant(""), fc.constant("").map(unique));
  const rows = fc.record({
    list: fc.tuple(flag, comment, flag),
    domain: fc.tuple(fc.integer({ min: 0, max: 4 }), flag, comment),
    client: fc.tuple(flag, comment),
    group: fc.tuple(flag, comment),
    member: flag,
  });
  fc.assert(
    fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (given) => {
      const groups = given.map(({ group: [on, description] }, at) =>
        [at + 1, on, unique(), 5, 5, description] as const
      );
      const gravity = {
        group: [[0, 1, "Default", 0, 0, ""] as const, ...groups],
        adlist: given.map(({ list: [on, about, type] }, at) =>
          [at, `https://${name()}/l`, on, 5, 5, about, 5, 5, 5, 5, 5, type] as const
        ),
        adlist_by_group: given.map(({ member }, at) => [at, member * (at + 1)] as const),
        domainlist: given.map(({ domain: [type, on, about] }, at) =>
          [at, type, type > 1 ? `^${unique()}` : name(), on, 5, 5, about] as const
        ),
        domainlist_by_group: given.map(({ member }, at) => [at, member * (at + 1)] as const),
        client: given.map(({ client: [isMac, about] }, at) =>
          [at, isMac ? mac() : unique(), 5, 5, about] as const
        ),
        client_by_group: given.map(({ member }, at) => [at, member * (at + 1)] as const),
      };
      const found = readImport(pihole6Zip({ gravity }), place);
      const report = JSON.stringify(found);
      for (const [table, all] of Object.entries(gravity)) {
        for (const cell of all.flat()) {
          if (typeof cell !== "string" || cell === "" || cell === "Default") continue;
          // An unused group has no effect; its name is not reported.
          const isUnused = table === "group" && !report.includes(cell);
          if (isUnused) continue;
          assert.ok(report.includes(cell), `${table}: ${cell} is not reported`);
        }
      }
      assert.match(report, /adlist: date_added, date_modified, date_updated/);
    }),
    { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 6) },
  );
});

const ADGUARD_PATHS = [
  ..."address session_ttl pprof.enabled pprof.port doh.insecure_enabled".split(" ").map((key) =>
    `http.${key}`
  ),
  ..."auth_attempts block_auth_min http_proxy language theme".split(" "),
  ..."bind_hosts port anonymize_client_ip ratelimit ratelimit_subnet_len_ipv4 ratelimit_subnet_len_ipv6 ratelimit_whitelist refuse_any upstream_dns upstream_dns_file bootstrap_dns fallback_dns upstream_mode fastest_timeout allowed_clients disallowed_clients blocked_hosts trusted_proxies cache_enabled cache_size cache_ttl_min cache_ttl_max cache_optimistic cache_optimistic_answer_ttl cache_optimistic_max_age bogus_nxdomain aaaa_disabled enable_dnssec edns_client_subnet.custom_ip edns_client_subnet.enabled edns_client_subnet.use_custom max_goroutines handle_ddr ipset ipset_file bootstrap_prefer_ipv6 upstream_timeout private_networks use_private_ptr_resolvers local_ptr_upstreams use_dns64 dns64_prefixes serve_http3 use_http3_upstreams serve_plain_dns hostsfile_enabled pending_requests.enabled novelty"
    .split(" ").map((key) => `dns.${key}`),
  ..."enabled server_name force_https port_https port_dns_over_tls port_dns_over_quic port_dnscrypt dnscrypt_config_file strict_sni_check"
    .split(" ").map((key) => `tls.${key}`),
  ..."dir_path ignored ignored_enabled interval size_memory enabled file_enabled".split(" ").map(
    (key) => `querylog.${key}`,
  ),
  ..."dir_path ignored ignored_enabled interval enabled".split(" ").map((key) =>
    `statistics.${key}`
  ),
  ..."blocking_mode blocking_ipv4 blocking_ipv6 blocked_response_ttl protection_enabled protection_disabled_until filtering_enabled filters_update_interval rewrites_enabled parental_enabled safebrowsing_enabled parental_block_host safebrowsing_block_host safe_search.enabled safe_search.bing safe_search.duckduckgo safe_search.google safe_search.youtube safe_search.novelty blocked_services.ids safe_fs_patterns max_http_size cache_time safebrowsing_cache_size"
    .split(" ").map((key) => `filtering.${key}`),
  "clients.runtime_sources.whois",
  "clients.runtime_sources.arp",
  "dhcp.enabled",
  "dhcp.interface_name",
  "dhcp.dhcpv4.gateway_ip",
  "dhcp.dhcpv6.ra_slaac_only",
  "log.file",
  "os.user",
  "novelty.key",
];
const CLIENT_PATHS =
  "tags uid upstreams upstreams_cache_size upstreams_cache_enabled use_global_settings filtering_enabled parental_enabled safebrowsing_enabled safe_search.enabled safe_search.google safe_search.youtube use_global_blocked_services blocked_services.ids ignore_querylog ignore_statistics novelty"
    .split(" ");

Deno.test("Each value of an AdGuardHome.yaml is in the plan or named as not taken", () => {
  const rule = fc.record({
    name: fc.constant("").map(name),
    rest: fc.constantFrom(
      ..."^ ^$important ^$client=nobody ^$ctag=user_child ^$denyallow=a.b ^$dnstype=A ^$removeparam ##.ad"
        .split(" "),
    ),
    allow: fc.boolean(),
  });
  const client = objectOf(CLIENT_PATHS, {
    ids: fc.constantFrom([0], [1], [0, 1]),
    upstreams: fc.constantFrom(["9.9.9.9"], ["[/a.example/]10.0.0.1", "quda9://x"]),
    tags: fc.constantFrom(["device_tv"], ["os_linux", "user_child"], ["user_admin", "novel_tag"]),
  });
  fc.assert(
    fc.property(
      objectOf(ADGUARD_PATHS),
      fc.array(rule, { maxLength: 4 }),
      fc.array(client, { maxLength: 3 }),
      (settings, rules, given) => {
        const persistent = given.map((each) => ({
          ...each,
          name: unique(),
          ids: (each.ids as number[] ?? [1]).map((isMac) => isMac ? mac() : unique()),
        }));
        const document: Values = {
          ...settings,
          schema_version: 34,
          user_rules: rules.map(({ name, rest, allow }) => `${allow ? "@@" : ""}||${name}${rest}`),
          filters: rules.map(({ name }) => ({
            url: `https://${name}/f`,
            enabled: true,
            name: "",
            id: 1,
          })),
        };
        document.clients = { ...document.clients as Values, persistent };
        const found = readImport(
          bytesOf(toYaml(document, { aliasDuplicateObjects: false })),
          place,
        );
        assertReported(document, found, "", /^(?:schema_version|filters|clients\.persistent)$/);
        for (const { name: called, ids: _, uid: __, ...rest } of persistent as Values[]) {
          assertReported(rest, found, `clients: ${called}: `);
        }
        for (const { url } of document.filters as { url: string }[]) {
          assert.ok(JSON.stringify(found.wishes).includes(url));
        }
      },
    ),
    RUNS,
  );
});
