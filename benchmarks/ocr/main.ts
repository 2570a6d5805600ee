/** `npm run bench:ocr -- FOLDER [FILE[:PAGE,…] …]`: see README.md. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compared, sumOf, type Compared } from './errors.ts';
import { scanOf, type ScanQuality } from './scan.ts';

const load = createRequire(import.meta.url);
const { openDocumentReader, readerWithOcr } = load('@quarry/documents') as typeof import('@quarry/documents');

/** As an office scanner gives them: a page lies a little askew, and the picture is compressed. */
const QUALITIES: readonly ScanQuality[] = [150, 200].map((dpi) => ({
  ...{ dpi, tilt: 1, noise: 12, jpeg: 75, seed: 7 },
}));
/** Read whole, and searched. */
const WHOLE = 'PEPSICO_2023Q1_EARNINGS.pdf';
/** Pages of prose, of statements and of notes. */
const SAMPLES: readonly Sample[] = [
  { file: '3M_2022_10K.pdf', pages: [12, 47, 48, 50] },
  { file: 'ADOBE_2022_10K.pdf', pages: [10, 54, 57] },
  { file: 'AMCOR_2023Q2_10Q.pdf', pages: [6, 20, 40] },
  { file: 'BESTBUY_2024Q2_10Q.pdf', pages: [3, 8, 18] },
  { file: 'FOOTLOCKER_2022_8K_dated_2022-08-19.pdf', pages: [2, 5, 12] },
];

const CLI = fileURLToPath(new URL('../../apps/cli/dist/bundle/main.js', import.meta.url));
const QUESTIONS = new URL('../statements/questions.jsonl', import.meta.url);

interface Question {
  readonly question: string;
  readonly values: readonly { readonly file: string; readonly page: number }[];
}

const [folder = '', ...named] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'quarry-bench-ocr-'));
const questions = readFileSync(QUESTIONS, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Question)
  .filter(({ values }) => values.every(({ file }) => file === WHOLE));

/** The lines of each page, and what OCR says of them. */
async function pagesOf(
  path: string,
  ocr: boolean,
): Promise<{ readonly pages: ReadonlyMap<number, string>; readonly confidence: number | null }> {
  const own = openDocumentReader();
  const cache = { get: () => null, put: () => undefined };
  const reader = ocr ? readerWithOcr(own, { languages: 'eng', folder: null, cache }) : own;
  const loaded = await reader.read(path, 'pdf');
  await reader.close();
  if (loaded.kind === 'refused') throw new Error(`${path}: ${loaded.reason}`);
  const pages = new Map<number, string>();
  for (const { text, layout } of loaded.document.lines)
    pages.set(layout.page ?? 0, `${pages.get(layout.page ?? 0) ?? ''}${text}\n`);
  return { pages, confidence: loaded.document.ocr?.confidence ?? null };
}

/** Questions whose page is among the first five hits of a keyword search. */
function found(documents: string, data: string, more: readonly string[]): number {
  const quarry = (...args: string[]): string =>
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
      env: { ...process.env, QUARRY_DATA: data },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  quarry('index', documents, '--data', data, '--no-vectors', ...more);
  return questions.filter(({ question, values }) => {
    const reply = quarry('search', question, '--data', data, '--mode', 'bm25', '--limit', '5', '--json');
    const hits = JSON.parse(reply) as readonly {
      readonly path: string;
      readonly pages?: readonly number[];
    }[];
    return values.every(({ file, page }) =>
      hits.some(({ path, pages = [] }) => path === file && pages.includes(page)),
    );
  }).length;
}

/** Pages to compare: all of a file, or some. */
interface Sample {
  readonly file: string;
  readonly pages?: readonly number[];
}

/** Scans the pages, reads them by OCR, and prints how the text differs from the printed one. */
async function compare(name: string, samples: readonly Sample[], quality: ScanQuality): Promise<void> {
  const folderOfScans = join(work, `${name}-${quality.dpi}`);
  mkdirSync(folderOfScans);
  const all: Compared[] = [];
  let cpu = 0;
  let sum = 0;
  for (const { file, pages } of samples) {
    const scan = join(folderOfScans, file);
    writeFileSync(scan, await scanOf(join(folder, file), quality, pages));
    const truth = await pagesOf(join(folder, file), false);
    const before = process.cpuUsage();
    const read = await pagesOf(scan, true);
    const used = process.cpuUsage(before);
    cpu += (used.user + used.system) / 1e6;
    const numbers = pages ?? [...truth.pages.keys()];
    sum += (read.confidence ?? 0) * numbers.length;
    for (const [i, number] of numbers.entries())
      all.push(compared(truth.pages.get(number) ?? '', read.pages.get(pages ? i + 1 : number) ?? ''));
  }
  const { characters, words, figures } = sumOf(all);
  process.stdout.write(
    `${name}, ${quality.dpi} dpi, ${all.length} pages: characters wrong ${characters}, words wrong ${words}, ` +
      `figures right ${figures}, confidence ${(sum / all.length).toFixed(2)}, ` +
      `${(cpu / all.length).toFixed(1)} s of CPU a page, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`,
  );
}

const samples = named.map((each): Sample => {
  const [file = '', pages] = each.split(':');
  return { file, ...(pages !== undefined && { pages: pages.split(',').map(Number) }) };
});
for (const quality of QUALITIES) await compare('sample', samples.length > 0 ? samples : SAMPLES, quality);
if (samples.length === 0) {
  const originals = join(work, 'originals');
  mkdirSync(originals);
  writeFileSync(join(originals, WHOLE), readFileSync(join(folder, WHOLE)));
  const right = found(originals, join(work, 'data-originals'), []);
  process.stdout.write(
    `original: the right page is in the first five hits for ${right} of ${questions.length}\n`,
  );
  for (const quality of QUALITIES) {
    await compare('whole', [{ file: WHOLE }], quality);
    const hits = found(join(work, `whole-${quality.dpi}`), join(work, `data-${quality.dpi}`), ['--ocr']);
    process.stdout.write(
      `${quality.dpi} dpi: the right page is in the first five hits for ${hits} of ${questions.length}\n`,
    );
  }
}
