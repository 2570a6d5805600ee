import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { answerProtocol } from './answer';
import { lex } from './lexer';
import type { Verdict } from './protocol';
import { MAX_REQUESTS } from './requests';

const answers: readonly (readonly [string, string, string])[] = [
  ['as 003 writes it', '[Answer:] It retries three times [1].', 'It retries three times [1].'],
  ['upper case', '[ANSWER:] yes', 'yes'],
  ['lower case', '[answer:] yes', 'yes'],
  ['bold marker', '**[Answer:]** yes', 'yes'],
  ['bold marker, bold text', '**[Answer:]** **yes**', '**yes**'],
  ['bold around everything', '**[Answer:] yes**', 'yes'],
  ['underscores', '__[Answer:]__ yes', 'yes'],
  ['back-ticks', '`[Answer:]` yes', 'yes'],
  ['heading', '## [Answer:]\nyes', 'yes'],
  ['quote sign', '> [Answer:] yes', 'yes'],
  ['full-width brackets and colon', '［Answer：］ yes', 'yes'],
  ['full-width letters', '［Ａｎｓｗｅｒ：］yes', 'yes'],
  ['lenticular brackets', '【Answer:】 yes', 'yes'],
  ['escaped brackets', '\\[Answer:\\] yes', 'yes'],
  ['white space inside', '[ Answer : ] yes', 'yes'],
  ['white space before', ' \n\t [Answer:]   yes \n', 'yes'],
  ['no space after', '[Answer:]yes', 'yes'],
  ['text on the next line', '[Answer:]\n\nyes\nindeed', 'yes\nindeed'],
  ['BOM', '\uFEFF[Answer:] yes', 'yes'],
  ['zero-width characters', '\u200B[An\u200Bswer:\u2060]\u200B yes', 'yes'],
  ['direction marks', '\u202E[Answer:]\u202C yes', 'yes'],
  ['CRLF', 'Sure:\r\n[Answer:] yes\r\n', 'yes'],
  ['lead-in line', 'Sure, here is the answer:\n[Answer:] yes', 'yes'],
  ['lead-in and blank line', 'Here you go.\n\n[Answer:] yes', 'yes'],
  ['fence around', '```\n[Answer:] yes\n```', 'yes'],
  ['fence with a language', '```text\n[Answer:] yes\n```\n', 'yes'],
  ['tildes', '~~~\n[Answer:] yes\n~~~', 'yes'],
  ['fence with blanks behind it', '```  \n[Answer:] yes\n```', 'yes'],
  ['lead-in that looks like a fence', '```text is this:\n[Answer:] yes', 'yes'],
  ['lead-in that looks like a fence, code at the end', '```text is:\n[Answer:] see\n```', 'see\n```'],
  ['code first in a fenced reply', '```\n[Answer:]\n```ts\nf();\n```\n```', '```ts\nf();\n```'],
  ['lead-in and fence', 'Here:\n```markdown\n[Answer:] yes\n```', 'yes'],
  ['fence around the marker only', '```\n[Answer:]\n```\nyes', 'yes'],
  ['fence and emphasis', '```\n**[Answer:] yes**\n```', 'yes'],
  ['code at the end of a fenced reply', '```\n[Answer:] see\n```ts\nf();\n```\n```', 'see\n```ts\nf();\n```'],
  ['outer fence that is never closed', '```\n[Answer:] see\n```ts\nf();\n```', 'see\n```ts\nf();\n```'],
  ['code at the end without outer fence', '[Answer:] see\n```ts\nf();\n```', 'see\n```ts\nf();\n```'],
  ['marker quoted later', '[Answer:] say [Requesting data on:] x', 'say [Requesting data on:] x'],
  [
    'marker on a later line in code',
    '[Answer:] a\n```\n[Requesting data on:] b\n```',
    'a\n```\n[Requesting data on:] b\n```',
  ],
  [
    'marker on a later line in a quotation',
    '[Answer:] a\n> [Requesting data on:] b',
    'a\n> [Requesting data on:] b',
  ],
  [
    'marker on a later line in back-ticks',
    '[Answer:] a\n`[Requesting data on:] b`',
    'a\n`[Requesting data on:] b`',
  ],
  [
    'marker on a later line, indented',
    '[Answer:] a\n    [Requesting data on:] b',
    'a\n    [Requesting data on:] b',
  ],
  ['another request for nothing', '[Answer:] a\n[Requesting data on:] none', 'a'],
  ['marker right behind', '[Answer:] [Answer:] x', '[Answer:] x'],
  ['joined emoji stay whole', '[Answer:] 👩‍💻', '👩‍💻'],
];

