import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHAT_PROVIDERS } from '@quarry/chat-model';
import { actionMeta, type ActionHandler } from '@quarry/engine';
import { FAULT_CODES, RETRIEVAL_MODES } from '@quarry/turn';

const ROOT = path.resolve(__dirname, '..');

/** Files under `folder`, relative to the root, with `/` between names; build output and fixtures left out. */
function filesUnder(folder: string, ending: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(^|\/)(node_modules|dist|fixtures|canary)\//.test(file));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

const sources = ['apps', 'libs', 'scripts', 'test'].flatMap((folder) =>
  ['.ts', '.mts'].flatMap((ending) => filesUnder(folder, ending)),
);
const shipped = sources.filter(
  (file) =>
    /^(apps|libs)\//.test(file) &&
    !/\.spec\.ts$|\/testing\/|\/conformance\/|\/generated\/|conformance\.ts$/.test(file),
);
const actionFiles = shipped.filter((file) => file.endsWith('.action.ts'));

type ActionClass = new (...args: never[]) => ActionHandler<never>;

function hasMeta(value: unknown): value is ActionClass {
  if (typeof value !== 'function') return false;
  try {
    return actionMeta(value as ActionClass).name !== '';
  } catch {
    return false;
  }
}

async function actionsIn(file: string): Promise<readonly ActionClass[]> {
  const exported = (await import(path.join(ROOT, file))) as Record<string, unknown>;
  return Object.values(exported).filter(hasMeta);
}

describe('the name is the address', () => {
  it('finds the actions in apps/<service>/src/actions, each with its test next to it', () => {
    expect(
      actionFiles.filter((file) => !/^apps\/[a-z-]+\/src\/actions\/[a-z-]+\.action\.ts$/.test(file)),
    ).toEqual([]);
    expect(
      actionFiles.filter(
        (file) =>
          !['.spec.ts', '.int.spec.ts'].some((spec) =>
            existsSync(path.join(ROOT, file.replace(/\.ts$/, spec))),
          ),
      ),
    ).toEqual([]);
  });

  it('has every action that the code pipeline names (003 §10.2)', () => {
    const named = new Set(actionFiles.map((file) => path.basename(file, '.action.ts').replaceAll('-', '_')));
    const required = [
      'translate_in_if_needed',
      'load_conversation_history',
      'check_context_budget',
      'call_model',
      'handle_prefix',
      'fetch_more_context',
      'expand_dependency_tree',
      'fetch_node_texts',
      'loop_guard',
      'persist_turn_and_finalize',
      'finalize',
    ];
    expect(required.filter((name) => !named.has(name))).toEqual([]);
  });

  it('one action a file, named like the file, with declared outcomes', async () => {
    const wrong: string[] = [];
    for (const file of actionFiles) {
      const actions = await actionsIn(file);
      const expected = path.basename(file, '.action.ts').replaceAll('-', '_');
      if (actions.length !== 1) wrong.push(`${file} exports ${actions.length} actions, not one`);
      for (const action of actions) {
        const { name, outcomes } = actionMeta(action);
        if (name !== expected) wrong.push(`${file} declares '${name}', not '${expected}'`);
        if (outcomes !== 'reply' && !areOutcomes(outcomes)) {
          wrong.push(`${file} declares the outcomes [${outcomes.join(', ')}]`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

function areOutcomes(outcomes: readonly string[]): boolean {
  const named = outcomes.every((outcome) => /^[a-z][a-z0-9_]*$/.test(outcome));
  return named && outcomes.length > 0 && new Set(outcomes).size === outcomes.length;
}

describe('ports', () => {
  it('no interface of a port declares more than seven methods: consumers take a narrow one', () => {
    const ports = shipped.filter((file) => /^libs\/[a-z-]+\/src\/port\.ts$/.test(file));
    const sizes = ports.flatMap((file) =>
      [...read(file).matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].map(
        ([, name = '', body = '']) =>
          [`${file} ${name}`, body.match(/^ {2}\w+(<[^>]*>)?\(/gm)?.length ?? 0] as const,
      ),
    );
    const largest = Math.max(...sizes.map(([, methods]) => methods));
    expect(largest).toBeGreaterThan(4);
    expect(sizes.filter(([, methods]) => methods > 7)).toEqual([]);
  });
});

describe('retrieval modes', () => {
  it('each has a file of its name and a spec beside it', () => {
    const wanted = RETRIEVAL_MODES.flatMap((mode) => {
      const file = `libs/retrieval/src/modes/${mode.replaceAll('_', '-')}.mode`;
      return [`${file}.ts`, `${file}.int.spec.ts`];
    });
    expect(wanted.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});

describe('the pages say what the code says', () => {
  const firstCells = (page: string, cell: RegExp): readonly string[] =>
    [...read(page).matchAll(cell)].map((match) => match[1] ?? '');

  it('docs/errors.md has one row for every fault code, and no other', () => {
    expect([...firstCells('docs/errors.md', /^\| `([a-z0-9_]+)` +\|/gm)].sort()).toEqual(
      [...FAULT_CODES].sort(),
    );
  });

  it('every row of docs/errors.md says what happened and what to do', () => {
    const rows = read('docs/errors.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows.filter((row) => !/^\| `[a-z0-9_]+` \| [A-Z].{15,} \| [A-Z`].{10,} \|$/.test(row))).toEqual(
      [],
    );
  });

  it('docs/configuration.md names every provider of chat models', () => {
    const [row = ''] = read('docs/configuration.md').match(/^\| `QUARRY_CHAT_PROVIDER`.*$/m) ?? [];
    expect(CHAT_PROVIDERS.filter((provider) => !row.includes(`\`${provider}\``))).toEqual([]);
  });

  it('docs/glossary.md has the nouns that the turn is made of, in order and once each', () => {
    const nouns = firstCells('docs/glossary.md', /^\| \*\*([^*]+)\*\* +\|/gm);
    expect(nouns).toEqual([...nouns].sort((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(nouns).size).toBe(nouns.length);
    expect(nouns).toEqual(
      expect.arrayContaining([
        'Turn',
        'Pass',
        'Need',
        'Miss',
        'Evidence',
        'Plan',
        'Pipeline',
        'Action',
        'Step',
        'Fault',
      ]),
    );
  });
});

describe('the shape of the code', () => {
  it('no source file is longer than 400 lines, and most are short', () => {
    const sizes = shipped.map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
    expect(sizes.filter(({ lines }) => lines > 400)).toEqual([]);
    const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(250);
  });

  it('a composition root is short: main.ts of a service has at most ten lines', () => {
    const mains = shipped.filter((file) => /^apps\/(?!cli\/)[^/]+\/src\/main\.ts$/.test(file));
    expect(mains.filter((file) => read(file).trimEnd().split('\n').length > 10)).toEqual([]);
  });

  it('only libs/platform and the CLI read the environment, and libs/git what its child needs of it', () => {
    const readers = shipped.filter((file) => /process\s*(\.\s*env\b|\[\s*['"]env['"])/.test(read(file)));
    expect(readers.filter((file) => !/^(libs\/platform|apps\/cli)\/src\//.test(file))).toEqual([
      'libs/git/src/environment.ts',
    ]);
  });

  it('no library or service is a drawer for leftovers', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|shared|misc|types)(\.ts$|\/)/;
    expect(shipped.filter((file) => drawers.test(file))).toEqual([]);
  });

  it('nothing silences a check', () => {
    const silenced = /eslint-disable|@ts-(ignore|nocheck|expect-error)|\bas any\b|istanbul ignore/;
    expect(
      sources.filter((file) => file !== 'test/architecture.spec.ts' && silenced.test(read(file))),
    ).toEqual([]);
  });

  it('docs/architecture.md says where every package is, and of no other', () => {
    const rows = read('docs/architecture.md').match(/^\| `(?:libs|apps)\/.*$/gm) ?? [];
    const named = rows.flatMap((row) => {
      const names = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const [folder = ''] = (names[0] ?? '').split('/');
      return names.map((name) => (name.includes('/') ? name : `${folder}/${name}`));
    });
    const packages = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`),
    );
    expect([...named].sort()).toEqual([...packages].sort());
  });

  it('every package carries the tags that the boundary rule reads', () => {
    const manifests = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder))
        .map((name) => `${folder}/${name}`)
        .filter((place) => existsSync(path.join(ROOT, place, 'package.json'))),
    );
    const untagged = manifests.filter((place) => {
      const { nx } = JSON.parse(read(`${place}/package.json`)) as {
        nx?: { projectType?: string; tags?: string[] };
      };
      const tags = nx?.tags ?? [];
      const kind = place.startsWith('libs/')
        ? /^layer:(domain|port|engine|platform|application)$/
        : /^type:(service|root|page)$/;
      return (
        !tags.some((tag) => kind.test(tag)) ||
        !tags.includes(`scope:${path.basename(place)}`) ||
        nx?.projectType !== 'library'
      );
    });
    expect(untagged).toEqual([]);
  });
});
