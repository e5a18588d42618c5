import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps API keys unreadable in the database. */
export type KeyCipher = {
  encrypt: (apiKey: string, rowId: string) => Buffer;
  /** Undefined unless it was encrypted with this secret, for this row (a session's hash) and this wallet service. */
  decrypt: (encrypted: Buffer, rowId: string) => string | undefined;
  /** The same short text for the same key, from which nothing of the key can be learnt. */
  fingerprint: (apiKey: string) => string;
  /** Identifies a key reliably; 64 hexadecimal digits. */
  keyHash: (apiKey: string) => string;
};

/** What the cipher knows a wallet service by: the URL of a remote provider; undefined: our own. */
export function walletServiceName(provider: URL | undefined): string {
  return provider?.href ?? 'embedded';
}

/**
 * AES-256-GCM under a key derived from the secret. The wallet service is part of what is authenticated, so
 * that a key is never sent to another provider than the one it was given for. Fingerprints and hashes come from
 * `identitySecret`, so that they outlive a replaced secret.
 */
export function createKeyCipher(
  secret: string,
  walletService: string,
  identitySecret: string = secret,
): KeyCipher {
  const encryptionKey = derive(secret, 'session API key v1');
  const knownKeyKey = derive(identitySecret, 'API key that has signed in v1');
  const fingerprintKey = derive(identitySecret, 'API key fingerprint v1');
  const context = (rowId: string): Buffer => Buffer.from(`${rowId}\n${walletService}`);

  return {
    encrypt: (apiKey, rowId) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryptionKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(context(rowId));
      const text = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    decrypt: (encrypted, rowId) => {
      const nonce = encrypted.subarray(0, NONCE_BYTES);
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length !== TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(context(rowId));
      decipher.setAuthTag(tag);
      try {
        const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    keyHash: (apiKey) => createHmac('sha256', knownKeyKey).update(apiKey).digest('hex'),
    fingerprint: (apiKey) => createHmac('sha256', fingerprintKey).update(apiKey).digest('hex').slice(0, 12),
  };
}

function derive(from: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, 'wallet-console', purpose, 32));
}
