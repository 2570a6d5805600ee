import type { ChatModel } from '@quarry/chat-model';
import {
  CountingModel,
  DocumentOracle,
  OracleModel,
  withGain,
  withPasses,
  type MeasuredSystem,
} from '@quarry/evaluation';
import type { QuarryConfig } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import type { Terminal } from '../terminal';
import { measuringAnswered, type AnsweredQuestion } from './answered';
import type { EvalSet } from './eval-set';
import { judgingBy } from './judge';
import { responding, type Responder } from './responder';
import { evaluate } from './run';

/** How to ask a set. */
export interface PipelinesRequest {
  readonly store: string;
  readonly pipelines: readonly string[];
  readonly responder: Responder;
  /** True: the configured model judges the answers. */
  readonly judge: boolean;
  readonly topK?: number;
  readonly terminal: Terminal;
}

/** Asks every question of an indexed set with every pipeline. */
export async function measurePipelines(
  config: QuarryConfig,
  set: EvalSet,
  request: PipelinesRequest,
): Promise<readonly MeasuredSystem<AnsweredQuestion>[]> {
  const { store, responder, pipelines, terminal, topK } = request;
  const models: { own?: ChatModel; counting?: CountingModel } = {};
  const answering = (own: ChatModel): ChatModel => {
    if (request.judge && !own.generative)
      throw new Fault('bad_request', 'No chat model is configured for --judge: set QUARRY_CHAT_MODEL.');
    models.own = own;
    models.counting = new CountingModel(
      responding(responder, own, (knowsAnswers) => oracleOf(set, own, knowsAnswers)),
    );
    return models.counting;
  };
  const evaluated = await evaluate(
    config,
    {
      questions: set.questions,
      pipelines,
      answering,
      measuring: (platform) => {
        const { own, counting } = models;
        if (!own || !counting) throw new Fault('internal', 'No responder was created.');
        return measuringAnswered({ platform, counting, judge: request.judge ? judgingBy(own) : null });
      },
      ...defined({ topK }),
    },
    terminal,
  );
  return evaluated.map(({ pipeline: name, rows }) => {
    const questions = withGain(withPasses(rows));
    return { kind: 'pipeline', name, store, responder, questions };
  });
}

function oracleOf({ form, questions }: EvalSet, own: ChatModel, knowsAnswers: boolean): ChatModel {
  if (form === 'documents') return new DocumentOracle(questions, own);
  return new OracleModel(questions, knowsAnswers ? 'told' : 'reading');
}
