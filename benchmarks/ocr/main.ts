/** `npm run bench:ocr -- FOLDER [FILE …]`: see README.md. */
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
const FILES = ['BESTBUY_2024Q2_10Q.pdf', 'PEPSICO_2023Q1_EARNINGS.pdf'];

const CLI = fileURLToPath(new URL('../../apps/cli/dist/bundle/main.js', import.meta.url));
const QUESTIONS = new URL('../statements/questions.jsonl', import.meta.url);

interface Question {
  readonly question: string;
  readonly values: readonly { readonly file: string; readonly page: number }[];
}

const [folder = '', ...named] = process.argv.slice(2);
const files = named.length > 0 ? named : FILES;
const work = mkdtempSync(join(tmpdir(), 'quarry-bench-ocr-'));
const questions = readFileSync(QUESTIONS, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Question)
  .filter(({ values }) => values.every(({ file }) => files.includes(file)));

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

const originals = join(work, 'originals');
mkdirSync(originals);
for (const file of files) writeFileSync(join(originals, file), readFileSync(join(folder, file)));
const right = found(originals, join(work, 'data-originals'), []);
process.stdout.write(
  `originals: the right page is in the first five hits for ${right} of ${questions.length}\n`,
);
for (const quality of QUALITIES) {
  const scans = join(work, `scans-${quality.dpi}`);
  mkdirSync(scans);
  const all: Compared[] = [];
  let cpu = 0;
  const confidences: number[] = [];
  for (const file of files) {
    writeFileSync(join(scans, file), await scanOf(join(folder, file), quality));
    const truth = await pagesOf(join(folder, file), false);
    const before = process.cpuUsage();
    const read = await pagesOf(join(scans, file), true);
    const used = process.cpuUsage(before);
    cpu += (used.user + used.system) / 1e6;
    if (read.confidence !== null) confidences.push(read.confidence);
    for (const [page, text] of truth.pages) all.push(compared(text, read.pages.get(page) ?? ''));
  }
  const { characters, words, figures } = sumOf(all);
  const hits = found(scans, join(work, `data-${quality.dpi}`), ['--ocr']);
  process.stdout.write(
    `${quality.dpi} dpi, ${all.length} pages: characters wrong ${characters}, words wrong ${words}, figures right ${figures}, ` +
      `confidence ${confidences.join(' and ')}, ${(cpu / all.length).toFixed(1)} s of CPU a page, ` +
      `at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB; right page found ${hits} of ${questions.length}\n`,
  );
}
