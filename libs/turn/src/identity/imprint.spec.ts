import { describeStore, lossOf, type Counts, type Imprint } from './imprint';

const ref = { repository: 'shop', snapshot: 's1' };
const imprint = (more: Partial<Imprint> = {}): Imprint => ({ ...ref, run: 7_000, counts: null, ...more });
const counted = { files: 2, chunks: 9 };

describe('what a store lacks', () => {
  it.each<[string, Parameters<typeof lossOf>[1], Imprint | null, Counts | null, ReturnType<typeof lossOf>]>([
    [
      'is all of it where it knows nothing',
      { run: 7_000, any: true },
      null,
      null,
      whole('holds nothing of it'),
    ],
    ['… or holds nothing', { run: 7_000, any: true }, null, { files: 0 }, whole('holds nothing of it')],
    ['is nothing where nothing was written to it', { run: 7_000, any: false }, null, { files: 0 }, null],
    [
      'is all of it where no run left its imprint',
      { run: 7_000, any: true },
      null,
      { files: 0, chunks: 9 },
      whole('was not written by the run that the records know'),
    ],
    ['is nothing where runs had no numbers', { run: null, any: true }, null, counted, null],
    [
      'is all of it where another repository is there',
      { run: 7_000, any: true },
      imprint({ repository: 'other' }),
      counted,
      whole('holds another snapshot'),
    ],
    [
      '… or another snapshot',
      { run: 7_000, any: true },
      imprint({ snapshot: 's2' }),
      counted,
      whole('holds another snapshot'),
    ],
    [
      'is all of it where an older run is there',
      { run: 7_000, any: true },
      imprint({ run: 6_999 }),
      counted,
      whole(
        'is older (run of 1970-01-01T00:00:06.999Z) than what the records know (run of 1970-01-01T00:00:07.000Z)',
      ),
    ],
    [
      'is nothing where that run is there',
      { run: 7_000, any: true },
      imprint({ counts: counted }),
      counted,
      null,
    ],
    ['… or a later one', { run: 6_000, any: true }, imprint({ counts: counted }), counted, null],
    ['is unknown while it is written', { run: 7_000, any: true }, imprint(), counted, null],
    [
      'is a part where it holds less than was counted',
      { run: 7_000, any: true },
      imprint({ counts: counted }),
      { files: 2, chunks: 8, nodes: 3 },
      { what: 'holds 8 chunks instead of 9', partial: true },
    ],
    [
      '… or does not know the snapshot',
      { run: 7_000, any: true },
      imprint({ counts: counted }),
      null,
      { what: 'holds 0 files instead of 2, 0 chunks instead of 9', partial: true },
    ],
    [
      '… which runs without numbers do not tell',
      { run: null, any: true },
      imprint({ counts: counted }),
      null,
      null,
    ],
  ])('%s', (_what, recorded, left, counts, loss) => {
    expect(lossOf(ref, recorded, { imprint: left, counts })).toEqual(loss);
  });
});

function whole(what: string) {
  return { what, partial: false };
}

it('a store says what it counts, and nothing else', async () => {
  const store = (described: Counts | null) => ({
    imprint: () => Promise.resolve(imprint()),
    describe: () => Promise.resolve(described),
  });
  const more: object = { ...counted, model: 'minilm' };
  expect(await describeStore(store(more), ref)).toEqual({ imprint: imprint(), counts: counted });
  expect(await describeStore(store(null), ref)).toEqual({ imprint: imprint(), counts: null });
});
