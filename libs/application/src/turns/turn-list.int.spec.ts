import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryCarrier, type Carrier } from '@quarry/engine';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { newTurnId, openTurn, type Turn, type TurnOptions } from '@quarry/turn';
import { openTurnArchive, type TurnArchive, type TurnCursor, type TurnFilter } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { LabelRights } from '../labels/label-rights';
import { TurnFinder } from './find-turn';
import type { Asker } from './may-read-turn';
import { TurnList } from './turn-list';
import { TurnRights } from './turn-rights';

/** Remembers every turn. */
const HISTORY = { row: async () => ({}) } as never;

const ASKED_AT = Date.now() - 60_000;

describe('TurnList', () => {
  let folder: string;
  let carrier: Carrier;
  let archive: TurnArchive;
  let list: TurnList;
  let records: RecordStore;
  let rights: TurnRights;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-turns-'));
    archive = openTurnArchive(`sqlite:${join(folder, 'turns.db')}`);
    carrier = createMemoryCarrier();
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    const labels = new LabelRights({ labels: 'off' }, records);
    rights = new TurnRights(labels, carrier, archive, HISTORY);
    list = new TurnList(carrier, archive, rights);
  });
  afterEach(async () => {
    await carrier.close();
    await archive.close();
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A turn asked `n` milliseconds after the first. */
  function turnAt(n: number, options: Partial<TurnOptions> = {}): Turn {
    const askedAt = ASKED_AT + n;
    return openTurn({
      id: newTurnId(askedAt),
      tenant: 'acme',
      session: 's1',
      pipeline: 'code@abc',
      question: `Question ${n} about invoices?`,
      isEnglish: true,
      askedAt,
      deadline: Date.now() + 60_000,
      options,
    });
  }

  const run = async (turn: Turn): Promise<string> => {
    await carrier.start(turn, { step: 'entry', service: 'router' });
    return turn.id;
  };
  const keep = async (turn: Turn): Promise<string> => {
    await archive.save({ turn: { ...turn, end: { outcome: 'answered', reason: '' } }, events: [] });
    return turn.id;
  };

  async function pages(limit: number, filter: TurnFilter = {}, asker: Asker = 'acme'): Promise<string[][]> {
    const found: string[][] = [];
    for (let after: TurnCursor | null | undefined; found.length < 50 && after !== null;) {
      const page = await list.page(asker, filter, { limit, ...(after ? { after } : {}) });
      found.push(page.turns.map(({ id }) => id));
      after = page.next;
    }
    return found;
  }

  it('sorts running turns into the list, each on exactly one page', async () => {
    const ids: string[] = [];
    // Every third turn still runs, including the oldest.
    for (let n = 0; n < 9; n++) ids.unshift(await (n % 3 === 0 ? run(turnAt(n)) : keep(turnAt(n))));
    for (const limit of [1, 2, 3, 8, 9, 20]) {
      const found = await pages(limit);
      expect(found.flat()).toEqual(ids);
      expect(found.every((page, at) => page.length === limit || at === found.length - 1)).toBe(true);
    }
  });

  it('shows an ended turn once, before and after it is archived', async () => {
    const turn = turnAt(1);
    await run(turn);
    await carrier.cancel(turn.id);
    const [page] = [await list.page('acme', {}, { limit: 5 })];
    expect(page.turns).toMatchObject([{ id: turn.id, outcome: 'cancelled' }]);
    await keep(turn);
    expect((await pages(5)).flat()).toEqual([turn.id]);
    await carrier.settleEnded(turn.id);
    expect((await pages(5)).flat()).toEqual([turn.id]);
  });

  it('filters running turns as the archive filters ended ones', async () => {
    const asked = turnAt(1, { key: 'k1', repository: 'shop' });
    const id = await run(asked);
    const fitting: TurnFilter[] = [
      { text: 'INVOICES quest' },
      { session: 's1' },
      { pipeline: 'code' },
      { key: 'k1', repository: 'shop' },
      { since: asked.askedAt, until: asked.askedAt + 1 },
    ];
    for (const filter of fitting) expect((await pages(5, filter)).flat()).toEqual([id]);
    const others: TurnFilter[] = [
      { text: 'voices' },
      { text: '?' },
      { session: 's2' },
      { pipeline: 'cod' },
      { key: 'k2' },
      { outcome: 'answered' },
      { since: asked.askedAt + 1 },
      { until: asked.askedAt },
    ];
    for (const filter of others) expect((await pages(5, filter)).flat()).toEqual([]);
  });

  it('shows a restricted key only turns about its repositories, page by page', async () => {
    const shop: string[] = [];
    for (let n = 0; n < 120; n++) {
      const repository = n % 40 === 0 ? 'shop' : 'vault';
      const id = await keep(turnAt(n, { repository }));
      if (repository === 'shop') shop.unshift(id);
    }
    const running = await run(turnAt(500, { repository: 'vault' }));
    const caller: Caller = {
      tenant: 'acme',
      key: 'k1',
      role: 'reader',
      pipelines: null,
      repositories: ['shop'],
    };
    expect((await pages(2, {}, caller)).flat()).toEqual(shop);
    const finder = new TurnFinder(carrier, archive, HISTORY, rights);
    const [secret] = (await list.page('acme', { repository: 'vault' }, { limit: 1 })).turns;
    for (const id of [running, secret?.id ?? '', 'tnever'])
      await expect(finder.any(caller, id)).rejects.toMatchObject({ code: 'turn_unknown' });
    expect(await finder.whole(caller, shop[0] ?? '')).toMatchObject({ turn: { id: shop[0] } });
  });
});
