import type { GraphStore } from '@quarry/graph-store';
import { presentResult } from './present';
import { questionOf } from './question';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

let graph: GraphStore;
beforeAll(async () => {
  const reading = {
    ...node('app.open', 'FUNCTION', 'src/app.ts', 3),
    text: "open() {\n  env('PORT');\n  log('no PORT');\n  env('app.PORT');\n}",
  };
  const noting = { ...node('app.note', 'FUNCTION', 'src/app.ts', 20), text: '// "PORT" of it\nnote() {}' };
  // ripgrep, config.rs: messages name the key among other words.
  const warning = {
    ...node('app.warn', 'FUNCTION', 'src/app.ts', 40),
    text: "warn() {\n  log('PORT is not set');\n  fail(`set ${level} for PORT`);\n}",
  };
  graph = await graphOf(
    [
      warning,
      node('PORT', 'CONFIG_KEY', 'Makefile', 2),
      node('HOST', 'CONFIG_KEY', 'Makefile', 3),
      node('Makefile', 'FILE', 'Makefile'),
      node('ci.yml', 'FILE', 'ci.yml'),
      node('app.start', 'FUNCTION', 'src/app.ts', 1),
      ...[reading, noting, node('app.depth', 'FIELD', 'src/app.ts', 30)],
    ],
    [
      ['Makefile', 'DEFINES', 'PORT', 2],
      ['Makefile', 'DEFINES', 'HOST', 3],
      ['ci.yml', 'DEFINES', 'PORT', 9],
      ['app.start', 'READS_FROM', 'PORT', 2],
    ],
  );
});
afterAll(() => graph.close());

async function ask(question: string): Promise<readonly string[]> {
  const query = questionOf(question);
  if (!query) throw new Error(`no question about structure: ${question}`);
  const result = await runQuery({ graph, ref: REF }, query, { limit: 10 });
  const { summary, relations } = presentResult(query.operation, result);
  return [
    summary,
    ...relations.map(
      ({ name, path, line, probable }) => `${name} ${path}:${line}${probable ? ' probably' : ''}`,
    ),
  ];
}

describe('a configuration key', () => {
  it('is set by every file that states it', async () => {
    expect(await ask('Where is PORT set?')).toEqual([
      '2 files that set PORT',
      'Makefile Makefile:2',
      'ci.yml ci.yml:9',
    ]);
    expect(await ask('Which files set HOST?')).toEqual(['1 file that sets HOST', 'Makefile Makefile:3']);
    expect(await ask('What writes to PORT?')).toHaveLength(3);
  });

  it('is read by calls that the graph knows, and probably by what states its name in code', async () => {
    expect(await ask('Where is PORT read?')).toEqual([
      '2 readers of PORT (on 3 lines); set in Makefile, line 2; ci.yml, line 9',
      'app.start src/app.ts:2',
      'app.open src/app.ts:4 probably',
    ]);
  });

  it('is not meant by a question that asks where a field is set', async () => {
    expect(await ask('Where is depth set?')).toEqual(['no declaration of depth']);
  });
});
