import type { ChatModel } from '@quarry/chat-model';
import { CITATION, type Verdict } from '@quarry/claims';
import type { HopContext } from '@quarry/engine';
import { ask, inputsOf, variablesOf } from '@quarry/prompting';
import { countTokens, truncateToTokens } from '@quarry/turn';
import type { ModelCall, Turn } from '@quarry/turn';
import type { ModelJudged } from './by-model';

/**
 * The published prompt of MiniCheck (Tang, Laban and Durrett 2024, Bespoke-MiniCheck-7B): a document, one claim, and
 * "Yes" or "No" as the reply.
 */
const PROMPT = {
  system:
    'Determine whether the provided claim is consistent with the corresponding document. Consistency in this context implies that ' +
    'all information presented in the claim is substantiated by the document. If not, it should be considered inconsistent. Please ' +
    'assess the claim\'s consistency with the document by responding with either "Yes" or "No".',
  user: 'Document: {{ context }}\nClaim: {{ text }}',
} as const;
const NAME = 'minicheck';
/** Tokens of a reply: one word. */
const REPLY = 8;
/** Sentences of an answer to send, each in a call of its own, as the model was trained. */
const MOST = 20;

/** The open sentences: what code has decided is not asked again. */
function openOf(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ open, status }) => open !== 'no' && status !== 'supported');
}

/**
 * Asks a model that was made for checking claims about every open sentence, one call each. "Yes" makes a sentence
 * supported, "No" unsupported, by the model; any other reply leaves it as it is.
 */
export async function judgeByChecker(
  verdicts: readonly Verdict[],
  turn: Turn,
  { chat, context }: { readonly chat: ChatModel; readonly context: HopContext },
): Promise<ModelJudged> {
  const asked = openOf(verdicts).slice(0, MOST);
  const usage: ModelCall[] = [];
  const decided = new Map<Verdict, Verdict>();
  const problems: string[] = [];
  const prompting = { ...context, prompts: { ...context.prompts, [NAME]: PROMPT } };
  for (const verdict of asked) {
    const text = claimOf(verdict);
    const said = await ask({
      ...{ turn, chat, context: prompting, params: { prompt: NAME }, protocol: null },
      variables: variablesOf(turn, prompting, { text, context: documentOf(verdict, context) }),
      inputs: inputsOf(turn, prompting, 'claims', text),
      maxOutputTokens: REPLY,
    });
    usage.push(...said.usage);
    const reply = /^\W*(yes|no)\b/i.exec(said.reply.text)?.[1]?.toLowerCase();
    if (reply === undefined) problems.push(`'${said.reply.text.slice(0, 40)}' instead of Yes or No`);
    else decided.set(verdict, byModel(verdict, reply === 'yes', chat.id));
  }
  const left = openOf(verdicts).length - asked.length;
  return {
    verdicts: verdicts.map((verdict) => decided.get(verdict) ?? verdict),
    usage,
    ...(problems.length > 0 ? { problem: problems.join('; ') } : {}),
    ...(left > 0 ? { spared: `${left} sentences beyond ${MOST}` } : {}),
  };
}

/** Upper bound of the tokens of all calls, for the budget. */
export function sizeOfChecks(
  verdicts: readonly Verdict[],
  context: HopContext,
): Pick<ModelCall, 'inputTokens' | 'outputTokens'> {
  const asked = openOf(verdicts).slice(0, MOST);
  const tokens = asked.map(
    (verdict) => countTokens(`${PROMPT.system} ${claimOf(verdict)} ${documentOf(verdict, context)}`) + REPLY,
  );
  return {
    inputTokens: tokens.reduce((sum, one) => sum + one, 0),
    outputTokens: REPLY * asked.length,
  };
}

/** Whether a sentence is open. */
export function needsChecker(verdicts: readonly Verdict[]): boolean {
  return openOf(verdicts).length > 0;
}

function byModel(verdict: Verdict, isSupported: boolean, model: string): Verdict {
  return {
    ...verdict,
    status: isSupported ? 'supported' : 'unsupported',
    by: 'model',
    why: `${model} says ${isSupported ? 'Yes' : 'No'}`,
  };
}

function claimOf({ statement }: Verdict): string {
  return statement.body
    .replace(CITATION, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}

/** The evidence to check a sentence against, within `max_context_tokens`. */
function documentOf({ sources }: Verdict, { settings }: HopContext): string {
  const texts = sources.map(({ item }) =>
    item.title === undefined ? item.text : `${item.title}\n${item.text}`,
  );
  return truncateToTokens(texts.join('\n\n'), settings.max_context_tokens);
}
