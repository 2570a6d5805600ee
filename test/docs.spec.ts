import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { loadPipelines, renderPrompt } from '@quarry/pipeline';
import { PROTOCOLS } from '@quarry/protocol';
import { CATALOG } from '@quarry/solo';

const ROOT = resolve(__dirname, '..');

function pages(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...pages('docs'),
  ...pages('pipelines').filter((page) => page.endsWith('README.md')),
];

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  it('links to what is there', () => {
    const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^(?:https?|mailto):/.test(link));
    expect(local.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it('names no file of the repository that is not there', () => {
    const named = [...text.matchAll(/`((?:apps|libs|test|scripts|deploy|docs)\/[\w./-]+\.\w+)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it.each(['README.md', 'docs/recipes.md'])('the pipeline that %s shows passes the check', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [example] = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)]
    .map((match) => match[1] ?? '')
    .filter((yaml) => yaml.includes('pipeline:'));
  const built = pipelineFiles(join(ROOT, 'pipelines'));
  const files = new Map([...built, ['deep/pipeline.yaml', example ?? '']]);
  const { pipelines, problems } = loadPipelines({ roots: [''], files }, CATALOG, { protocols: PROTOCOLS });
  expect(problems).toEqual([]);
  expect(pipelines.find((pipeline) => pipeline.name === 'deep')?.settings).toMatchObject({
    max_turn_loops: 6,
    top_k: 12,
  });
});

it('docs/pipelines.md shows examples that pass the check', () => {
  const page = readFileSync(join(ROOT, 'docs/pipelines.md'), 'utf8');
  const shown = [...page.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)].map(
    ([, file = '', text = '']): [string, string] => [file, text],
  );
  const prompt = /```markdown\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const files = new Map([...shown, ['short/prompts/answer.md', prompt]]);
  const loaded = loadPipelines({ roots: [''], files }, CATALOG, { protocols: PROTOCOLS });
  expect(loaded.problems).toEqual([]);
  expect(loaded.pipelines.map(({ name }) => name)).toEqual(['short', 'short-shop']);
  const compiled = loaded.pipelines[0]?.prompts['prompts/answer.md'];
  const values = { question: 'Why?', misses: ['x', 'y'], context: '[1] z' };
  expect(compiled && renderPrompt(compiled, values).user).toBe(
    'Question: Why?\nLooked for and not found:\n- x\n- y\nEvidence:\n[1] z',
  );
});

function pipelineFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]);
}
