import { join } from 'node:path';
import { newTurnId } from '@quarry/turn';
import { openTurnArchive } from '@quarry/turn-archive';
import { startScriptedModel } from '../scripted-model/server';
import { expectRefusal, Workplace } from '../cli/quarry';

/**
 * Characters that a terminal interprets: C0 and C1 controls except line break and tab, other line ends, direction
 * overrides, and invisible characters.
 */
const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Marks of direction, which texts may need and names do not. */
const DIRECTION = /[\u061c\u200e\u200f]/;

/** Tags, which say "AB" to a model alone, and marks and overrides of direction: files with such names are indexed. */
const UNSEEN = 'zebrahidden\u{e0041}\u{e0042}\u200f\u061c\u202egnp';

/** A line of the report of its own, as a name may pretend. */
const PRETENDED = 'indexed 99 files in 0.1 s';

/** Clears the screen, renames the window, writes to the clipboard, hides text, moves up, answers back, reorders. */
const ESCAPES =
  '\u001b[2J\u001b]0;owned\u0007\u001b]52;c;cm0gLXJm\u0007\u001b[8mhidden\u001b[0m\u001b[3A\u009b5n\u0090q\u009c\u202eexe.txt\u202c\u0008\u007f\u2028\u{e0041}';

describe('what a terminal would act on', () => {
  const at = new Workplace();
  let shop: string;
  beforeAll(async () => {
    shop = at.write('shop', {
      'src/tax.ts': `/** The zebratax ${ESCAPES} of a net amount. */\nexport function zebratax(net: number) { return net; } // ${ESCAPES}\n`,
      'docs/returns.md': `# Zebrareturns ${ESCAPES}\n\nThe zebrareturns are taken ${ESCAPES} within thirty days.\n`,
      [`docs/${ESCAPES.replaceAll('/', '')}.md`]: 'named to be seen\n',
      [`docs/a\n${PRETENDED}\n.md`]: 'named to be seen\n',
      [`src/${UNSEEN}.ts`]:
        '/** Zebrahidden notes: where the keys are. */\nexport function zebrahidden(): string {\n  return "keys";\n}\n',
    });
    const indexed = await at.run(['index', shop, '--no-vectors']);
    expect(indexed.code).toBe(0);
    expect(indexed.out + indexed.err).not.toMatch(ACTIVE);
    expect(indexed.out).toContain('control characters');
    expect(indexed.out).toContain(`docs/a\\x0a${PRETENDED}\\x0a.md`);
    expect(indexed.out.split('\n')).not.toContain(PRETENDED);
  });
  afterAll(() => {
    at.remove();
  });

  it('comes from no source, question or session, live or kept', async () => {
    const question = `What is zebratax ${ESCAPES}?`;
    const asked = await at.run(['ask', question, '--session', 'plain', '--verbose'], { cwd: shop });
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.out + asked.err).not.toMatch(ACTIVE);
    expect(asked.err).toContain('\\x1b[2J');
    for (const args of [
      ['turns', 'show', 'last'],
      ['turns', 'list'],
    ]) {
      const shown = await at.run(args, { cwd: shop });
      expect(shown).toMatchObject({ code: 0 });
      expect(shown.out + shown.err).not.toMatch(ACTIVE);
    }
    const json = await at.run(['turns', 'show', 'last', '--json'], { cwd: shop });
    expect(json.out).not.toMatch(ACTIVE);
    expect((JSON.parse(json.out) as { question: { original: string } }).question.original).toContain(ESCAPES);
  });

  it.each([
    ['search', 'zebrahidden'],
    ['locate', 'zebrahidden notes'],
    ['ask', 'What do the zebrahidden notes say?'],
    ['turns', 'show', 'last'],
  ])('comes from no name of a file: quarry %s', async (...args) => {
    const shown = await at.run(args, { cwd: shop });
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).toContain('zebrahidden\\u{e0041}\\u{e0042}\\u200f\\u061c\\u202egnp.ts');
    expect(shown.out + shown.err).not.toMatch(ACTIVE);
    expect(shown.out + shown.err).not.toMatch(DIRECTION);
  });

  it('comes from no model, and from no error of its server', async () => {
    const model = await startScriptedModel({ replies: ['[BM25:] zebratax', `[Answer:] So ${ESCAPES} [1].`] });
    const env = {
      QUARRY_CHAT_MODEL: 'm',
      QUARRY_CHAT_BASE_URL: model.baseUrl,
      QUARRY_CHAT_API_KEY: 'canary-key',
    };
    try {
      const asked = await at.run(['ask', 'What is zebratax?'], { cwd: shop, env });
      expect(asked).toMatchObject({ code: 0 });
      expect(asked.out).toContain('\\x1b[2J');
      expect(asked.out + asked.err).not.toMatch(ACTIVE);
      const message = `${ESCAPES} Incorrect API key provided: canary-key`;
      model.play(() => ({ fault: { kind: 'status', status: 401, message } }));
      for (const more of [[], ['--json']]) {
        const failed = await at.run(['ask', 'What is zebratax?', ...more], {
          cwd: shop,
          env: { ...env, QUARRY_LOG_LEVEL: 'debug' },
        });
        expect(failed.code).toBe(1);
        expect(failed.out + failed.err).not.toMatch(ACTIVE);
        expect(failed.out + failed.err).not.toContain('canary-key');
      }
    } finally {
      await model.close();
    }
  });

  it('is not output for turns of other callers', async () => {
    const archive = openTurnArchive(`sqlite:${join(shop, '.quarry/turns.db')}`);
    const id = newTurnId();
    try {
      const heads = await archive.list('local', {}, { limit: 10 });
      const answered = heads.find(({ outcome }) => outcome !== 'failed');
      const kept = await archive.load('local', answered?.id ?? '');
      // Every name of a source is replaced: those of the index have no such characters, those of others may.
      const named = JSON.stringify(`${ESCAPES}\n${PRETENDED}\n`).slice(1, -1);
      const text = JSON.stringify(kept).replaceAll('src/tax.ts', named);
      const { turn, events } = JSON.parse(text) as NonNullable<typeof kept>;
      expect(text).toContain(JSON.stringify(ESCAPES).slice(1, -1));
      await archive.save({ turn: { ...turn, id, askedAt: Date.now() }, events });
    } finally {
      await archive.close();
    }
    const shown = await at.run(['turns', 'show', id], { cwd: shop });
    expect(shown.out).toContain('\\x1b[2J');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).not.toMatch(ACTIVE);
    expect(shown.out).toContain(`\\x0a${PRETENDED}`);
    expect(shown.out.split('\n')).not.toContain(PRETENDED);
  });

  it('serve beyond this machine is refused without keys, whatever the address looks like', async () => {
    for (const host of ['0.0.0.0', '::', '0', '0x7f.1', 'example.org', '127.0.0.1.example.org'])
      expectRefusal(
        await at.run(['serve', '--host', host, '--port', '0'], { cwd: shop }),
        2,
        'API keys',
        'QUARRY_API_KEYS',
      );
  });
});
