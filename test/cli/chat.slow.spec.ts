import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP, Workplace } from './quarry';

/** An editor that records its arguments. */
const EDITOR = `#!/bin/sh
printf '%s\\n' "$@" > "$EDITED"
`;

describe('quarry chat', () => {
  const at = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    chmodSync(join(at.write('bin', { vim: EDITOR }), 'vim'), 0o755);
    expect(await at.run(['index', shop])).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    at.remove();
  });

  const chat = (lines: readonly string[], env: Record<string, string> = {}, args: readonly string[] = []) =>
    at.run(['chat', ...args], { cwd: shop, env, input: lines.map((line) => `${line}\n`).join('') });

  it('answers questions of a pipe in one session, and shows their sources and the code graph', async () => {
    const { code, out, err } = await chat([
      'Where is the value added tax of a country computed?',
      '/sources',
      '/graph taxOf',
      'And who calls it?',
    ]);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain('> Where is the value added tax of a country computed?\n');
    expect(out).toMatch(/> \/sources\n(?: {2}\[\d+\] .*\n)* {2}\[\d+\] src\/tax\.ts:\d+/);
    expect(out).toMatch(/1 caller of taxOf\nsrc\/invoice\.ts:5 /);
    expect(err).toMatch(/^pass 1 {2}\d+ pieces? of evidence/m);
    const listed = await at.runHere(['turns', 'list', '--json'], { cwd: shop });
    const sessions = (JSON.parse(listed.out) as { session: string }[]).map(({ session }) => session);
    expect(sessions).toEqual([sessions[0], sessions[0]]);
  });

  it('opens a source in the editor at its line, without a shell', async () => {
    const edited = at.path('edited');
    const env = { EDITOR: `${at.path('bin')}/vim -R;true`, EDITED: edited };
    const question = 'Where is the value added tax of a country computed?';
    const refused = await chat([question, '/open 1'], env);
    // With a shell, the words after `;` would be a command.
    expect(refused).toMatchObject({ code: 0 });
    const [option, line = '', file] = readFileSync(edited, 'utf8').trim().split('\n');
    expect([option, file]).toEqual(['-R;true', expect.stringMatching(/^\/.*\/shop\/src\/\w+\.ts$/)]);
    expect(line).toMatch(/^\+\d+$/);
    expect((await chat([question, '/open 1'])).err).toContain('No editor is set.');
  });

  it('says what to do where nothing is indexed', async () => {
    const empty = at.write('empty', { 'a.txt': 'a' });
    const refused = await at.run(['chat'], { cwd: empty, input: 'Why?\n' });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('quarry index PATH') });
  });
});
