import type { ChatInputs, ChatModel, ChatReply, ChatRequest } from '@quarry/chat-model';
import { Fault, normalizeQuery } from '@quarry/turn';
import type { GoldQuestion } from './data-set/question';
import { fillIn, isRead, stands, subjectOf } from './oracle-reading';

/**
 * What the oracle may know of an intermediate answer: `reading`: only what stands in the evidence that was found, as a perfect reader
 * would · `told`: every gold answer from the start, the ceiling of a loop over this retrieval.
 */
export type Knowledge = 'reading' | 'told';

/**
 * A responder for measuring retrieval apart from any model's skill: it asks the gold sub-questions of a multi-hop set, with the answers
 * of former ones filled in, and says that the evidence is complete once all were answered or asked. Knows every reply protocol of the
 * pipelines.
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
   * What is to be searched for now: every gold sub-question that can be asked and whose answer was not read yet, and, where asking it did
   * not help, once what it is about. An agent, of which no step has searched for the question itself, begins with that.
   */
  private next(question: GoldQuestion, inputs: ChatInputs): readonly string[] {
    const before = new Set([...inputs.queries, ...inputs.needs.map(({ text }) => text)].map(normalizeQuery));
    if (inputs.task === 'agent' && before.size === 0) return [question.text];
    const isNew = (query: string): boolean => query !== '' && !before.has(normalizeQuery(query));
    return question.hops.flatMap((hop) => {
      const text = fillIn(
        hop.question,
        question.hops,
        (answer) => this.knowledge === 'told' || stands(answer, inputs.evidence),
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

/** The reply in the form that each protocol wants. */
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
