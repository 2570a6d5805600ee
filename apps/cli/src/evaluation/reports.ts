import type { ChatModel } from '@quarry/chat-model';
import {
  CountingModel,
  DocumentOracle,
  OracleModel,
  type DataSet,
  type QuestionSet,
} from '@quarry/evaluation';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Terminal } from '../terminal';
import { measuringAnswers } from './answers';
import { renderAnswerTable, summarizeAnswers } from './answers-table';
import { judgingBy } from './judge';
import { measuringPassages } from './passages';
import { responding, type Responder } from './responder';
import { evaluate } from './run';
import { renderTable, summarize } from './table';

/** How a set is asked. */
export interface Asked {
  readonly pipelines: readonly string[];
  readonly responder: Responder;
  /** True: the configured model judges the answers. */
  readonly judge: boolean;
  readonly topK?: number;
  readonly limit?: number;
}

export interface EvalReport {
  readonly name: string;
  readonly summaries: readonly {
    readonly pipeline: string;
    readonly failed: number;
    readonly questions: number;
  }[];
  readonly measured: readonly unknown[];
  readonly table: string;
}

/** Measures which gold passages were found. */
export async function evaluatePassages(
  config: QuarryConfig,
  set: DataSet,
  asked: Asked,
  terminal: Terminal,
): Promise<EvalReport> {
  const oracle = (told: boolean) => new OracleModel(set.questions, told ? 'told' : 'reading');
  const evaluated = await evaluate(
    config,
    {
      ...set,
      ...asked,
      answering: (own) => responding(asked.responder, own, oracle),
      measuring: measuringPassages,
    },
    terminal,
  );
  const measured = evaluated.map((one) => ({ ...one, responder: asked.responder }));
  const summaries = measured.map(summarize);
  return { name: set.name, summaries, measured, table: renderTable(summaries) };
}

/** Measures how many answers are right, and what they cost. */
export async function evaluateAnswers(
  config: QuarryConfig,
  set: QuestionSet,
  asked: Asked,
  terminal: Terminal,
): Promise<EvalReport> {
  const { responder } = asked;
  const counted: { model?: CountingModel; own?: ChatModel } = {};
  const answering = (own: ChatModel): ChatModel => {
    counted.own = own;
    counted.model = new CountingModel(
      responding(responder, own, () => new DocumentOracle(set.questions, own)),
    );
    return counted.model;
  };
  const evaluated = await evaluate(
    config,
    {
      ...set,
      ...asked,
      answering,
      measuring: () => {
        const { model, own } = counted;
        if (!model || !own) throw new Fault('internal', 'Nobody answers.');
        if (asked.judge && !own.generative)
          throw new Fault(
            'bad_request',
            'No chat model is configured that could judge: set QUARRY_CHAT_MODEL.',
          );
        return Promise.resolve(measuringAnswers(model, asked.judge ? judgingBy(own) : null));
      },
    },
    terminal,
  );
  const summaries = evaluated.map(({ pipeline, rows }) => summarizeAnswers(pipeline, responder, rows));
  const measured = evaluated.map((one) => ({ ...one, responder }));
  return { name: set.name, summaries, measured, table: renderAnswerTable(summaries) };
}
