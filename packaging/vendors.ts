/**
 * `deno run -A packaging/vendors.ts`: packs the vendors of hardware addresses, as assigned by the
 * IEEE, into api/features/network/vendors/vendors.bin. Run it when oui-data has a newer version.
 */
import assigned from "oui-data" with { type: "json" };
import { packVendors } from "../api/features/network/vendors/pack.ts";

if (import.meta.main) {
  const packed = packVendors(assigned as Readonly<Record<string, string>>);
  await Deno.writeFile(
    new URL("../api/features/network/vendors/vendors.bin", import.meta.url),
    packed,
  );
  console.log(`Bytes: ${packed.length}`);
}
