import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../scenarios/scenario';
import { cpuTimer } from './cpu-time';
import { AttackFamily } from './attack-family';

/** Length of the hostile texts. Linear matching of one takes a millisecond, quadratic matching several seconds. */
const LENGTH = 100_000;
/** The threshold between the two, in milliseconds of CPU time. */
const MAX_MS = 700;
/** A text of this length is tried first: what takes quadratic time takes 1/1024 of its time for it. */
const SHORT = LENGTH / 32;
const SUSPICIOUS_MS = MAX_MS / 1_024 / 2;

interface Found {
  readonly place: string;
  readonly regex: RegExp;
}

/** Expressions that only receive short texts, each with what limits them. */
const BOUNDED: Readonly<Record<string, string>> = {
  'libs/turn/src/fault/redact.ts': 'the text is cut to 2,000 characters before',
  'libs/chat-model/src/http/failure.ts /[.\\s]+$/': 'the text is cut to 2,000 characters before',
  'libs/indexing/src/sql/entity-mappings.ts /(\\w+)\\s*(?:<[^<>]*>)?$/':
    'the text is cut to 500 characters before',
  'libs/secrets/src/assigned.ts /[\\w.-]*$/': 'the text is cut to 40 characters before',
  'libs/indexing/src/import/canonical-keys.ts /\\w*$/': 'the text is cut to 500 characters before',
  'libs/chat-model/src/extractive/terms.ts /^(.*[aeiouy].*?)(?:ing|ed|ation|ion|er|or|ment)$/':
    'words of more than 40 letters are left alone before',
  'libs/chat-model/src/extractive/lines.ts /<[^>]*>\\s*$/': 'the text is one line of one chunk',
  'libs/documents/src/headings/headings.ts /!?\\[([^\\]]*)\\]\\([^)]*\\)/g':
    'headings of more than 200 characters are left alone before',
};

/** Every regular expression of what ships, as it is written in the sources. */
function expressions(): Found[] {
  const files = execFileSync('git', ['ls-files', 'apps/**/*.ts', 'libs/**/*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const found = new Map<string, Found>();
  for (const file of files.trim().split('\n')) {
    if (
      /\.spec\.ts$|conformance\.ts$|\/conformance\/|\/testing\//.test(file) ||
      !existsSync(join(ROOT, file))
    )
      continue;
    const source = ts.createSourceFile(
      file,
      readFileSync(join(ROOT, file), 'utf8'),
      ts.ScriptTarget.ESNext,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        const place = `${file} ${node.text}`;
        found.set(place, { place, regex });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found.values()].filter(
    ({ place }) => BOUNDED[place] === undefined && BOUNDED[place.split(' ')[0] ?? ''] === undefined,
  );
}

/** Pieces that the expression itself names, and some of every class: what has to be repeated to make it try again and again. */
function pieces({ source }: RegExp): readonly string[] {
  const literals = source.match(/[A-Za-z]{2,20}|[^\\\w\s]/g) ?? [];
  const words = literals.map((piece) => piece.toLowerCase());
  return [
    ...new Set([
      'a',
      'A',
      '0',
      ' ',
      '\t',
      '\n',
      '_',
      '\ufffd',
      'é',
      'a.',
      'a ',
      'a,',
      '/*',
      '```\n',
      ...literals,
      ...words,
    ]),
  ];
}

function msFor(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  const elapsed = cpuTimer();
  if (regex.global) text.replace(regex, '');
  else regex.exec(text);
  return elapsed();
}

interface Worst {
  readonly ms: number;
  readonly text: string;
}

/** By expression: many of them, such as `/\s+/g`, are written in several places. */
const tried = new Map<string, Worst>();

function slowest({ regex }: Found): Worst {
  const worst = tried.get(String(regex)) ?? slowestOf(regex);
  tried.set(String(regex), worst);
  return worst;
}

function slowestOf(regex: RegExp): Worst {
  let worst = { ms: 0, text: '' };
  const all = pieces(regex);
  const heads = ['', ...all.filter((piece) => /^[^\s\w]$|^\w{2,}$/.test(piece)).slice(0, 3)];
  for (const piece of all) {
    for (const head of heads) {
      const text = (length: number): string =>
        `${head}${piece.repeat(Math.ceil(length / piece.length))}\u0000`;
      const short = msFor(regex, text(SHORT));
      const ms = short > SUSPICIOUS_MS ? msFor(regex, text(LENGTH)) : short;
      if (ms > worst.ms) worst = { ms, text: JSON.stringify(`${head}${piece}`) };
      if (ms > MAX_MS) return worst;
    }
  }
  return worst;
}

describe('regular expressions', () => {
  it('take no more than linear time for hostile texts of 100 KB', async () => {
    const family = new AttackFamily('test/security/regexes.slow.spec.ts');
    await family.row({
      name: 'expressions',
      // One that takes quadratic time is found. Its pieces have four characters, so that it takes seconds, not minutes.
      benign: { place: 'none', regex: /```[^]*b/ },
      attacks: expressions(),
      send: slowest,
      reached: ({ ms }) => ms > MAX_MS,
      judge: ({ ms, text }, { place }) => {
        expect({ place, text, slow: ms > MAX_MS }).toEqual({ place, text, slow: false });
      },
    });
    family.counted();
  }, 120_000);

  it('are excused only where they are still there', () => {
    const files = Object.keys(BOUNDED).map((key) => [key, key.split(' ')[0] ?? ''] as const);
    const gone = files.filter(([key, file]) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return !source.includes(key.slice(file.length + 1));
    });
    expect(gone).toEqual([]);
  });
});
