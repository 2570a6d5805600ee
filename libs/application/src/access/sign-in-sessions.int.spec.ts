import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import type { OidcSignIn, Renewable, ReturnedSignIn } from './oidc-sign-in';
import { SignInSessions } from './sign-in-sessions';

const KEY = randomBytes(32).toString('base64');
const DAY = 86_400_000;
const RETURNED = {} as ReturnedSignIn;

describe('the sessions of sign-ins', () => {
  let folder: string;
  let records: RecordStore;
  let now: number;
  let given: number;
  /** Milliseconds of a renewal at the issuer. */
  let issuerTakes: number;
  /** Refresh tokens that are valid at the issuer; each is used once. */
  let valid: Set<string>;
  let sessions: SignInSessions;

  const token = (): { token: string; until: number; signOutUrl: null; renewable: Renewable } => {
    given += 1;
    valid.add(`refresh-${given}`);
    const renewable = { refreshToken: `refresh-${given}`, subject: 'ada', returnedTo: 'https://q/sign-in' };
    return { token: `token-${given}`, until: now + 300_000, signOutUrl: null, renewable };
  };
  const issuer: Pick<OidcSignIn, 'end' | 'renew' | 'revoke'> = {
    end: () => Promise.resolve(token()),
    renew: async ({ refreshToken }) => {
      await sleep(issuerTakes);
      return valid.delete(refreshToken) ? token() : null;
    },
    revoke: ({ refreshToken }) => {
      valid.delete(refreshToken);
      return Promise.resolve();
    },
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-sign-ins-'));
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    now = Date.now();
    given = 0;
    issuerTakes = 0;
    valid = new Set();
    sessions = new SignInSessions(records, issuer, [KEY], { now: () => now });
  });
  afterEach(async () => {
    await records.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (): Promise<string> => (await sessions.open(RETURNED))?.renewal ?? '';
  const renew = async (renewal: string): Promise<string> => (await sessions.renew(renewal))?.renewal ?? '';

  it('take the former renewal for a moment, as the response with the next one can be lost', async () => {
    const first = await open();
    const lost = await renew(first);
    now += 10_000;
    const second = await renew(first);
    expect(second).not.toBe('');
    expect(second).not.toBe(lost);
    expect(await renew(second)).not.toBe('');
  });

  it('end when a renewal is used again later, also for who has the last one', async () => {
    const stolen = await open();
    const last = await renew(stolen);
    now += 31_000;
    expect(await renew(stolen)).toBe('');
    expect(await renew(last)).toBe('');
    expect(valid.size).toBe(0);
  });

  it('renew once where two ask at the same time', async () => {
    const first = await open();
    // Longer than between two looks of the one that waits.
    issuerTakes = 500;
    const both = await Promise.all([renew(first), renew(first)]);
    expect(both.every((renewal) => renewal !== '')).toBe(true);
    expect(valid.size).toBe(1);
  });

  it('end after a month without use, and with the key that encrypted them', async () => {
    const first = await open();
    const other = new SignInSessions(records, issuer, [randomBytes(32).toString('base64')]);
    const second = await open();
    now += 31 * DAY;
    expect(await renew(first)).toBe('');
    expect(await other.renew(second)).toBeNull();
  });

  it('are swept when others begin', async () => {
    await open();
    now += 31 * DAY;
    await open();
    expect(valid).toEqual(new Set(['refresh-2']));
  });
});
