/** Local names of the demonstration, as of a household with a storage server and a small lab. */
import type { RecordService } from "../../api/features/network/records/service.ts";
import { ACCOUNT } from "./events.ts";

/** Lines pasted by a former dnsmasq user. */
const LINES = [
  "192.168.1.5 photos.home.arpa music.home.arpa",
  "fd00::5 photos.home.arpa",
  "cname=films.home.arpa,photos.home.arpa",
  "address=/lab.home.arpa/192.168.1.6",
  "bücher.home.arpa A 192.168.1.9",
  "home.arpa. 300 IN MX 10 mail.home.arpa.",
  'home.arpa. IN TXT "v=spf1 ip4:192.168.1.0/24 -all"',
  "_ipp._tcp.home.arpa SRV 0 5 631 printer.home.arpa",
];
const LONG = Array(4).fill("x".repeat(60)).join(".");
const HOSTILE_LINES = [
  `${LONG} TXT "<script>alert(1)</script> ${"y".repeat(900)}"`,
  "مثال.home.arpa CNAME photos.home.arpa",
];

/** Adds them. */
export async function writeRecords(records: RecordService, hostile: boolean): Promise<void> {
  const { refused } = await records.addLines(
    [...LINES, ...(hostile ? HOSTILE_LINES : [])],
    ACCOUNT,
  );
  if (refused.length > 0) {
    throw new Error(`Not a local record: ${refused[0].text} (${refused[0].why})`);
  }
}
