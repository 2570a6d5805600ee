import type { ModelCall, TurnOptions } from '@quarry/turn';
import { PipelineSettings, type PriceSettings } from './settings';

/** Maximum number of follow-up passes, at any depth. */
const MOST_LOOPS = 20;

/** The complete settings of each pipeline, cached because hops ask for the same ones repeatedly. */
const whole = new WeakMap<Readonly<PipelineSettings>, Readonly<PipelineSettings>>();

/**
 * The settings that apply to one turn. `fast`: no follow-up pass. `deep`: twice the follow-up passes, at least one, and
 * 1.5 times the hits. A budget of the question lowers a limit of the pipeline, and never raises it. The question's
 * repository and snapshot replace the pipeline's.
 */
export function settingsFor(
  settings: Readonly<PipelineSettings>,
  options: TurnOptions,
): Readonly<PipelineSettings> {
  const { depth, budget, repository, snapshot, scope } = options;
  const all = withDefaults(settings);
  const asItIs = depth === 'auto' && Object.keys(budget).length === 0;
  if (asItIs && repository === undefined && snapshot === undefined && scope === undefined) return all;
  const { max_turn_loops: loops, top_k } = settings;
  const deep = depth === 'deep';
  return {
    ...all,
    max_turn_loops: depth === 'fast' ? 0 : deep ? Math.min(MOST_LOOPS, Math.max(1, 2 * loops)) : loops,
    top_k: deep ? Math.ceil(1.5 * top_k) : top_k,
    max_turn_tokens: smaller(settings.max_turn_tokens, budget.tokens),
    max_turn_cost: smaller(settings.max_turn_cost, budget.cost),
    deadline_seconds: Math.min(settings.deadline_seconds, budget.seconds ?? Infinity),
    repository: repository ?? settings.repository,
    active_index: snapshot ?? settings.active_index,
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Adds defaults, because a pipeline that an older gateway published lacks newer settings. */
function withDefaults(settings: Readonly<PipelineSettings>): Readonly<PipelineSettings> {
  let all = whole.get(settings);
  if (!all) whole.set(settings, (all = { ...new PipelineSettings(), ...settings }));
  return all;
}

/** The cost of a model call by the price table; null if the table does not contain its model. */
export function priceOf(call: ModelCall, prices: readonly PriceSettings[]): number | null {
  const price = prices.find(({ model }) =>
    model.endsWith('*') ? call.model.startsWith(model.slice(0, -1)) : call.model === model,
  );
  if (!price) return null;
  const { input, output, cached = input, cache_write: written = input } = price;
  const { cachedTokens = 0, cacheWriteTokens = 0 } = call;
  const plain = Math.max(0, call.inputTokens - cachedTokens - cacheWriteTokens);
  const sum = plain * input + cachedTokens * cached + cacheWriteTokens * written + call.outputTokens * output;
  return sum / 1_000_000;
}

/** The smaller of two limits; 0 means that the pipeline has none. */
function smaller(limit: number, wished: number | undefined): number {
  if (wished === undefined) return limit;
  return limit === 0 ? wished : Math.min(limit, wished);
}
