import type { ChatInputs } from '@quarry/chat-model';
import { normalizeQuery } from '@quarry/turn';
import { basename } from 'node:path/posix';
import { shows } from './gold-reading';
import type { OracleReply } from './oracle-reply';
import type { AnswerQuestion } from './question-set';

/**
 * As an agent with raw text (001, "Agent Mode"): searches for the question, then for each value by name, and reads on around what was found
 * in the right file, until the gold values stand in the evidence; then it answers.
 */
export function agentOracle(asked: AnswerQuestion, inputs: ChatInputs): OracleReply {
  const { evidence, needs, task } = inputs;
  const missing = asked.values.filter((gold) => !evidence.some((item) => shows(item, gold)));
  if (missing.length === 0 && asked.values.length > 0) {
    const cites = asked.values.flatMap((gold) => evidence.find((item) => shows(item, gold))?.n ?? []);
    return `[Answer:] ${asked.answers.join(', ')} ${[...new Set(cites)].map((n) => `[${n}]`).join(' ')}`;
  }
  const before = new Set(needs.map(({ text }) => normalizeQuery(text)));
  const queries = [asked.text, ...missing.map(({ label }) => label)].filter(
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

/** Pages between a page and the nearest of those that a piece stands on. */
function distance(pages: readonly { readonly page: number }[] | undefined, page: number): number {
  return Math.min(10_000, ...(pages ?? []).map((place) => Math.abs(place.page - page)));
}
