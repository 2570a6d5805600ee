/** `npm run bench:claims -- --out DIR`: see README.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALTERATIONS } from './alterations.ts';
import { codePieces, codeSentences } from './code.ts';
import { edited } from './edits.ts';
import { randomFor, shuffled, type LabelledSentence, type Seed } from './labelled.ts';
import { corpus, filings, scifactClaims, sources, tables } from './sources.ts';
import { cellSentences, plainTable, tableEvidence } from './tables.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(ROOT, '../shared/data') },
    out: { type: 'string', default: join(ROOT, '.quarry/claims') },
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '40' },
  },
});
const each = Number(values.each);
const { data } = values;
const PACKAGES = [
  'node_modules/bullmq/dist/cjs',
  'node_modules/express',
  'node_modules/commander',
  'node_modules/ioredis/built',
];

type Made = Omit<LabelledSentence, 'id'> & { readonly document: string };
const made: Made[] = [];
const keep = (seed: Seed, kind: string, expected: Made['expected'], sentence: string): void => {
  const { set, document, evidence } = seed;
  made.push({
    set,
    kind,
    expected,
    sentence: /\[1\]/.test(sentence) ? sentence : sentence.replace(/\.$/, ' [1].'),
    evidence,
    document,
  });
};
const flat = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** Verbatim, edited and altered sentences: of each kind as many as asked for, each from another seed where there are enough. */
function fromProse(name: string, seeds: readonly Seed[]): void {
  const random = randomFor(`${values.seed} ${name}`);
  const kinds: readonly (readonly [string, Made['expected'], (seed: Seed) => string | null])[] = [
    ['verbatim', 'supported', ({ sentence }) => sentence],
    ['edited', 'supported', ({ sentence }) => edited(sentence, random)],
    ...Object.entries(ALTERATIONS).map(
      ([kind, alter]) => [kind, 'refuted', (seed: Seed) => alter(seed, random)] as const,
    ),
  ];
  for (const [kind, expected, make] of kinds) {
    let count = 0;
    const wanted = expected === 'supported' ? 3 * each : each;
    for (const seed of shuffled(seeds, random)) {
      const sentence = make(seed);
      if (
        sentence === null ||
        (kind !== 'verbatim' && seed.evidence.some(({ text }) => flat(text).includes(flat(sentence))))
      )
        continue;
      keep(seed, kind, expected, sentence);
      count += 1;
      if (count === wanted) break;
    }
  }
}

fromProse('filings', await filings(join(data, 'filings')));
fromProse('aptosdocs', await corpus('aptosdocs', join(data, 'aptosdocs/corpus.jsonl')));
fromProse('scifact', await corpus('scifact', join(data, 'scifact/corpus.jsonl')));
fromProse('tatqa', await corpus('tatqa', join(data, 'tatqa/dev.corpus.jsonl')));

const random = randomFor(`${values.seed} rest`);
for (const { supported, ...seed } of shuffled(await scifactClaims(join(data, 'scifact')), random).slice(
  0,
  6 * each,
))
  keep(seed, supported ? 'claim' : 'false claim', supported ? 'supported' : 'refuted', seed.sentence);
for (const { context, text, scale, above } of shuffled(await tables(join(data, 'tatqa')), random)) {
  const table = plainTable(text);
  if (!table) continue;
  const evidence = tableEvidence(text, `${context}.md`, above, random() < 0.5);
  for (const { kind, expected, sentence } of cellSentences(table, scale, random))
    keep({ set: 'tatqa', document: context, sentence, evidence: [evidence] }, kind, expected, sentence);
}
const files = (await Promise.all(PACKAGES.map((folder) => sources(ROOT, folder)))).flat();
for (const { path, text, language = '' } of files)
  for (const piece of codePieces(text, path, language))
    for (const { kind, expected, sentence } of codeSentences(piece, random))
      keep({ set: 'code', document: path, sentence, evidence: [piece] }, kind, expected, sentence);

// A document is in one half with all its sentences.
const halves = Map.groupBy(made, ({ document }) => (randomFor(`half ${document}`)() < 0.5 ? 'tune' : 'held'));
await mkdir(values.out, { recursive: true });
for (const [half, some] of halves) {
  const counts = new Map<string, number>();
  const limited = shuffled(some, random).filter(({ set, kind }) => {
    const key = `${set} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= 3 * each;
  });
  const lines = limited.map(({ document: _document, ...one }, at) =>
    JSON.stringify({ id: `${half}-${at + 1}`, ...one }),
  );
  await writeFile(join(values.out, `${half}.jsonl`), `${lines.join('\n')}\n`);
  console.log(`${half}: ${lines.length} sentences`);
}
