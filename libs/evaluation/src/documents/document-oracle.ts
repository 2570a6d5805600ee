import type { ChatInputs, ChatModel, ChatReply, ChatRequest, ChatToolCall } from '@quarry/chat-model';
import { Fault, defined, normalizeQuery, type Finding } from '@quarry/turn';
import { replyTokens, requestTokens } from '../counting-model';
import { agentOracle } from './agent-oracle';
import { isFound, nextFetches, shows } from './gold-reading';
import type { OracleReply } from './oracle-reply';
import type { AnswerQuestion, GoldValue } from './question-set';

/**
 * A responder for measuring pipelines over documents apart from any model's skill: it knows which page answers, and reads perfectly, but
 * only what was fetched. It fetches the innermost section of the gold page, reports gold values that stand in what it read, and answers
 * once they are all among the findings. What to read up front it leaves to `planner`, which knows titles only. Tokens are those of the
 * prompts that it is given.
 */
export class DocumentOracle implements ChatModel {
  readonly id = 'oracle';
  /** Its calls and tokens are counted as a model's would be. */
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
    const asked = this.questions.get(normalizeQuery(inputs.question));
    if (!asked)
      throw new Fault(
        'model_refused',
        `The oracle cannot answer '${inputs.question}': it is not in the set.`,
      );
    const planned = inputs.task === 'task_plan' ? (await this.planner.complete(request)).text : null;
    const said = planned === null ? replyTo(asked, inputs) : withGoldTasks(asked, planned);
    const text = typeof said === 'string' ? said : '';
    const toolCalls =
      typeof said === 'string'
        ? undefined
        : said.calls.map((call, at) => toolCall(said.tool, call, at, inputs));
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

/** The planner's choice of sections, with what to find in them and what to compute of it as the set knows it. */
function withGoldTasks({ values, derivation }: AnswerQuestion, planned: string): string {
  const plan = JSON.parse(planned) as { readonly fetch: readonly { readonly section: string }[] };
  const item = values.map(({ label }) => label).join('; ');
  const fetch = plan.fetch.map(({ section }) => ({ section, item: item === '' ? 'the answer' : item }));
  const named = (_all: string, n: string): string => nameOf(values[Number(n) - 1]?.label ?? '');
  const expression = derivation?.replace(/\[(\d+)\]/g, named);
  const compute = expression === undefined ? [] : [{ label: 'answer', expression }];
  return JSON.stringify({ ...plan, fetch, compute });
}

/** A label as an expression can name it: `Net sales 2022` is `net_sales_2022`. */
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
  given: Readonly<Record<string, string | number>>,
  at: number,
  { needs }: ChatInputs,
): ChatToolCall {
  return { id: `oracle-${needs.length + at + 1}`, name, arguments: JSON.stringify(given) };
}

function replyTo(asked: AnswerQuestion, inputs: ChatInputs): OracleReply {
  switch (inputs.task) {
    case 'extraction':
      return extract(asked, inputs);
    case 'evaluator':
      return judge(asked, inputs);
    case 'agent':
    case 'answer':
      return agentOracle(asked, inputs);
    case 'claims':
      return JSON.stringify({ claims: [{ n: 1, status: 'supported', why: 'it is the gold answer' }] });
    default:
      return inputs.text ?? inputs.question;
  }
}

/** Gold values that an item means: the one that it names, else all. */
function wanted({ values }: AnswerQuestion, items: readonly string[]): readonly GoldValue[] {
  const named = values.filter(({ label }) =>
    items.some((item) => normalizeQuery(item) === normalizeQuery(label)),
  );
  return named.length > 0 ? named : values;
}

function extract(asked: AnswerQuestion, { extraction }: ChatInputs): OracleReply {
  if (!extraction) return JSON.stringify({ fail: 'no section was given to read', sections_tried: [] });
  const { read, items, lastTurn } = extraction;
  const values = wanted(asked, items);
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

function judge(asked: AnswerQuestion, { extraction, needs, misses }: ChatInputs): OracleReply {
  const {
    findings = [],
    calculations = [],
    calls = [],
    lastPass = false,
    lastTurn = false,
  } = extraction ?? {};
  const found = asked.values.map((gold) => isFound(gold, findings));
  const missing = asked.values.filter((_gold, at) => found[at] === undefined);
  const complete = found.filter((finding): finding is Finding => finding !== undefined);
  if (asked.unanswerable) return JSON.stringify({ status: 'fail', reason: 'the documents do not say it' });
  if (missing.length === 0) {
    const expression = asked.derivation?.replace(
      /\[(\d+)\]/g,
      (_all, n: string) => `[${complete[Number(n) - 1]?.n ?? 0}]`,
    );
    const done = calculations.at(-1);
    const tried = calls.some(({ call }) => call?.tool === 'calculate');
    if (expression !== undefined && !done && (tried || lastTurn))
      return JSON.stringify({ status: 'fail', reason: `${expression} could not be computed` });
    if (expression !== undefined && !done)
      return { tool: 'calculate', calls: [{ expression, label: asked.text }] };
    const cites = [
      ...new Set([...complete.map(({ n }) => n), ...(expression !== undefined && done ? [done.n] : [])]),
    ];
    const sources = complete.map(({ path, page }) => `${path}, page ${page ?? '?'}`);
    const answer = `${asked.answers.join(', ')} ${cites.map((n) => `[${n}]`).join(' ')}`;
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
