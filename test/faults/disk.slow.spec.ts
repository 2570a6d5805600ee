import { Workplace, type Ended } from '../cli/quarry';
import { report } from './figures';
import { describeWithSmallDisk, SmallDisk } from './small-disk';

const FILES = 40;
/** An index of so many more needs more room than the disk has. */
const MORE_FILES = 1_000;
const DISK_MIB = 2;

/**
 * Embedded stores on a full disk: existing data stays and is found, each error names its folder, and everything works
 * once there is room again.
 */
describeWithSmallDisk('a full disk', () => {
  let workplace: Workplace;
  let disk: SmallDisk;
  let data: string;

  beforeAll(() => {
    workplace = new Workplace();
    data = workplace.path('data');
    disk = SmallDisk.mount(data, DISK_MIB);
  });
  afterAll(() => {
    disk.unmount();
    workplace.remove();
  });

  const quarry = (...args: string[]): Promise<Ended> =>
    workplace.run([...args, '--data', data], {
      env: { EMBEDDER_URL: 'none' },
    });
  const index = (): Promise<Ended> => quarry('index', workplace.path('source'));
  const ask = (): Promise<Ended> => quarry('ask', 'What does rate7 do?', '--json');

  function expectFull(ended: Ended): void {
    expect({ code: ended.code, err: ended.err }).toMatchObject({ code: 1 });
    const said = `${ended.out}${ended.err}`;
    expect(said).toContain('store_unavailable');
    expect(said).toContain(`The disk of ${data}`);
    expect(said).toMatch(/KiB left\)/);
    expect(said).toContain('Free some room there');
    // Waiting makes no room.
    expect(said).not.toMatch(/Tried \d+ times/);
    expect(said).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  }

  it('indexing says which folder is full, and the former snapshot is still searched', async () => {
    workplace.write('source', sourceFiles(0, FILES));
    expect(await index()).toMatchObject({ code: 0 });
    workplace.write('source', sourceFiles(FILES, MORE_FILES));
    expectFull(await index());
    const found = await quarry('search', 'rate7');
    expect({ code: found.code, err: found.err }).toMatchObject({ code: 0 });
    expect(found.out).toContain('rate7');
  });

  it('without any room a turn ends answered or failed, with the reason, and is not said to be kept', async () => {
    disk.fill();
    const { code, out, err } = await ask();
    const { outcome } = JSON.parse(out) as { readonly outcome: string };
    if (code === 0) expect(outcome).toBe('answered');
    else expect(out).toContain('is full');
    expect(`${out}${err}`).not.toMatch(/Tried \d+ times/);
    expect(err).toContain(`this turn is not kept: The disk of ${data} is full`);
    expect(err).not.toContain('The turn is kept');
  });

  it('with room again all of the source is indexed, nothing is missing, and turns are answered and kept', async () => {
    disk.grow(64);
    const began = performance.now();
    expect(await index()).toMatchObject({ code: 0 });
    const recoveryMs = Math.round(performance.now() - began);
    const check = await quarry('index', workplace.path('source'), '--check');
    expect({ code: check.code, err: check.err }).toMatchObject({ code: 0 });
    const { code, out, err } = await ask();
    // Found, or not found among so many that are alike: it ended, and is kept.
    expect([0, 3]).toContain(code);
    expect(err).not.toContain('not kept');
    const { id } = JSON.parse(out) as { readonly id: string };
    expect(await quarry('turns', 'show', id)).toMatchObject({ code: 0 });
    report({
      outcomes: null,
      fault: 'the disk of the embedded stores is full',
      ...{ accepted: 2, ended: 2, lost: 0, doubled: 0, hopsDoubled: null, extraModelCalls: null },
      ...{ streamsResumed: null, streamGaps: null, recoveryMs },
    });
  });
});

function sourceFiles(from: number, to: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = from; i < to; i++)
    files[`f${i}.ts`] =
      `/** Rate number ${i} of the table. */\nexport function rate${i}(net: number): number {\n  return net * ${i};\n}\n`;
  return files;
}
