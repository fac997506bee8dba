/**
 * Orders of mode box: for the name from the online service, which also writes the challenge record
 * (A 2.7).
 */
import { ChallengeRecord } from "../../cloud/challenge.ts";
import { type CloudClient, CloudError } from "../../cloud/client.ts";
import { NAME_RELEASED, requestName } from "../../cloud/names.ts";
import type { CertificateOrder } from "../source.ts";
import { CertificateError, type ChallengeWriter } from "./challenge_writer.ts";
import type { OrderPreparation } from "./sources.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** The identifier of this writer, stored with its records. */
const WRITTEN_BY = "box";

/** The sentence of a box whose name the operator of the service released. */
const RELEASED =
  sentence`The operator of the online service took back the name of this box: turn encrypted DNS off, choose a name from the service again, and set up the devices with it`;

/**
 * Prepares orders. The name of an order is the previous name of the box, "" = none. A different
 * name is rejected, since every device of the household uses the old one.
 */
export function givenName(client: CloudClient) {
  return async (
    order: Pick<CertificateOrder, "name">,
    signal: AbortSignal,
  ): Promise<OrderPreparation> => {
    // Without a previous name no device depends on one.
    const request = { acceptsNew: order.name === "", signal };
    const { name, dnsDomain } = await asFault(requestName(client, request));
    const full = `${name}.${dnsDomain}`;
    if (order.name !== "" && order.name !== full) {
      throw new CertificateError(
        sentence`The online service knows this box as ${full} now and no longer as ${order.name}: restore the service, or choose no certificate and then this one again, and set up the devices with the new name`,
      );
    }
    return {
      names: [full],
      email: "",
      writer: writerOf(client, `_acme-challenge.${full}`),
      writtenBy: WRITTEN_BY,
    };
  };
}

function writerOf(client: CloudClient, own: string): ChallengeWriter {
  const record = new ChallengeRecord(client);
  const check = (name: string) => {
    if (name !== own) {
      throw new CertificateError(
        sentence`The online service writes the record ${own} alone, not ${name}`,
      );
    }
  };
  return {
    async write(name, value, signal) {
      check(name);
      await asFault(record.write(value, signal));
    },
    async remove(name, value, signal) {
      // A record of another name belonged to another service, where it expires automatically within
      // an hour.
      if (name === own) await asFault(record.remove(value, signal));
    },
  };
}

async function asFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    throw new CertificateError(error.code === NAME_RELEASED ? RELEASED : error.message);
  }
}
