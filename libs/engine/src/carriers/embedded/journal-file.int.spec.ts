import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Carrier } from '../carrier';
import { aTurn, target } from '../testing/turns';
import { createEmbeddedCarrier } from './embedded-carrier';

describe('the file of the embedded carrier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-journal-'));
  let made = 0;
  let place: string;
  let file: string;
  const open: Carrier[] = [];
  const carrierOn = (): Carrier => {
    const carrier = createEmbeddedCarrier({ file });
    open.push(carrier);
    return carrier;
  };
  /** A file with one accepted turn. */
  const filled = async (): Promise<string> => {
    const carrier = carrierOn();
    await carrier.check();
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    await carrier.close();
    return turn.id;
  };
  beforeEach(() => {
    place = join(folder, `${made++}`);
    file = join(place, 'carrier.db');
  });
  afterEach(async () => {
    for (const carrier of open.splice(0)) await carrier.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is created if missing, readable only by its owner', async () => {
    expect(await carrierOn().check()).toEqual([]);
    for (const name of readdirSync(place))
      expect({ name, mode: (statSync(join(place, name)).mode & 0o777).toString(8) }).toEqual({
        name,
        mode: '600',
      });
  });

  test('belongs to one process: another one reports why it waits, and opens it after the first has ended', async () => {
    const id = await filled();
    const [first, second] = [carrierOn(), carrierOn()];
    await first.check();
    await expect(second.check()).rejects.toMatchObject({
      ...{ code: 'store_unavailable', retryable: true },
      message: expect.stringContaining(`Another quarry serve runs on the data folder ${place}`),
    });
    await expect(second.start(aTurn(), target('alpha'))).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await second.read(id)).toBeNull();
    await first.close();
    await second.check();
    expect((await second.read(id))?.status).toBe('running');
  });

  test.each([
    ['its pages are no database', (): void => writeFileSync(file, 'no database '.repeat(1_000))],
    [
      'a row cannot be read',
      (): void => {
        const database = new DatabaseSync(file);
        database.exec(`UPDATE turn SET facts = '{"v":'`);
        database.close();
      },
    ],
    [
      'a row is missing',
      (): void => {
        const database = new DatabaseSync(file);
        database.exec(`DELETE FROM field WHERE name = 'id'`);
        database.close();
      },
    ],
  ])(
    'that is damaged (%s) is moved aside and kept, and a new one created, with one plain warning',
    async (_, damage) => {
      const id = await filled();
      damage();
      const bytes = readFileSync(file);
      const carrier = carrierOn();
      const warnings = await carrier.check();
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(
        /carrier\.db was damaged \(.+\) and was moved to .+damaged-\d{8}T\d{6}Z: accepted turns that had not ended are lost/,
      );
      expect(warnings[0]).not.toContain('\n');
      const aside = /moved to (\S+):/.exec(warnings[0] ?? '')?.[1] ?? '';
      expect(readFileSync(aside).equals(bytes)).toBe(true);
      expect(await carrier.read(id)).toBeNull();
      await carrier.start(aTurn(), target('alpha'));
      await carrier.close();
      expect(await carrierOn().check()).toEqual([expect.stringMatching(/^1 accepted turn resumes/)]);
    },
  );

  test('of a newer Quarry is left alone', async () => {
    await filled();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(carrierOn().check()).rejects.toMatchObject({ code: 'index_newer' });
    expect(readdirSync(place)).not.toContainEqual(expect.stringContaining('damaged'));
  });
});
