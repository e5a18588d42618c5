import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type RequestBody = Record<string, unknown>;

/** What a test needs of WebAuthn's options. */
export type ResponseOptions = {
  challenge: string;
  options: {
    challenge: string;
    rpId?: string;
    rp?: { id: string };
    user?: { id: string };
    excludeCredentials?: { id: string }[];
  };
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const MAY_BE_SYNCED = 0x08;
const IS_SYNCED = 0x10;
const HAS_KEY = 0x40;

type Oddities = {
  origin?: string;
  challenge?: string;
  isVerified?: boolean;
  signCount?: number;
  userHandle?: string;
};

/** Makes one passkey and signs with it as a browser and an authenticator do, with ES256 and no attestation. */
export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #signCount = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ options }: ResponseOptions, oddities: Oddities = {}): RequestBody {
    this.#userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#authenticatorData(options.rp?.id ?? '', { ...oddities, extra: HAS_KEY }),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ]);
    // A map in CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from('a0', 'hex'),
      cborText('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, oddities).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'a new one'],
      },
    };
  }

  get({ options }: ResponseOptions, oddities: Oddities = {}): RequestBody {
    this.#signCount += 1;
    const data = this.#authenticatorData(options.rpId ?? '', oddities);
    const clientData = this.#clientData('webauthn.get', options.challenge, oddities);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: oddities.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    const { id } = this;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, { origin, challenge: other }: Oddities): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: other ?? challenge,
        origin: origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(
    rpId: string,
    { isVerified = true, signCount = this.#signCount, extra = 0 }: Oddities & { extra?: number },
  ): Buffer {
    const flags = USER_PRESENT | MAY_BE_SYNCED | IS_SYNCED | (isVerified ? USER_VERIFIED : 0) | extra;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(signCount, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
  }

  /** The key in COSE: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
