import { checkPipelineText } from './check-text';
import { ANSWER_PROMPT, catalog, inMemory, LOOP, LOOP_FILES, protocols } from './testing/catalog';

const among = { ...LOOP_FILES, 'broken/pipeline.yaml': 'pipeline: [' };
const check = (text: string, files: Readonly<Record<string, string>> = among) =>
  checkPipelineText(text, inMemory(files), catalog, { protocols });
const at = (text: string, files?: Readonly<Record<string, string>>): string[] =>
  check(text, files).problems.map(({ file, line, message }) => `${file}:${line} ${message}`);

describe('checkPipelineText', () => {
  it('replaces the pipeline with the same name, and has its prompts', () => {
    const checked = check(LOOP.replace('settings:', 'settings:\n    top_k: 3'));
    expect(checked).toMatchObject({ file: 'loop/pipeline.yaml', name: 'loop', problems: [] });
    expect(checked.pipeline?.settings.top_k).toBe(3);
  });

  it('is in a separate folder under another name, and may extend existing pipelines', () => {
    const checked = check('pipeline:\n  name: mine\n  extends: loop\n  settings: {top_k: 4}\n');
    expect(checked).toMatchObject({ file: '.text/pipeline.yaml', name: 'mine', problems: [] });
    expect(checked.pipeline?.settings).toMatchObject({ top_k: 4, entry_step_id: 'fetch' });
    expect(at('pipeline:\n  name: mine\n  extends: ../loop\n')).toEqual([]);
  });

  it('reports problems at their lines, and none of unused files', () => {
    expect(at(LOOP.replace('entry_step_id: fetch', 'entry_step_id: fecth'))).toEqual([
      expect.stringMatching(/^loop\/pipeline\.yaml:4 .*did you mean 'fetch'/),
    ]);
    expect(at('pipeline:\n  name: mine\n  extends: lop\n')).toEqual([
      expect.stringMatching(/^\.text\/pipeline\.yaml:3 .*did you mean 'loop'/),
    ]);
  });

  it('reports problems in a prompt and in a parent', () => {
    const files = { ...LOOP_FILES, 'loop/prompts/answer.md': ANSWER_PROMPT.replace('question', 'qestion') };
    expect(at('pipeline:\n  name: mine\n  extends: loop\n', files)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^loop\/prompts\/answer\.md:4 .*'question'/)]),
    );
  });

  it.each([
    ['nothing', '', /empty/],
    ['no YAML', 'pipeline: [', /YAML/],
    ['a list', '- a', /dictionary/],
    ['more than 64 KB', `# ${'x'.repeat(70_000)}`, /larger than 64 KB/],
    ['an alias bomb', `a: &a [1]\nb: [${'*a,'.repeat(30)}]`, /alias/],
  ])('refuses %s', (_name, text, message) => {
    const checked = check(text);
    expect(checked).toMatchObject({ name: null, pipeline: null });
    expect(checked.problems[0]?.message).toMatch(message);
  });
});
