import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadPipelines, formatProblem } from './index';
import { ANSWER_PROMPT, catalog, LOOP, protocols } from './testing/catalog';

describe('loadPipelines from folders', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pipelines-'));
    put('all/loop/pipeline.yaml', LOOP);
    put('all/loop/prompts/answer.md', ANSWER_PROMPT);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const load = (...folders: string[]) =>
    loadPipelines(
      folders.map((folder) => join(root, folder)),
      catalog,
      { protocols },
    );
  const lines = (...folders: string[]) =>
    load(...folders).problems.map((problem) => formatProblem(problem, root));

  it('accepts a folder of pipelines, a pipeline, or both', () => {
    put('own/pipeline.yaml', 'pipeline: {name: own, extends: loop}');
    put('all/loop/scenario.yaml', 'question: [not, ours');
    put('all/loop/README.md', '{{ not a prompt');
    expect(lines('all', 'own')).toEqual([]);
    expect(load('all', 'own').pipelines.map(({ name }) => name)).toEqual(['loop', 'own']);
    expect(load('all/loop').pipelines.map(({ name }) => name)).toEqual(['loop']);
  });

  it('prints problems as path:LINE:COLUMN: what is wrong', () => {
    put('own/pipeline.yaml', 'pipeline:\n  name: own\n  extends: lop\n');
    expect(lines('all', 'own')).toEqual([
      "own/pipeline.yaml:3:12: `extends`: there is no pipeline 'lop'; did you mean 'loop'?",
    ]);
    put('all/loop/pipeline.yaml', `${LOOP}    - {id: lonely, action: finalize, end: true}\n`);
    expect(lines('all')).toEqual([
      "all/loop/pipeline.yaml:27:12: warning: the step 'lonely' cannot be reached from 'fetch'",
    ]);
  });

  it('does not leave the folders it was given', () => {
    put('outside/pipeline.yaml', LOOP);
    put('own/pipeline.yaml', 'pipeline: {name: own, extends: ../outside/pipeline.yaml}');
    expect(lines('own')).toEqual([expect.stringContaining('leaves the pipeline folders')]);
    symlinkSync(join(root, 'outside/pipeline.yaml'), join(root, 'own/base.yaml'));
    put('own/pipeline.yaml', 'pipeline: {name: own, extends: base.yaml}');
    expect(lines('own')).toEqual([expect.stringContaining("there is no file 'base.yaml'")]);
  });

  it('may extend pipelines in another of the folders, but not in one whose name has the same start', () => {
    put('all-old/pipeline.yaml', LOOP);
    put('own/pipeline.yaml', 'pipeline: {name: own, extends: ../all/loop/pipeline.yaml}');
    expect(lines('all', 'own')).toEqual([]);
    put('own/pipeline.yaml', 'pipeline: {name: own, extends: ../all-old/pipeline.yaml}');
    expect(lines('all', 'own')).toEqual([expect.stringContaining('leaves the pipeline folders')]);
  });

  it('reads YAML and Markdown, five folders deep, except hidden files and packages', () => {
    const kept = ['a.yaml', 'a/b.yml', 'a/b/c/d/e.md'];
    const others = ['a.txt', 'a.yaml.bak', '.git/a.yaml', 'a/.b.md', 'node_modules/a.md', 'a/b/c/d/e/f.md'];
    for (const path of [...kept, ...others]) put(`tree/${path}`, '');
    const { files } = load('tree').sources;
    expect([...files.keys()].sort()).toEqual(kept.map((path) => join(root, 'tree', path)).sort());
  });

  it('reads 2,000 files, and reports if there are more', () => {
    mkdirSync(join(root, 'many'));
    for (let n = 0; n < 2_000; n += 1) writeFileSync(join(root, `many/${n}.md`), '');
    expect(lines('many')).toEqual([]);
    put('many/one-more.md', '');
    expect(lines('many')).toEqual(['many:1:1: holds more than 2000 YAML and Markdown files']);
  });

  it('follows links within a folder, as mounted configuration has them', () => {
    put('mounted/..data/pipeline.yaml', LOOP);
    put('mounted/..data/answer.md', ANSWER_PROMPT);
    mkdirSync(join(root, 'mounted/prompts'));
    symlinkSync('..data/pipeline.yaml', join(root, 'mounted/pipeline.yaml'));
    symlinkSync('../..data/answer.md', join(root, 'mounted/prompts/answer.md'));
    expect(lines('mounted')).toEqual([]);
    expect(load('mounted').pipelines).toHaveLength(1);
  });

  it('reports missing and oversized files', () => {
    put('big/pipeline.yaml', `# ${'x'.repeat(300_000)}`);
    expect(lines('nowhere', 'big')).toEqual([
      'big/pipeline.yaml:1:1: the file is larger than 64 KB',
      'nowhere:1:1: cannot be read: ENOENT',
    ]);
  });
});
