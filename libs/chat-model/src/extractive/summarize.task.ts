import { countTokens, normalizeQuery, truncateToTokens } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { NOTICE } from './answer.task';
import { readEvidence, type Reading } from './relevance';

interface Sentence {
  /** Position in the conversation, for the order of the summary. */
  readonly at: number;
  readonly text: string;
  readonly gain: number;
}

/** Maximum number of sentences kept per answer. */
const MOST_PER_ANSWER = 4;

/**
 * An extractive summary of the conversation so far, within the limit: questions, and the sentences of answers that
 * relate to the current question, newer ones weighted higher. An earlier summary (`text`) is another source of
 * sentences.
 */
export function summarizeReply(inputs: ChatInputs, maxOutputTokens: number): string {
  const reading = readEvidence(inputs.question, []);
  const earlier = earlierSummary(inputs);
  const count = earlier.length + inputs.history.length;
  const candidates = [
    ...earlier.map((line, at) => sentence(at, line.trim(), reading, 0.3, at / (count || 1))),
    ...inputs.history.flatMap((entry, index) => {
      const at = earlier.length + index;
      const newness = (at + 1) / (count || 1);
      return [
        sentence(at, `Q: ${flat(entry.question)}`, reading, 0.5, newness),
        ...bestSentences(entry.answer, reading).map((text, place) =>
          sentence(at + (place + 1) / 100, `A: ${text}`, reading, place === 0 ? 0.3 : 0.1, newness),
        ),
      ];
    }),
  ];
  return fit(candidates, maxOutputTokens);
}

/** Lines of the text before the turns that `history` also contains. */
function earlierSummary(inputs: ChatInputs): readonly string[] {
  const first = inputs.history[0]?.question.split('\n')[0]?.trim();
  const lines = (inputs.text ?? '').split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => !line.startsWith('Q: ') && line.replace(/^\w+: /, '') === first);
  return (start < 0 ? lines : lines.slice(0, start)).filter((line) => line !== '' && !line.endsWith(':'));
}

function fit(candidates: readonly Sentence[], maxOutputTokens: number): string {
  let left = maxOutputTokens;
  const seen = new Set<string>();
  const kept: Sentence[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.gain - a.gain || b.at - a.at)) {
    const key = normalizeQuery(candidate.text.replace(/^[QA]: /, ''));
    const cost = countTokens(candidate.text) + 1;
    if (key === '' || seen.has(key) || cost > left) continue;
    seen.add(key);
    left -= cost;
    kept.push(candidate);
  }
  const best = candidates[0];
  if (kept.length === 0 && best) return truncateToTokens(best.text, maxOutputTokens);
  return kept
    .sort((a, b) => a.at - b.at)
    .map((candidate) => candidate.text)
    .join('\n');
}

function sentence(at: number, text: string, reading: Reading, base: number, newness: number): Sentence {
  return { at, text, gain: base + 2 * reading.share(text) + 0.3 * newness };
}

/** Sentences of an answer, closest to the question first, without quoted code and without the extractive notice. */
function bestSentences(answer: string, reading: Reading): readonly string[] {
  const prose = withoutCode(answer.replaceAll(NOTICE, ''));
  const sentences = prose
    .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map(flat)
    .filter((text) => /\p{L}/u.test(text));
  return sentences
    .map((text, at) => ({ text, rank: reading.share(text) - at / 1_000 }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_PER_ANSWER)
    .map(({ text }) => text);
}

/** The lines outside fenced code. An unclosed fence extends to the end. */
function withoutCode(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const [, ticks = '', rest = ''] = /^ {0,3}(`{3,10})(.*)$/.exec(line) ?? [];
      const inside = fence !== '' || ticks !== '';
      if (fence === '') fence = ticks;
      else if (ticks.length >= fence.length && /^[`\s]*$/.test(rest)) fence = '';
      return !inside;
    })
    .join('\n');
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 400);
}
