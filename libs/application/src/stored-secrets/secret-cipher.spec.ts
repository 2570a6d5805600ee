import { randomBytes } from 'node:crypto';
import { SecretCipher } from './secret-cipher';

const [ONE, TWO] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

describe('SecretCipher', () => {
  it('encrypts differently each time, and decrypts for the same owner alone', () => {
    const cipher = new SecretCipher([ONE]);
    const [first, second] = [cipher.encrypt(SECRET, 'a'), cipher.encrypt(SECRET, 'a')];
    expect(first).not.toBe(second);
    expect(first).not.toContain(SECRET.slice(6, 20));
    expect([cipher.decrypt(first, 'a'), cipher.decrypt(second, 'a')]).toEqual([SECRET, SECRET]);
    expect(cipher.decrypt(first, 'b')).toBeNull();
  });

  it('keeps what it is given where there is no key, and reads what was kept so', () => {
    const stored = new SecretCipher([]).encrypt(SECRET, 'a');
    expect(stored).toBe(SECRET);
    expect(new SecretCipher([ONE]).decrypt(stored, 'a')).toBe(SECRET);
  });

  it('reads by any of its keys, and renews by the first', () => {
    const old = new SecretCipher([ONE]).encrypt(SECRET, 'a');
    const both = new SecretCipher([TWO, ONE]);
    expect(both.decrypt(old, 'a')).toBe(SECRET);
    const renewed = both.renew(old, 'a');
    expect(new SecretCipher([TWO]).decrypt(renewed, 'a')).toBe(SECRET);
    expect(new SecretCipher([ONE]).decrypt(renewed, 'a')).toBeNull();
    expect(both.renew(renewed, 'a')).toBe(renewed);
    expect(both.decrypt(both.renew(SECRET, 'a'), 'a')).toBe(SECRET);
    expect(both.renew(SECRET, 'a')).not.toBe(SECRET);
  });

  it.each([
    ['altered', (parts: string[]) => [...parts.slice(0, 4), `A${parts[4]?.slice(1)}`]],
    ['with a shorter tag', (parts: string[]) => [...parts.slice(0, 3), parts[3]?.slice(0, 6), parts[4]]],
    ['cut off', (parts: string[]) => parts.slice(0, 3)],
    ['empty', () => ['v1', '']],
  ])('gives nothing for what is %s', (_what, change) => {
    const cipher = new SecretCipher([ONE]);
    const stored = new SecretCipher([ONE]).encrypt(`\u0000${SECRET}`, 'a');
    const changed = change(stored.split('.')).join('.');
    expect(cipher.decrypt(changed, 'a')).toBeNull();
    expect(cipher.renew(changed, 'a')).toBe(changed);
  });
});
