import {
  expecting,
  isQuestionSet,
  readDataSet,
  readQuestionSet,
  type AnswerQuestion,
  type DataSetOptions,
  type GoldQuestion,
} from '@quarry/evaluation';
import { Fault } from '@quarry/turn';

/** A question of a set of either form. */
export type EvalQuestion = AnswerQuestion & Pick<GoldQuestion, 'hops' | 'answerability' | 'answer'>;

/** The questions to ask, and the corpus to index first. */
export interface EvalSet {
  readonly name: string;
  readonly split: string | null;
  /** Absolute path. */
  readonly corpus: string;
  readonly questions: readonly EvalQuestion[];
  /** `documents`: answers with their pages are known · `passages`: judged passages. */
  readonly form: 'documents' | 'passages';
}

export interface EvalSetOptions extends DataSetOptions {
  /** True: only questions with a known answer, and unanswerable ones. */
  readonly answers: boolean;
  /** Maximum number of questions, from the first. */
  readonly limit?: number;
}

/** @throws Fault as `readDataSet` and `readQuestionSet` do, and `bad_request` if no question is left */
export async function readEvalSet(folder: string, options: EvalSetOptions): Promise<EvalSet> {
  const set = (await isQuestionSet(folder))
    ? await questionsOver(folder, options)
    : await passagesOf(folder, options);
  return { ...set, questions: set.questions.slice(0, options.limit ?? Infinity) };
}

async function questionsOver(folder: string, { split, queryField }: EvalSetOptions): Promise<EvalSet> {
  if (split !== undefined || queryField !== undefined)
    throw new Fault(
      'bad_request',
      `${folder} has questions.jsonl, so --split and --query-field do not apply. Leave them out.`,
    );
  const set = await readQuestionSet(folder);
  const questions = set.questions.map((question) => ({ ...question, hops: [] }));
  return { ...set, split: null, questions, form: 'documents' };
}

async function passagesOf(folder: string, options: EvalSetOptions): Promise<EvalSet> {
  const set = await readDataSet(folder, options);
  const questions = set.questions.map((question) => ({ ...expecting(question), ...question, values: [] }));
  if (!options.answers) return { ...set, questions, form: 'passages' };
  const answered = questions.filter(({ answers, unanswerable }) => answers.length > 0 || unanswerable);
  if (answered.length === 0) throw new Fault('bad_request', `No query of ${folder} has an answer.`);
  return { ...set, questions: answered, form: 'documents' };
}
