/**
 * A passkey in software (WebAuthn 6): the responses of a browser, each part of which a test can
 * change.
 */
import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Changes to a response. */
export interface ResponseChanges {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** UP = 1, UV = 4. */
  readonly flags?: number;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  /** Another attestation: format and statement in CBOR. */
  readonly attestation?: { readonly format: string; readonly statement: Uint8Array };
}

const text = (value: Uint8Array | string) => Buffer.from(value).toString("base64url");

/** A passkey with ES256. */
export class SoftwarePasskey {
  readonly id: string = text(randomBytes(32));
  readonly #key: KeyObject;
  readonly #cose: Uint8Array;
  readonly #origin: string;
  readonly #rpId: string;
  counter = 0;

  /** A new key for an origin. */
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    const point = [x!, y!].map((part) => Buffer.from(part, "base64url"));
    const head = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20];
    this.#cose = Buffer.concat([
      Buffer.from(head),
      point[0],
      Buffer.from([0x22, 0x58, 0x20]),
      point[1],
    ]);
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  /** The response of navigator.credentials.create. */
  create(challenge: string, bent: ResponseChanges = {}) {
    const id = Buffer.from(this.id, "base64url");
    const { attestation } = bent;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      this.#cose,
    ]);
    const data = Buffer.concat([
      this.#data({ ...bent, flags: (bent.flags ?? 5) | 0x40 }),
      credential,
    ]);
    const word = (value: string) =>
      Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      word("fmt"),
      word(attestation?.format ?? "none"),
      word("attStmt"),
      Buffer.from(attestation?.statement ?? [0xa0]),
      word("authData"),
      Buffer.from([0x59, data.length >> 8, data.length & 255]),
      data,
    ]);
    const clientDataJSON = text(this.#client("webauthn.create", challenge, bent));
    return {
      id: this.id,
      response: { clientDataJSON, attestationObject: text(attestationObject), transports: ["usb"] },
    };
  }

  /** The response of navigator.credentials.get; increments the counter. */
  get(challenge: string, userHandle: string | undefined, bent: ResponseChanges = {}) {
    this.counter++;
    const client = this.#client("webauthn.get", challenge, bent);
    const data = this.#data(bent);
    const signature = sign(
      "sha256",
      Buffer.concat([data, createHash("sha256").update(client).digest()]),
      this.#key,
    );
    const response = {
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
    };
    return { id: this.id, response: { ...response, userHandle } };
  }

  #client(type: string, challenge: string, bent: ResponseChanges): string {
    const { origin = this.#origin, crossOrigin = false } = bent;
    return JSON.stringify({ type: bent.type ?? type, challenge, origin, crossOrigin });
  }

  #data({ rpId = this.#rpId, flags = 5, counter = this.counter }: ResponseChanges): Uint8Array {
    const rest = Buffer.alloc(5);
    rest[0] = flags;
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), rest]);
  }
}
