import { Fault, type Evidence } from '@quarry/turn';
import { type JsonLine, jsonLines } from '../jsonl';

/** A sentence with a known verdict, and the evidence that it cites as `[1]`, `[2]`, … */
export interface LabelledSentence {
  readonly id: string;
  /** How it was generated, e.g. `verbatim`, `year`, `negation`. The result has a row per kind. */
  readonly kind: string;
  /** `refuted`: the evidence does not support it. */
  readonly expected: 'supported' | 'refuted';
  readonly sentence: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Reads labelled sentences from a JSONL file, one object per line: `id`, `kind`, `expected`, `sentence` and `evidence`
 * (a list of `{text, path, title?, language?}`).
 * @throws Fault `bad_request` with the line number for a line without these fields; `path_not_found`
 */
export async function readLabelledSentences(file: string): Promise<readonly LabelledSentence[]> {
  const sentences: LabelledSentence[] = [];
  for await (const { line, where } of jsonLines(file)) sentences.push(sentenceOf(line, where));
  if (sentences.length === 0) throw new Fault('bad_request', `${file} has no sentences.`);
  return sentences;
}

function sentenceOf(line: JsonLine, where: string): LabelledSentence {
  const { id, kind, expected, sentence, evidence } = line;
  if (typeof sentence !== 'string' || sentence.trim() === '')
    throw new Fault('bad_request', `${where} has no text in 'sentence'.`);
  if (expected !== 'supported' && expected !== 'refuted')
    throw new Fault('bad_request', `${where}: 'expected' must be 'supported' or 'refuted'.`);
  if (!Array.isArray(evidence) || evidence.length === 0)
    throw new Fault('bad_request', `${where}: 'evidence' must be a list of at least one {text, path}.`);
  return {
    id: typeof id === 'string' ? id : where,
    kind: typeof kind === 'string' ? kind : expected,
    expected,
    sentence,
    evidence: evidence.map((entry: unknown, at) => evidenceOf(entry, at + 1, where)),
  };
}

function evidenceOf(entry: unknown, n: number, where: string): Evidence {
  const { text, path, title, language } = (entry ?? {}) as JsonLine;
  if (typeof text !== 'string' || typeof path !== 'string')
    throw new Fault('bad_request', `${where}: evidence ${n} needs 'text' and 'path'.`);
  return {
    ...{ id: `${path}#${n}`, n, pass: 1, kind: 'chunk', text, path },
    ...{ startLine: 1, endLine: text.split('\n').length, relevance: 1, foundBy: 'bm25', query: '' },
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  };
}
