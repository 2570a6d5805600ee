import { openTurn, type SentPrompt, type Turn } from '@quarry/turn';
import type { ArchivedTurn } from '../archived-turn';
import type { TurnArchive } from '../port';

/** An archive as a test sees it, initially empty. */
export interface SuiteFixture {
  /** Opens another client of the archive, as another process would. */
  readonly store: { open(): Promise<TurnArchive> };
  readonly archive: TurnArchive;
}

/** Declares a test. */
export type Check = (test: string, body: (given: SuiteFixture) => Promise<void>) => void;

export const ASKED_AT = 1_700_000_000_000;

/** A finished turn with its log, as the tests write it. */
export function archivedOf(id: string, change: Partial<Turn> = {}): ArchivedTurn {
  const askedAt = change.askedAt ?? ASKED_AT;
  const turn: Turn = {
    ...openTurn({
      id,
      tenant: 'acme',
      session: 's1',
      pipeline: 'code@abc',
      question: `Question ${id}?`,
      isEnglish: true,
      askedAt,
      deadline: askedAt + 60_000,
    }),
    end: { outcome: 'answered', reason: 'the evidence holds' },
    ...change,
  };
  return {
    turn,
    events: [
      {
        id: '0-1',
        at: askedAt,
        body: { type: 'turn.started', question: turn.question.original, pipeline: turn.pipeline },
      },
      {
        id: '1001-1',
        at: askedAt + 1_500,
        body: { type: 'turn.finished', ...(turn.end ?? { outcome: 'failed', reason: '' }) },
      },
    ],
  };
}

export function answerOf(text: string): Turn['answer'] {
  return {
    text,
    english: text,
    citations: [],
    removedCitations: [],
    writtenBy: 'a-model',
  };
}

export function promptOf(hash: string, change: Partial<SentPrompt> = {}): SentPrompt {
  return {
    step: 'answer',
    prompt: 'prompts/answer.md',
    hash,
    at: ASKED_AT,
    messages: [
      { role: 'system', content: 'You answer.' },
      { role: 'user', content: `prompt ${hash}` },
    ],
    ...change,
  };
}

/** Ids of a list, in order. */
export async function idsOf(
  archive: TurnArchive,
  filter: Parameters<TurnArchive['list']>[1] = {},
  tenant = 'acme',
): Promise<readonly string[]> {
  return (await archive.list(tenant, filter, { limit: 100 })).map(({ id }) => id);
}
