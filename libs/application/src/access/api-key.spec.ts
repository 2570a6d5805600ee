import { digestOf, holds, newKey, parseKey } from './api-key';

describe('an API key', () => {
  it('has a new id and 256 new random bits each time', () => {
    const keys = Array.from({ length: 200 }, newKey);
    for (const { id, secret, text } of keys) {
      expect(text).toBe(`qk_${id}_${secret}`);
      expect(parseKey(text)).toEqual({ id, secret });
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    }
    expect(new Set(keys.map(({ id }) => id)).size).toBe(200);
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(200);
  });

  it('matches only its own digest, which does not contain the secret', () => {
    const { secret } = newKey();
    const digest = digestOf(secret);
    expect(holds(secret, digest)).toBe(true);
    expect(digest).not.toContain(secret.slice(0, 8));
    expect(holds(newKey().secret, digest)).toBe(false);
    expect(holds('', digest)).toBe(false);
    expect(holds(secret, '')).toBe(false);
  });

  it.each(['', 'qk_', 'qk_short_x', 'sk-123', `qk_${'a'.repeat(12)}_${'b'.repeat(42)}`, ` ${newKey().text}`])(
    'is not %j',
    (text) => {
      expect(parseKey(text)).toBeNull();
    },
  );
});
