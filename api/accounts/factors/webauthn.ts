/**
 * Verifies responses of passkeys (WebAuthn 7.1 and 7.2) without sockets, clock or database. No
 * input makes it throw or send anything.
 */
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from "@simplewebauthn/server/helpers";
import { LIMITS } from "../../../policy/limits.ts";

/** ES256, RS256 and EdDSA in order of preference. */
const ALGORITHMS = [-7, -257, -8];
const TIMEOUT = LIMITS.factors.challengeLife * 1000;

/** The relying party at which a passkey is valid. */
export interface RelyingParty {
  /** The host name without port. */
  readonly id: string;
  /** The accepted origins of pages. */
  readonly origins: readonly string[];
}

/** The used parts of a browser's response to navigator.credentials.create, in base64url. */
export interface RegistrationAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** The used parts of a browser's response to navigator.credentials.get, in base64url. */
export interface AssertionAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

/** A newly registered passkey. */
export interface NewPasskey {
  /** Its id in base64url. */
  readonly credential: string;
  /** In COSE format. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it is stored in more than one place. */
  readonly synced: boolean;
}

/** The user for whom a passkey is registered. */
export interface PasskeyUser {
  /** The random user handle of the account in base64url. */
  readonly handle: string;
  readonly name: string;
}

/** The options for navigator.credentials.create, as JSON. */
export function registrationOptions(
  party: RelyingParty,
  user: PasskeyUser,
  challenge: string,
  known: readonly { readonly credential: string; readonly transports: readonly string[] }[],
) {
  return generateRegistrationOptions({
    rpName: "box",
    rpID: party.id,
    userID: isoBase64URL.toBuffer(user.handle),
    userName: user.name,
    userDisplayName: user.name,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: TIMEOUT,
    attestationType: "none",
    excludeCredentials: known.map(({ credential, transports }) => ({
      id: credential,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * The options for navigator.credentials.get, as JSON: any passkey that the browser has for this
 * name.
 */
export function assertionOptions(party: RelyingParty, challenge: string) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: TIMEOUT,
    userVerification: "required",
  });
}

/**
 * The challenge of a response; undefined = invalid, or from a frame in the page of another site.
 */
export function challengeOf(clientData: string): string | undefined {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientData);
    return typeof challenge === "string" && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The passkey of a valid registration response for this challenge and place; undefined = invalid.
 */
export async function verifyRegistration(
  { id, response }: RegistrationAnswer,
  challenge: string,
  party: RelyingParty,
): Promise<NewPasskey | undefined> {
  try {
    if (!isPlainAttestation(response.attestationObject)) return undefined;
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || info.credential.id !== id) return undefined;
    return {
      credential: id,
      publicKey: info.credential.publicKey,
      counter: info.credential.counter,
      transports: response.transports ?? [],
      synced: info.credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/**
 * No attestation is requested, so a browser sends none or a self-signed one. One with certificates
 * is refused: their revocation lists would be fetched from addresses in the certificates.
 */
function isPlainAttestation(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return format === "none" ||
    (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/**
 * The new counter of a passkey with a valid response for this challenge and place; undefined =
 * invalid.
 */
export async function verifyAssertion(
  { id, response }: AssertionAnswer,
  challenge: string,
  party: RelyingParty,
  known: Pick<NewPasskey, "credential" | "publicKey" | "counter">,
): Promise<{ readonly counter: number; readonly synced: boolean } | undefined> {
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      credential: {
        id: known.credential,
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
      },
    });
    if (!verified) return undefined;
    return {
      counter: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}