const needs: readonly (readonly [string, string, readonly string[]])[] = [
  ['one name', '[Requesting data on:] InvoiceService.total', ['InvoiceService.total']],
  ['upper case', '[REQUESTING DATA ON:] Foo', ['Foo']],
  ['bold', '**[Requesting data on:]** Foo', ['Foo']],
  ['odd spacing', '[Requesting  data on :] Foo', ['Foo']],
  ['full-width', '【Requesting data on：】 Foo', ['Foo']],
  ['lead-in', 'I need more evidence.\n[Requesting data on:] Foo', ['Foo']],
  ['fence', '```\n[Requesting data on:] Foo\n```', ['Foo']],
  ['commas between names', '[Requesting data on:] Foo, Bar.baz, `qux()`', ['Foo', 'Bar.baz', 'qux()']],
  ['and between names', '[Requesting data on:] Foo, Bar and Baz', ['Foo', 'Bar', 'Baz']],
  ['Oxford comma', '[Requesting data on:] Foo, Bar, and Baz', ['Foo', 'Bar', 'Baz']],
  ['kinds before names', '[Requesting data on:] class Foo, method bar', ['class Foo', 'method bar']],
  [
    'a sentence keeps its commas',
    '[Requesting data on:] how errors, if any, end',
    ['how errors, if any, end'],
  ],
  [
    'a comma next to a name of code',
    '[Requesting data on:] Reader.run, handling of errors in the loop, execute (where the limit, if any, is read), Body.read',
    [
      'Reader.run',
      'handling of errors in the loop',
      'execute (where the limit, if any, is read)',
      'Body.read',
    ],
  ],
  [
    'a comma between parts that have a name of code',
    '[Requesting data on:] rest of Client.recv after line 267, rest of Manager.execute after line 152',
    ['rest of Client.recv after line 267', 'rest of Manager.execute after line 152'],
  ],
  [
    'a comma between names in words',
    '[Requesting data on:] classes that extend Log.Layout, LogFactory.Configuration setter, LogFactory.Flush',
    ['classes that extend Log.Layout', 'LogFactory.Configuration setter', 'LogFactory.Flush'],
  ],
  [
    'a comma between short descriptions',
    '[Requesting data on:] retry policy of uploads, default timeout',
    ['retry policy of uploads', 'default timeout'],
  ],
  [
    'a clause stays with its name',
    '[Requesting data on:] class Foo, which extends Bar, `qux`',
    ['class Foo, which extends Bar', 'qux'],
  ],
  ['semicolons', '[Requesting data on:] how it ends; Foo;', ['how it ends', 'Foo']],
  ['a full stop at the end', '[Requesting data on:] what X does.', ['what X does']],
  ['an apostrophe at the end', "[Requesting data on:] total of the parents'", ["total of the parents'"]],
  ['three back-ticks within a line', '[Requesting data on:]\n```f()``` in a.ts', ['```f()``` in a.ts']],
  ['punctuation among others', '[Requesting data on:] Foo; --; Bar', ['Foo', 'Bar']],
  ['a fence behind the marker', '[Requesting data on:]\n```text\nFoo\n```', ['Foo']],
  ['bullets', '[Requesting data on:]\n- Foo\n* Bar\n• Baz', ['Foo', 'Bar', 'Baz']],
  ['numbers', '[Requesting data on:]\n1. Foo\n2) Bar\n(3) Baz', ['Foo', 'Bar', 'Baz']],
  ['lines', '[Requesting data on:] Foo\nBar', ['Foo', 'Bar']],
  ['an introduction', '[Requesting data on:] the following:\n- Foo\n- Bar', ['Foo', 'Bar']],
  ['prose behind the list', '[Requesting data on:]\n- Foo\n\nThis will help me.', ['Foo']],
  ['a request in bold behind nothing', '[Answer:]\n\n**[Requesting data on:]** Foo\n- Bar', ['Foo', 'Bar']],
  ['a request behind nothing', '[Answer:]\n[Requesting data on:] Foo', ['Foo']],
  ['another marker behind', '[Requesting data on:] Foo\n[Answer:] a guess', ['Foo']],
  ['equal ones', '[Requesting data on:] Foo\n"foo"\n`FOO`.', ['Foo']],
  ['overloads', '[Requesting data on:] add(int, int), sub', ['add(int, int)', 'sub']],
  [
    'node keys',
    '[Requesting data on:] dbo.Invoice|TABLE, csharp:A.B|TYPE',
    ['dbo.Invoice|TABLE', 'csharp:A.B|TYPE'],
  ],
  ['generics', '[Requesting data on:] List<int>, src/a-b.ts', ['List<int>', 'src/a-b.ts']],
  ['quotes', '[Requesting data on:] "what X does"', ['what X does']],
  ['name in a path', '[Requesting data on:] `foo` in `src/a.ts`', ['`foo` in `src/a.ts`']],
];

