import { editorCommand } from './editor';

describe('the command that opens a file in the editor', () => {
  it.each([
    ['vim', ['vim', '+12', '/a b.ts']],
    ['/usr/bin/nvim -R', ['/usr/bin/nvim', '-R', '+12', '/a b.ts']],
    ['emacsclient -t', ['emacsclient', '-t', '+12', '/a b.ts']],
    ['code --wait', ['code', '--wait', '--goto', '/a b.ts:12']],
    ['hx', ['hx', '/a b.ts:12']],
    ['idea', ['idea', '--line', '12', '/a b.ts']],
    ['my-editor', ['my-editor', '/a b.ts']],
    // Nothing is interpreted: these are words.
    ['vim; rm -rf /', ['vim;', 'rm', '-rf', '/', '/a b.ts']],
  ])('%s', (editor, command) => {
    expect(editorCommand(editor, '/a b.ts', 12)).toEqual(command);
  });

  it('never takes a file for an option', () => {
    expect(editorCommand('vim', '-c:q.ts', 1)).toEqual(['vim', '+1', './-c:q.ts']);
  });
});
