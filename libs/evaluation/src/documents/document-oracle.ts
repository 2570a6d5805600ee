import type { ChatInputs, ChatModel, ChatReply, ChatRequest, ChatToolCall } from '@quarry/chat-model';
import { Fault, defined, normalizeQuery, type Finding } from '@quarry/turn';
import { replyTokens, requestTokens } from '../counting-model';
import { agentOracle } from './agent-oracle';
import { isFound, nextFetches, shows } from './gold-reading';
import type { OracleReply } from './oracle-reply';
import type { AnswerQuestion, GoldValue } from './question-set';

/**
 * A responder for measuring pipelines over documents independently of any model's skill. It knows which page answers,
 * and reads perfectly, but only what was fetched. It fetches the innermost section of the gold page, reports gold
 * values in the text that it read, and answers once all of them are among the findings. It delegates the plan to
 * `planner`, which knows titles only. Tokens are those of its prompts.
 */
export class DocumentOracle implements ChatModel {
  readonly id = 'oracle';
  /** Counts its calls and tokens like a model's. */
  readonly generative = true;
  private readonly questions: ReadonlyMap<string, AnswerQuestion>;

  constructor(
    questions: readonly AnswerQuestion[],
    private readonly planner: ChatModel,
  ) {
    this.questions = new Map(questions.map((question) => [normalizeQuery(question.text), question]));
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    const { inputs } = request;
    const question = this.questions.get(normalizeQuery(inputs.question));
    if (!question)
      throw new Fault(
        'model_refused',
        `The oracle cannot answer '${inputs.question}': it is not in the set.`,
      );
    const planned = inputs.task === 'task_plan' ? (await this.planner.complete(request)).text : null;
    const next = planned === null ? replyTo(question, inputs) : withGoldTasks(question, planned);
    const text = typeof next === 'string' ? next : '';
    const toolCalls =
      typeof next === 'string'
        ? undefined
        : next.calls.map((call, at) => toolCall(next.tool, call, at, inputs));
    if (text !== '') request.onDelta?.(text);
    const reply = { text, ...(toolCalls && { toolCalls }) };
    return {
      ...reply,
      model: this.id,
      inputTokens: requestTokens(request),
      outputTokens: replyTokens(reply),
      finish: 'stop',
    };
  }
}

/** The planner's choice of sections, with the values to find in them and the calculation from the set. */
function withGoldTasks({ values, derivation }: AnswerQuestion, planned: string): string {
  const plan = JSON.parse(planned) as { readonly fetch: readonly { readonly section: string }[] };
  const item = values.map(({ label }) => label).join('; ');
  const fetch = plan.fetch.map(({ section }) => ({ section, item: item === '' ? 'the answer' : item }));
  const named = (_all: string, n: string): string => nameOf(values[Number(n) - 1]?.label ?? '');
  const expression = derivation?.replace(/\[(\d+)\]/g, named);
  const compute = expression === undefined ? [] : [{ label: 'answer', expression }];
  return JSON.stringify({ ...plan, fetch, compute });
}

/** A label as an expression can refer to it: `Net sales 2022` is `net_sales_2022`. */
function nameOf(label: string): string {
  const name =
    label
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu)
      ?.join('_') ?? '';
  return /^\p{L}/u.test(name) ? name : `value_${name}`;
}

function toolCall(
  name: string,
  variables: Readonly<Record<string, string | number>>,
  at: number,
  { needs }: ChatInputs,
): ChatToolCall {
  return { id: `oracle-${needs.length + at + 1}`, name, arguments: JSON.stringify(variables) };
}

function replyTo(question: AnswerQuestion, inputs: ChatInputs): OracleReply {
  switch (inputs.task) {
    case 'extraction':
      return extract(question, inputs);
    case 'evaluator':
      return judge(question, inputs);
    case 'agent':
    case 'answer':
      return agentOracle(question, inputs);
    case 'claims':
      return JSON.stringify({ claims: [{ n: 1, status: 'supported', why: 'it is the gold answer' }] });
    default:
      return inputs.text ?? inputs.question;
  }
}

/** Gold values that an item means: the one that it names, otherwise all. */
function wanted({ values }: AnswerQuestion, items: readonly string[]): readonly GoldValue[] {
  const named = values.filter(({ label }) =>
    items.some((item) => normalizeQuery(item) === normalizeQuery(label)),
  );
  return named.length > 0 ? named : values;
}

function extract(question: AnswerQuestion, { extraction }: ChatInputs): OracleReply {
  if (!extraction) return JSON.stringify({ fail: 'there is no section to read', sections_tried: [] });
  const { read, items, lastTurn } = extraction;
  const values = wanted(question, items);
  const findings = values.flatMap(({ label, value, unit, page, ...gold }) => {
    const source = read.find((item) => shows(item, { label, value, page, ...gold }));
    if (!source) return [];
    return [{ label, value, ...defined({ unit }), page, section: source.section ?? source.path }];
  });
  const missing = values.filter((gold) => !read.some((item) => shows(item, gold)));
  const calls = lastTurn ? [] : nextFetches(missing, extraction);
  if (calls.length > 0) return { tool: 'fetch_section', calls };
  const searched = [...new Set(read.map(({ section, path }) => section ?? path))];
  if (findings.length > 0) return JSON.stringify({ findings, sections_searched: searched });
  const reason = values.length === 0 ? 'the documents do not say it' : 'no section that was read shows it';
  return JSON.stringify({ fail: reason, sections_tried: searched });
}

function judge(question: AnswerQuestion, { extraction, needs, misses }: ChatInputs): OracleReply {
  const {
    findings = [],
    calculations = [],
    calls = [],
    lastPass = false,
    lastTurn = false,
  } = extraction ?? {};
  const found = question.values.map((gold) => isFound(gold, findings));
  const missing = question.values.filter((_gold, at) => found[at] === undefined);
  const complete = found.filter((finding): finding is Finding => finding !== undefined);
  if (question.unanswerable) return JSON.stringify({ status: 'fail', reason: 'the documents do not say it' });
  if (missing.length === 0) {
    const expression = question.derivation?.replace(
      /\[(\d+)\]/g,
      (_all, n: string) => `[${complete[Number(n) - 1]?.n ?? 0}]`,
    );
    const done = calculations.at(-1);
    const tried = calls.some(({ call }) => call?.tool === 'calculate');
    if (expression !== undefined && !done && (tried || lastTurn))
      return JSON.stringify({ status: 'fail', reason: `${expression} could not be computed` });
    if (expression !== undefined && !done)
      return { tool: 'calculate', calls: [{ expression, label: question.text }] };
    const cites = [
      ...new Set([...complete.map(({ n }) => n), ...(expression !== undefined && done ? [done.n] : [])]),
    ];
    const sources = complete.map(({ path, page }) => `${path}, page ${page ?? '?'}`);
    const answer = `${question.answers.join(', ')} ${cites.map((n) => `[${n}]`).join(' ')}`;
    return JSON.stringify({ status: 'answer', answer, sources: [...new Set(sources)], confidence: 'high' });
  }
  const before = new Set([...needs, ...misses].map(({ text }) => normalizeQuery(text)));
  const next = missing.find(({ label }) => !before.has(normalizeQuery(label)));
  if (lastPass || !next)
    return JSON.stringify({
      status: 'fail',
      reason: `not found: ${missing.map(({ label }) => label).join('; ')}`,
    });
  return JSON.stringify({ status: 'needs', needs: next.label, reason: 'the answer needs it' });
}