const malformed: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['white space', ' \n '],
  ['no marker', 'The answer is yes.'],
  ['marker in the middle of a line', 'My reply is [Answer:] yes'],
  ['marker after two lines', 'First.\nSecond.\n[Answer:] yes'],
  ['lead-in that quotes a marker', 'I could say [Requesting data on:] x\n[Answer:] yes'],
  ['long lead-in', `${'word '.repeat(60)}\n[Answer:] yes`],
  ['marker behind a flood of blanks', `${'\n'.repeat(5_000)}[Answer:] yes`],
  ['no colon', '[Answer] yes'],
  ['no bracket', 'Answer: yes'],
  ['open bracket only', '[Answer: yes'],
  ['another marker', '[Final:] yes'],
  ["another protocol's marker", '[HYBRID:] yes'],
  ['empty answer', '[Answer:]  \n'],
  ['empty fenced answer', '```\n[Answer:]\n```'],
  ['empty request', '[Requesting data on:]'],
  ['request of punctuation', '[Requesting data on:] - ... ;'],
  ['parentheses', '(Answer:) yes'],
  ['a tag', '<answer>yes</answer>'],
  ['colon behind the bracket', '[Answer]: yes'],
  ['a bullet before the marker', '- [Answer:] yes'],
  ['a number before the marker', '1. [Answer:] yes'],
  ['sections', 'ANSWER: yes\nMISSING: NONE'],
  ['a request without its marker', 'I need InvoiceService.total.'],
  ['half of a marker', '[Requesting data:] Foo'],
  ['three fences before the marker', '```\n```\n```\n[Answer:] yes'],
  ['a refusal', "I'm sorry, but I can't help with that."],
  ['a request of a fence', '[Requesting data on:]\n```\n```'],
  ['HTML entities', '&#91;Answer:&#93; yes'],
  ['JSON', '{"answer": "yes"}'],
];

describe('answer protocol', () => {
  it.each(answers)('answer: %s', (_what, reply, text) => {
    expect(answerProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'answer',
      verdict: { kind: 'answer', text },
    });
  });

  it.each(needs)('need: %s', (_what, reply, requests) => {
    expect(answerProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'need',
      verdict: { kind: 'need', requests },
    });
  });

  it.each(malformed)('malformed: %s', (_what, reply) => {
    const parsed = answerProtocol.parse(reply);
    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].+\.$/) as string });
  });

  it('serves at most eight requests, in order, and names the others', () => {
    const names = Array.from({ length: 20 }, (_, i) => `Name${i}`);
    const parsed = answerProtocol.parse(`[Requesting data on:] ${names.join(', ')}`);
    const leftOut = {
      texts: names.slice(MAX_REQUESTS),
      why: 'only the first 8 requests of a reply are served',
    };
    expect(parsed).toMatchObject({ verdict: { requests: names.slice(0, MAX_REQUESTS), leftOut } });
  });

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['spaced brackets', '[ '.repeat(50_000)],
    ['one long word', `[Answer:] ${'a'.repeat(100_000)}`],
    ['back-ticks', '`'.repeat(100_000)],
    ['requests of commas', `[Requesting data on:] ${'a,'.repeat(50_000)}`],
    ['requests of semicolons', `[Requesting data on:] ${'; '.repeat(50_000)}`],
    ['a request of dots', `[Requesting data on:] ${'the '.repeat(25_000)}`],
    ['fences', '```\n'.repeat(25_000)],
  ])('reads 100,000 characters of %s in one go and piece by piece', (_what, reply) => {
    expect(typeof answerProtocol.parse(reply).ok).toBe('boolean');
    stream(chunks(reply, 997));
  });
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '[Answer:]',
      '**[Answer:]**',
      '**[Answer:]',
      '【Answer：】',
      '[Requesting data on:]',
      '[ANSWER',
      ':]',
      '[',
      ']',
      '**',
      '*',
      '`',
      '```',
      '```ts',
      '```\n',
      '\n',
      '\r\n',
      ' ',
      '\uFEFF',
      '\u200B',
      '# ',
      '> ',
      'Sure:',
      '- Foo',
      ';',
      ',',
      '😀',
      '[1]',
      '~~~\n',
    ),
    fc.string({ maxLength: 6 }),
    fc.constantFrom(' '.repeat(300), '\n'.repeat(600), 'x'.repeat(250)),
  ),
  { maxLength: 12 },
);
/** Replies near the grammar: half of them start like an answer. */
const reply = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '[Answer:] ',
      '```\n[Answer:] ',
      '**[Answer:] ',
      'Here:\n\n[answer :]',
      '[Requesting data on:] ',
    ),
    pieces,
  )
  .map(([start, rest]) => start + rest.join(''));
