import { openChatModel, type ChatModel } from '@quarry/chat-model';
import {
  differenceOf,
  stepsOf,
  type RecordedStep,
  type Replay,
  type Replayer,
  type ReplayOptions,
  type TurnRecord,
} from '@quarry/application/replay';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import type { Platform } from '@quarry/platform';
import { EMPTY_GROUPS, isCallRefused, SENSITIVITY_RULE, type SentPrompt, type Turn } from '@quarry/turn';
import { indexOfTurn } from './index-of-turn';
import { RecordedModel } from './recorded-model';
import { ReplayedSteps } from './replayed-steps';
import { runTurn } from './run-turn';
import { throwawayPlatform } from './throwaway';

/** Replays turns over the index and the graph of a platform, without writing to any of its stores. */
export function openReplayer(platform: Platform): Replayer {
  return { replay: (record, pipeline, options) => replay(platform, record, pipeline, options) };
}

async function replay(
  platform: Platform,
  record: TurnRecord,
  pipeline: CompiledPipeline,
  { liveSearch = false, liveModel = false }: ReplayOptions,
): Promise<Replay> {
  const { turn, events } = record;
  const steps = stepsOf(events, turn.spent.calls);
  const index = await indexOfTurn(platform, turn);
  const recordedSearches = !liveSearch && index.changed !== null;
  const recorded = liveModel ? null : recordedModelOf(record, steps, platform.chatModel.id);
  const chatModel: ChatModel =
    recorded ?? (liveModel ? platform.chatModel : openChatModel({ provider: 'extractive' }));
  const prompts: SentPrompt[] = [];
  const promptRecorder = { sent: (_turn: unknown, prompt: SentPrompt) => void prompts.push(prompt) };
  // Its replies are among those of the step: the record has them in their order.
  const claimChecker = platform.claimChecker && (liveModel ? platform.claimChecker : recorded);
  const throwaway = await throwawayPlatform(platform, { chatModel, claimChecker, promptRecorder });
  const sides = { record, steps, recordedSearches, liveSearch, model: recorded };
  const replayed = new ReplayedSteps(sides);
  try {
    const { snapshots } = index;
    const bind = replayed.bind;
    const run = await runTurn(opened(turn), { platform: throwaway, snapshots, pipeline, bind });
    const { stoppedAt, done, lacking } = replayed;
    const isInterrupted = wasInterrupted(turn);
    const upTo = lacking ? done : isInterrupted ? steps.length : null;
    const difference = differenceOf(record, { ...run, prompts, stoppedAt }, upTo);
    const verdict = difference ? 'different' : lacking ? 'incomplete' : 'same';
    const { modelCalls, inputTokens, outputTokens } = run.turn.spent;
    return {
      turnId: turn.id,
      verdict,
      pipeline: { recorded: turn.pipeline, replayed: pipelineRef(pipeline) },
      steps: { recorded: steps.length, replayed: done },
      model: recorded ? 'recorded' : chatModel.generative ? 'live' : 'extractive',
      searches: recordedSearches ? 'recorded' : 'live',
      difference,
      notes: [
        ...(turn.pipeline === pipelineRef(pipeline)
          ? []
          : [
              `The pipeline has changed: the turn ran ${turn.pipeline}, the replay runs ${pipelineRef(pipeline)}.`,
            ]),
        ...(index.changed === null ? [] : [withSearches(index.changed, liveSearch)]),
        ...(lacking && stoppedAt ? [`Not replayed from step '${stoppedAt.step}' on: ${stoppedAt.why}`] : []),
        ...(isInterrupted ? [interruptedNote(turn, steps)] : []),
      ],
      spent:
        liveModel && chatModel.generative
          ? { modelCalls, inputTokens, outputTokens }
          : { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
    };
  } finally {
    await throwaway.close();
  }
}

function withSearches(changed: string, liveSearch: boolean): string {
  return `${changed} ${liveSearch ? 'The replay searches it as it is now.' : 'The replay takes what was found from the record.'}`;
}

/**
 * Null where no model had a part in the turn: the extractive responder then answers again.
 * @param configured id of the model of today, for the price of calls that a budget did not allow
 */
function recordedModelOf(
  { turn, events }: TurnRecord,
  steps: readonly RecordedStep[],
  configured: string,
): RecordedModel | null {
  const [call] = turn.spent.calls;
  const reply = steps.flatMap(({ replies }) => replies).at(0);
  const failed = turn.end?.code?.startsWith('model_') ?? false;
  const refused = isCallRefused(turn.stop);
  const refusal = turn.stop?.rule === SENSITIVITY_RULE ? turn.stop : null;
  const asked = reply ?? call ?? (failed || refused ? { model: configured } : null);
  return asked && events.length > 0 ? new RecordedModel(asked.model, refusal) : null;
}

/** The turn as it was opened, with as much time from now on as it had. */
function opened(turn: Turn): Turn {
  const { plan, question, askedAt, deadline } = turn;
  const { original, isEnglish } = question;
  const filter = plan?.filter;
  const { traceparent: _traceparent, ...options } = turn.options;
  const now = Date.now();
  return {
    ...turn,
    ...EMPTY_GROUPS,
    options,
    askedAt: now,
    deadline: now + Math.max(60_000, deadline - askedAt),
    question: { original, isEnglish, english: null },
    plan: filter ? { mode: 'hybrid', queries: [], filter } : null,
  };
}

/** A turn that ended within a step: the record says nothing of how. */
function wasInterrupted({ end }: Turn): boolean {
  return (
    end?.outcome === 'cancelled' ||
    end?.outcome === 'failed' ||
    (end?.reason.includes('This is the best answer so far') ?? false)
  );
}

function interruptedNote({ end }: Turn, steps: readonly RecordedStep[]): string {
  const after = steps.at(-1)?.step;
  const place = after === undefined ? 'before its first step ended' : `after step '${after}'`;
  return `The turn ended ${place} (${end?.outcome ?? 'unknown'}: ${end?.reason ?? ''}). What came after it is not recorded.`;
}
