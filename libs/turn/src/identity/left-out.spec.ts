import { Fault } from '../fault/fault';
import type { SnapshotRef } from './ids';
import { lackOf, notingLeftOut, withoutDamaged } from './left-out';
import { readingSetsBy } from './reading-sets';
import { snapshotSet } from './snapshot-set';

const of = (repository: string): SnapshotRef => ({ repository, snapshot: 'v1' });
const ALL = [of('alpha'), of('@acme/beta'), of('gamma')];

/** Names of the members that were read; some of them are damaged, or away. */
function reader(faults: Readonly<Record<string, Fault>>) {
  return (members: readonly SnapshotRef[]): Promise<readonly string[]> => {
    for (const { repository } of members) if (faults[repository]) return Promise.reject(faults[repository]);
    return Promise.resolve(members.map(({ repository }) => repository));
  };
}
const torn = new Fault('index_damaged', 'The search index of "beta" is torn.');

describe('a set with a damaged snapshot', () => {
  it('is read without it, and says so once', async () => {
    const { result, leftOut } = await notingLeftOut(async () => {
      const read = reader({ '@acme/beta': torn });
      await withoutDamaged(ALL, read);
      return withoutDamaged(ALL, read);
    });
    expect(result).toEqual(['alpha', 'gamma']);
    expect(leftOut).toEqual([{ repository: 'beta', reason: torn.message }]);
    expect(leftOut.map(lackOf)).toEqual(["without the repository 'beta'"]);
  });

  it('is read also by what answers for sets', async () => {
    const read = reader({ '@acme/beta': torn });
    const sets = readingSetsBy(
      { names: ({ repository }: SnapshotRef) => Promise.resolve<readonly string[]>([repository]) },
      { names: read },
    );
    const [first, ...others] = ALL;
    expect(await sets.names(snapshotSet([first!, ...others]))).toEqual(['alpha', 'gamma']);
  });

  it('fails where every snapshot is damaged, and at any other fault', async () => {
    const away = new Fault('store_unavailable', 'The disk is away.', { retryable: true });
    const all = reader({ alpha: torn, '@acme/beta': torn, gamma: torn });
    await expect(withoutDamaged(ALL, all)).rejects.toBe(torn);
    await expect(withoutDamaged(ALL, reader({ gamma: away }))).rejects.toBe(away);
    await expect(withoutDamaged(ALL, reader({ '@acme/beta': torn, gamma: away }))).rejects.toBe(away);
    await expect(withoutDamaged([of('alpha')], reader({ alpha: torn }))).rejects.toBe(torn);
  });

  it('names nothing where nothing is damaged', async () => {
    expect(await notingLeftOut(() => withoutDamaged(ALL, reader({})))).toEqual({
      result: ['alpha', '@acme/beta', 'gamma'],
      leftOut: [],
    });
  });
});