const anyReply = fc.oneof(
  reply,
  fc.constantFrom(
    ...answers.map(([, text]) => text),
    ...needs.map(([, text]) => text),
    ...malformed.map(([, text]) => text),
  ),
);

/** Cuts anywhere, also through surrogate pairs. */
const split = anyReply.chain((text) =>
  fc.array(fc.nat(Math.max(text.length, 1)), { maxLength: 40 }).map((cuts) => {
    const at = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
    return { text, deltas: at.slice(1).map((end, index) => text.slice(at[index], end)) };
  }),
);

function stream(deltas: readonly string[]): string {
  const gate = answerProtocol.openGate();
  return deltas.map((delta) => gate.push(delta)).join('') + gate.end();
}

function chunks(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
}

describe('gate of the answer protocol', () => {
  it('shows the same for every split, and exactly what parse() says is the answer', () => {
    fc.assert(
      fc.property(split, ({ text, deltas }) => {
        const parsed = answerProtocol.parse(text);
        const expected = parsed.ok ? answerOf(parsed.verdict) : '';
        expect(stream(deltas)).toBe(expected);
        expect(stream([text])).toBe(expected);
        expect(stream([...text])).toBe(expected);
      }),
      { numRuns: 600 },
    );
  });

  it('shows no request behind an answer, however long it is held back, unless it is a quotation', () => {
    const reply = '[Answer:] one\n[Requesting data on:] two\nthree';
    const shown = (isQuoted: (text: string) => boolean) => {
      const gate = answerProtocol.openGate(isQuoted);
      return [...reply].map((delta) => gate.push(delta)).join('') + gate.end();
    };
    expect(shown(() => false)).toBe('one');
    const quoted = (text: string) => text === '[Requesting data on:] two';
    expect(shown(quoted)).toBe('one\n[Requesting data on:] two\nthree');
    expect(answerProtocol.parse(reply, quoted)).toMatchObject({ outcome: 'answer' });
    expect(answerProtocol.parse(reply)).toMatchObject({
      outcome: 'need',
      verdict: { requests: ['two', 'three'], answer: 'one' },
    });
  });

  it('shows nothing of a need or a malformed reply, whatever part of it has come', () => {
    fc.assert(
      fc.property(anyReply, fc.nat(), (text, cut) => {
        const parsed = answerProtocol.parse(text);
        fc.pre(!parsed.ok || answerOf(parsed.verdict) === '');
        const gate = answerProtocol.openGate();
        expect(gate.push(text.slice(0, cut % (text.length + 1)))).toBe('');
      }),
    );
  });

  it('never changes its mind about a growing reply', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        const whole = lex(text, true);
        for (let end = 0; end <= Math.min(text.length, 300); end += 1) {
          const part = lex(text.slice(0, end), false);
          // `toEqual` takes most of the time, so it only reports a difference.
          if (part.kind !== 'undecided' && !isDeepStrictEqual(part, whole)) expect(part).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows text as soon as the marker is behind it', () => {
    const gate = answerProtocol.openGate();
    expect(['[Ans', 'wer:', ']', ' It', ' is'].map((delta) => gate.push(delta))).toEqual([
      '',
      '',
      '',
      'It',
      ' is',
    ]);
    expect(gate.push(' so. ') + gate.end()).toBe(' so.');
    expect(gate.push('late') + gate.end()).toBe('');
  });

  it('shows text as soon as the marker is behind it, below a lead-in as well', () => {
    const gate = answerProtocol.openGate();
    gate.push('Here is the answer:\n[Answer:] It');
    expect(gate.push(' is so')).toBe(' is so');
  });
});

/** The answer in a verdict; for a request, the best one so far. */
function answerOf(verdict: Verdict): string {
  if (verdict.kind === 'answer') return verdict.text;
  return verdict.kind === 'need' ? (verdict.answer ?? '') : '';
}
