import { join } from 'node:path';
import { BUNDLED_PROGRAM, PROGRAM, Workplace } from './quarry';

/** What only a process that serves HTTP or MCP, works over Redis, or indexes, has a use for. */
const FACES = [
  'express',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@modelcontextprotocol/sdk',
  '@bull-board/api',
  'zod',
  'nestjs-zod',
];
const ELSEWHERE = [...FACES, 'bullmq', 'web-tree-sitter', 'pdfjs-dist', 'quarry:indexing'];

describe('a command loads what it needs, and no more', () => {
  const place = new Workplace();
  let data: string;

  const loadedBy = async (args: readonly string[], program = PROGRAM): Promise<readonly string[]> => {
    const ended = await place.run([...args, '--data', data], {
      program,
      env: {
        NODE_OPTIONS: `--require ${join(__dirname, 'loaded-packages.cjs')}`,
        QUARRY_EMBEDDER: 'none',
      },
    });
    expect(ended).toMatchObject({ code: 0 });
    const told = /^loaded (\[.*\])$/m.exec(ended.err)?.[1];
    return JSON.parse(told ?? '[]') as readonly string[];
  };

  beforeAll(async () => {
    const folder = place.write('notes', { 'retry.md': '# Retry\n\nA hop is retried three times.\n' });
    data = place.path('data');
    expect(await place.run(['index', folder, '--data', data])).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    place.remove();
  });

  const quick: [string, string[]][] = [
    ['ask', ['ask', 'How often is a hop retried?']],
    ['turns list', ['turns', 'list']],
    ['keys list', ['keys', 'list']],
    ['repositories list', ['repositories', 'list']],
    ['golden list', ['golden', 'list']],
    ['search', ['search', 'retry']],
  ];

  it.each(quick)('%s: neither HTTP, Swagger, MCP, BullMQ nor what indexes', async (_name, args) => {
    const loaded = await loadedBy(args);
    expect(loaded).toContain('commander');
    expect(loaded.filter((name) => ELSEWHERE.includes(name))).toEqual([]);
  });

  it.each([
    ['turns list', ['turns', 'list']],
    ['keys list', ['keys', 'list']],
    ['repositories list', ['repositories', 'list']],
    ['golden list', ['golden', 'list']],
  ])('%s: no service either', async (_name, args) => {
    const services = ['answerer', 'gateway', 'retriever', 'router', 'graph-expander', 'loop-guard'];
    expect((await loadedBy(args)).filter((name) => services.includes(name.replace('quarry:', '')))).toEqual(
      [],
    );
  });

  it.each(quick)('%s: from the bundle, all but native code and the tokenizer', async (_name, args) => {
    const loaded = await loadedBy(args, BUNDLED_PROGRAM);
    const outside = ['gpt-tokenizer', 'sqlite-vec'];
    expect(loaded).toContain('quarry:cli');
    expect(loaded.filter((name) => ![...outside, 'quarry:cli'].includes(name))).toEqual([]);
  });

  it('index: from the bundle, too', async () => {
    const folder = place.write('more', { 'more.md': '# More\n', 'more.ts': 'export const more = 1;\n' });
    for (const run of ['first', 'nothing changed']) {
      const loaded = await loadedBy(['index', folder], BUNDLED_PROGRAM);
      const expected = run === 'first' ? ['gpt-tokenizer', 'sqlite-vec'] : ['sqlite-vec'];
      expect({ run, loaded }).toEqual({ run, loaded: [...expected, 'quarry:cli'].toSorted() });
    }
  });

  it('serve: from the output of the compiler, also when the bundle is started', async () => {
    const ended = await place.run(['serve', '--help'], {
      env: { NODE_OPTIONS: `--require ${join(__dirname, 'loaded-packages.cjs')}` },
    });
    expect(ended.err).toContain('"commander"');
  });
});
