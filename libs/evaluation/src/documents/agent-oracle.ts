import type { ChatInputs } from '@quarry/chat-model';
import { normalizeQuery } from '@quarry/turn';
import { basename } from 'node:path/posix';
import { shows } from './gold-reading';
import type { OracleReply } from './oracle-reply';
import type { AnswerQuestion } from './question-set';

/**
 * Acts as an agent with raw text (001, "Agent Mode"): searches for the question, then for each value by name, and reads
 * the pages around hits in the right file until the evidence contains the gold values. Then it answers.
 */
export function agentOracle(question: AnswerQuestion, inputs: ChatInputs): OracleReply {
  const { evidence, needs, task } = inputs;
  const missing = question.values.filter((gold) => !evidence.some((item) => shows(item, gold)));
  if (missing.length === 0 && question.values.length > 0) {
    const cites = question.values.flatMap((gold) => evidence.find((item) => shows(item, gold))?.n ?? []);
    return `[Answer:] ${question.answers.join(', ')} ${[...new Set(cites)].map((n) => `[${n}]`).join(' ')}`;
  }
  const before = new Set(needs.map(({ text }) => normalizeQuery(text)));
  const queries = [question.text, ...missing.map(({ label }) => label)].filter(
    (query) => !before.has(normalizeQuery(query)),
  );
  const none = '[Answer:] The documents do not say it, as far as they were found.';
  if (task !== 'agent') return none;
  const [query] = queries;
  if (query !== undefined) return { tool: 'search', calls: [{ query }] };
  const near = missing.flatMap((gold) =>
    evidence
      .filter(({ path }) => basename(path) === gold.file)
      .toSorted((a, b) => distance(a.pages, gold.page) - distance(b.pages, gold.page))
      .flatMap(({ section }) => section ?? [])
      .filter((id) => !before.has(normalizeQuery(id)))
      .slice(0, 1),
  );
  if (near.length === 0) return none;
  return { tool: 'fetch_section', calls: [...new Set(near)].map((id) => ({ id })) };
}

/** Pages between a page and the nearest page of a piece. */
function distance(pages: readonly { readonly page: number }[] | undefined, page: number): number {
  return Math.min(10_000, ...(pages ?? []).map((place) => Math.abs(place.page - page)));
}
