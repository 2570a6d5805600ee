import type { ChatInputs, ChatModel, ChatReply, ChatRequest } from '@quarry/chat-model';
import { Fault, normalizeQuery } from '@quarry/turn';
import type { GoldQuestion } from './data-set/question';
import { fillIn, isRead, isInEvidence, subjectOf } from './oracle-reading';

/**
 * The intermediate answers that the oracle knows. `reading`: only those in the retrieved evidence, like a perfect
 * reader · `told`: every gold answer from the start, the upper bound of a loop over this retrieval.
 */
export type Knowledge = 'reading' | 'told';

/**
 * A responder for measuring retrieval independently of any model's skill. It requests the gold sub-questions of a
 * multi-hop set, with previous answers filled in, and reports complete evidence once all were answered or requested.
 * Supports every reply protocol of the pipelines.
 */
export class OracleModel implements ChatModel {
  readonly id = 'oracle';
  readonly generative = false;
  private readonly questions: ReadonlyMap<string, GoldQuestion>;

  constructor(
    questions: readonly GoldQuestion[],
    private readonly knowledge: Knowledge,
  ) {
    this.questions = new Map(questions.map((question) => [normalizeQuery(question.text), question]));
  }

  complete(request: ChatRequest): Promise<ChatReply> {
    const { inputs } = request;
    const asked = this.questions.get(normalizeQuery(inputs.question));
    if (!asked || asked.hops.length === 0) {
      const why = asked ? 'has no gold decomposition' : 'is not in the set';
      throw new Fault('model_refused', `The oracle cannot answer '${inputs.question}': it ${why}.`);
    }
    const next = this.next(asked, inputs);
    if (inputs.task === 'agent' && next.length > 0) {
      const toolCalls = next.map((query, at) => ({
        id: `oracle-${inputs.pass}-${at + 1}`,
        name: 'search',
        arguments: JSON.stringify({ query }),
      }));
      return Promise.resolve(reply('', { toolCalls }));
    }
    const text = say(inputs, next, answerTo(asked, inputs));
    request.onDelta?.(text);
    return Promise.resolve(reply(text));
  }

  /**
   * What to search for now: every gold sub-question that can be asked and whose answer was not read yet; if requesting
   * it did not help, its subject, once. An agent, whose pipeline has not searched for the question itself, starts with
   * the question.
   */
  private next(question: GoldQuestion, inputs: ChatInputs): readonly string[] {
    const before = new Set([...inputs.queries, ...inputs.needs.map(({ text }) => text)].map(normalizeQuery));
    if (inputs.task === 'agent' && before.size === 0) return [question.text];
    const isNew = (query: string): boolean => query !== '' && !before.has(normalizeQuery(query));
    return question.hops.flatMap((hop) => {
      const text = fillIn(
        hop.question,
        question.hops,
        (answer) => this.knowledge === 'told' || isInEvidence(answer, inputs.evidence),
      );
      if (text === null || isRead(text, hop.answer, inputs.evidence)) return [];
      return [text, subjectOf(hop.question, question.hops)].filter(isNew).slice(0, 1);
    });
  }
}

function answerTo({ answer = 'no answer' }: GoldQuestion, inputs: ChatInputs): string {
  const wanted = normalizeQuery(answer);
  const source = inputs.evidence.find(({ text }) => normalizeQuery(text).includes(wanted));
  return source ? `${answer} [${source.n}]` : answer;
}

/** The reply in the format of each protocol. */
function say({ task, question }: ChatInputs, next: readonly string[], answer: string): string {
  const list = next.map((query) => `- ${query}`).join('\n');
  const complete = next.length === 0;
  switch (task) {
    case 'router':
      return `[HYBRID:] ${question}`;
    case 'answer':
      return complete ? `[Answer:] ${answer}` : `[Requesting data on:]\n${list}`;
    case 'agent':
      return `[Answer:] ${answer}`;
    case 'cgrag':
      return `ANSWER:\n${answer}\n\nMISSING:\n${complete ? 'NONE' : list}`;
    case 'synthesis':
      return `ANSWER:\n${answer}\n\nCONTRADICTIONS:\nNONE\n\nINSUFFICIENT:\nNONE`;
    case 'analysis':
      return JSON.stringify({
        complexity: 'complex',
        key_components: [],
        reformulated_queries: next,
        potential_follow_ups: [],
      });
    case 'decomposition':
      return JSON.stringify({ sub_queries: next });
    case 'completeness':
      return JSON.stringify({
        is_complete: complete,
        missing_information: next.join('; '),
        follow_up_queries: next,
      });
    case 'gaps':
      return JSON.stringify({
        answered_aspects: [],
        gaps: next,
        contradictions: [],
        follow_up_queries: next,
      });
    case 'critique':
      return JSON.stringify({ sufficient: complete, reason: next.join('; '), follow_up_queries: next });
    default:
      return question;
  }
}

function reply(text: string, more: Partial<ChatReply> = {}): ChatReply {
  return { text, model: 'oracle', inputTokens: 0, outputTokens: 0, finish: 'stop', ...more };
}
