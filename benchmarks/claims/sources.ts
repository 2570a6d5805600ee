import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { sentencesOf } from '@quarry/claims';
import type { GivenEvidence, Seed } from './labelled.ts';

/** Lines of a document around a sentence that are its evidence. */
const AROUND = 12;

const jsonl = async <T>(file: string): Promise<T[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

/** Whether a sentence is one that an answer could have: prose of a fair length, whole. */
function isWhole(text: string): boolean {
  const words = text.split(/\s+/).length;
  return (
    words >= 8 &&
    words <= 45 &&
    /^["“]?\p{Lu}/u.test(text) &&
    /[\p{L}\d)%]\.$/u.test(text) &&
    !/[|#<>{}[\]*\\]|https?:|\.\.\./.test(text)
  );
}

function proseSeeds(set: string, document: string, evidence: GivenEvidence, prose = evidence.text): Seed[] {
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*+#|]|\d+[.)])\s)/)
    .flatMap((paragraph) =>
      sentencesOf(paragraph).map(({ start, end }) => paragraph.slice(start, end).replace(/\s+/g, ' ').trim()),
    )
    .filter(isWhole)
    .map((sentence) => ({ set, document, sentence, evidence: [evidence] }));
}

/** Sentences of PDF filings, as Quarry reads them. */
export async function filings(folder: string): Promise<Seed[]> {
  const reader = openDocumentReader();
  const seeds: Seed[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.pdf')).toSorted()) {
    const loaded = await reader.read(join(folder, name), 'pdf');
    const lines = loaded.kind === 'document' ? loaded.document.lines : [];
    for (let at = 0; at < lines.length; at += AROUND) {
      const text = lines
        .slice(at, at + 2 * AROUND)
        .map((line) => line.text)
        .join('\n');
      seeds.push(...proseSeeds('filings', name, { path: name, text }));
    }
  }
  await reader.close();
  return [...new Map(seeds.map((seed) => [seed.sentence, seed])).values()];
}

/** Sentences of a corpus.jsonl: documentation, abstracts, paragraphs of reports. */
export async function corpus(set: string, file: string, most = 4_000): Promise<Seed[]> {
  const documents = await jsonl<{
    _id: string;
    title?: string;
    text: string;
    context?: string;
    kind?: string;
  }>(file);
  return documents
    .filter(({ kind }) => kind !== 'table')
    .flatMap(({ _id, title, text, context }) => {
      const parts =
        text.length <= most ? [text] : (text.match(new RegExp(`[^]{1,${most}}(?:\\n|$)`, 'g')) ?? []);
      return parts.flatMap((part) =>
        proseSeeds(set, context ?? _id, {
          path: `${_id}.md`,
          text: part,
          ...(title === undefined ? {} : { title }),
        }),
      );
    });
}

/** Sources of packages that this repository depends on: `.js` files below a folder. */
export async function sources(root: string, folder: string): Promise<GivenEvidence[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(?:js|ts)$/.test(entry.name) && !/\.(?:min\.js|d\.ts)$/.test(entry.name),
  );
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: relative(root, path),
        language: entry.name.endsWith('.ts') ? 'typescript' : 'javascript',
        text: await readFile(path, 'utf8'),
      };
    }),
  );
}

export interface Table {
  readonly context: string;
  readonly text: string;
  /** Unit of the table, where every question about it has the same. */
  readonly scale: string;
  /** The paragraphs around it that name that unit. */
  readonly above: string;
}

/** Tables of TAT-QA. */
export async function tables(folder: string): Promise<Table[]> {
  const blocks = await jsonl<{ context: string; kind: string; text: string }>(
    join(folder, 'dev.corpus.jsonl'),
  );
  const questions = await jsonl<{ context: string; scale: string }>(join(folder, 'dev.queries.jsonl'));
  const scales = Map.groupBy(questions, ({ context }) => context);
  return blocks
    .filter(({ kind }) => kind === 'table')
    .map(({ context, text }) => {
      const named = new Set(
        (scales.get(context) ?? [])
          .map(({ scale }) => scale)
          .filter((scale) => scale !== '' && scale !== 'percent'),
      );
      const [scale = ''] = named;
      const above = blocks.find(
        (block) =>
          block.context === context &&
          block.kind === 'paragraph' &&
          /\bin (?:millions|thousands)\b/i.test(block.text),
      );
      const states = /\b(?:in )?(?:millions|thousands)\b|\$['’]?000|\$m\b/i.test(text);
      return {
        context,
        text,
        scale: named.size === 1 && (states || above) ? scale : '',
        above: states ? '' : (above?.text ?? ''),
      };
    });
}

interface SciFactClaim {
  readonly _id: string;
  readonly text: string;
  readonly evidence: readonly { readonly doc: string; readonly label: string }[];
}

/** Claims of SciFact's training part with their abstracts: written by people, labelled by people. */
export async function scifactClaims(folder: string): Promise<(Seed & { readonly supported: boolean })[]> {
  const abstracts = new Map(
    (await jsonl<{ _id: string; title: string; text: string }>(join(folder, 'corpus.jsonl'))).map((one) => [
      one._id,
      one,
    ]),
  );
  const claims = await jsonl<SciFactClaim>(join(folder, 'queries.train.jsonl'));
  return claims.flatMap(({ text, evidence }) => {
    const [first] = evidence;
    const abstract = first && abstracts.get(first.doc);
    if (!first || !abstract) return [];
    const given = { path: `${first.doc}.md`, title: abstract.title, text: abstract.text };
    return [
      {
        set: 'scifact',
        document: first.doc,
        sentence: text,
        evidence: [given],
        supported: first.label === 'SUPPORT',
      },
    ];
  });
}
