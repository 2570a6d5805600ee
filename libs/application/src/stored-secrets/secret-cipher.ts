import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Prefix of encrypted values. It changes with their format. */
const FORM = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

interface Key {
  /** Identifies a key without revealing anything about it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Encrypts secrets for storage. Without a key, they are stored in plain text. */
export class SecretCipher {
  private readonly keys: readonly Key[];

  /** @param keys 32 bytes each, in base64; the first encrypts, all decrypt */
  constructor(keys: readonly string[]) {
    this.keys = keys.map((key) => {
      const bytes = Buffer.from(key, 'base64');
      return { id: createHash('sha256').update('quarry ').update(bytes).digest('hex').slice(0, 8), bytes };
    });
  }

  /**
   * Encrypts a secret with AES-256-GCM.
   * @param owner the owner of the secret, for which alone it can be decrypted
   * @example
   * new SecretCipher([key]).encrypt('whsec_…', 'acme wh_1') // 'v1.0a1b2c3d.….….…'
   */
  encrypt(secret: string, owner: string): string {
    const [key] = this.keys;
    if (!key) return secret;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.bytes, iv).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'));
    return [FORM, key.id, ...parts].join('.');
  }

  /** The secret; null if its key is missing, if it belongs to another owner, or if it was altered. */
  decrypt(stored: string, owner: string): string | null {
    if (!stored.startsWith(`${FORM}.`)) return stored;
    const [, id, ...parts] = stored.split('.');
    const key = this.keys.find((each) => each.id === id);
    const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (!key || !iv || !tag || !text) return null;
    try {
      const decipher = createDecipheriv(ALGORITHM, key.bytes, iv, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  /** The same secret encrypted with the first key. Unchanged if it already is, or if it cannot be decrypted. */
  renew(stored: string, owner: string): string {
    const [key] = this.keys;
    if (!key || stored.startsWith(`${FORM}.${key.id}.`)) return stored;
    const secret = this.decrypt(stored, owner);
    return secret === null ? stored : this.encrypt(secret, owner);
  }
}
