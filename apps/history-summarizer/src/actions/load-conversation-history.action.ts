import { Inject, Injectable } from '@nestjs/common';
import { withoutDoubted } from '@quarry/claims';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import type { HistoryReader, StoredRow } from '@quarry/history-store';
import { CONFIG, HISTORY_STORE, type QuarryConfig } from '@quarry/platform';
import {
  countTokens,
  defined,
  type HistoryEntry,
  removeUnknownCitations,
  type Turn,
  type TurnHistory,
} from '@quarry/turn';
import { formatHistory } from '../format';

/** Numbers of evidence in an earlier turn are those of other evidence in this one. */
const NO_EVIDENCE: ReadonlySet<number> = new Set();

/**
 * Phase B of 003 §2.1: loads the session's summary and the raw turns since; `over_limit` if they exceed
 * `max_history_tokens`. Sentences that the check of their turn did not bear out are left out: the next answer would
 * take them as true. If the client sends the conversation along, its newest exchanges that fit are used instead.
 */
@Injectable()
@Action({
  name: 'load_conversation_history',
  outcomes: ['ok', 'over_limit'],
  store: { name: 'history', lacks: 'without the conversation so far' },
})
export class LoadConversationHistoryAction implements ActionHandler {
  constructor(
    @Inject(HISTORY_STORE) private readonly store: HistoryReader,
    @Inject(CONFIG) private readonly config: Pick<QuarryConfig, 'sensitivityModels'>,
  ) {}

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const { settings } = context;
    if (turn.options.conversation) return asTold(turn.options.conversation, settings.max_history_tokens);
    const summary =
      settings.history_summarization_policy === 'none'
        ? null
        : await this.store.summary(turn.tenant, turn.session);
    const upTo = summary?.upTo ?? 0;
    const limited = this.config.sensitivityModels.length > 0;
    // What the summarized turns named matters only where a model is limited by it.
    const read = await this.store.rows(turn.tenant, turn.session, limited ? 0 : upTo);
    const rows = read.filter(({ seq }) => seq > upTo);
    const recent = rows.map((row): HistoryEntry => ({
      question: row.question.english ?? row.question.original,
      answer: removeUnknownCitations(withoutDoubted(row.answerEnglish, row.claims), NO_EVIDENCE).text,
    }));
    const history = {
      summary,
      recent,
      lastSeq: rows.at(-1)?.seq ?? upTo,
      forPrompt: formatHistory(summary?.text ?? null, recent),
      ...defined({ sources: limited ? sourcesOf(read) : undefined }),
    };
    const tokens = countTokens(history.forPrompt);
    if (tokens <= settings.max_history_tokens) {
      return {
        outcome: 'ok',
        patch: { history },
        note: `${recent.length} earlier turn${recent.length === 1 ? '' : 's'}${summary ? ' and a summary' : ''}, ${tokens} tokens`,
      };
    }
    if (settings.history_summarization_policy === 'none') {
      const kept = newestThatFit(recent, settings.max_history_tokens);
      const cut = { ...history, recent: kept, forPrompt: formatHistory(null, kept) };
      return {
        outcome: 'ok',
        patch: { history: cut },
        note: `the newest ${kept.length} of ${recent.length} earlier turns fit`,
      };
    }
    return {
      outcome: 'over_limit',
      patch: { history },
      note: `${tokens} tokens of history, ${settings.max_history_tokens} allowed`,
    };
  }
}

/** The files that earlier turns named; undefined if they are unknown for one of them. */
function sourcesOf(rows: readonly StoredRow[]): TurnHistory['sources'] {
  return rows.every((row) => row.sources) ? rows.flatMap((row) => row.sources ?? []) : undefined;
}

/** Uses the client's conversation, which may differ from the session's: it is neither summarised nor kept. */
function asTold(conversation: readonly HistoryEntry[], limit: number): ActionResult {
  const recent = newestThatFit(conversation, limit);
  const history = { summary: null, recent, lastSeq: 0, forPrompt: formatHistory(null, recent) };
  const note = `the newest ${recent.length} of ${conversation.length} exchanges from the client fit`;
  return { outcome: 'ok', patch: { history }, note };
}

function newestThatFit(recent: readonly HistoryEntry[], limit: number): HistoryEntry[] {
  for (let from = 0; from < recent.length; from++) {
    const kept = recent.slice(from);
    if (countTokens(formatHistory(null, kept)) <= limit) return kept;
  }
  return [];
}
