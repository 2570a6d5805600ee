import { loadGrammars, parseWith } from './grammars';

describe('loadGrammars', () => {
  it('loads the named grammars only, and others later', async () => {
    await loadGrammars(['python']);
    expect(parseWith('python', 'x = 1\n')?.rootNode.type).toBe('module');
    expect(() => parseWith('java', 'class A {}')).toThrow('The grammar java is not loaded');
    await Promise.all([loadGrammars(['java']), loadGrammars(['python', 'java'])]);
    expect(parseWith('java', 'class A {}')?.rootNode.type).toBe('program');
  });

  it('says so if a grammar is missing, and still loads others', async () => {
    await expect(loadGrammars(['klingon'])).rejects.toMatchObject({ code: 'setup_failed' });
    await loadGrammars(['go']);
    expect(parseWith('go', 'package a\n')?.rootNode.type).toBe('source_file');
  });
});
