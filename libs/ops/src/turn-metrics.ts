import type { CountedTurn } from '@quarry/engine';
import { passesOf } from '@quarry/turn';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper bounds in seconds, from a question without a model to the longest deadline. */
const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const PASSES = [0, 1, 2, 3, 4, 6, 8, 10];

/** Names of models come from their servers: beyond this number they share one label. */
const MOST_MODELS = 50;

/** Counts ended turns: outcome, effort and usage. */
export class TurnMetrics {
  private readonly models = new Set<string>();
  private readonly turns: Counter<'pipeline' | 'outcome' | 'stop'>;
  private readonly seconds: Histogram<'pipeline'>;
  private readonly passes: Histogram<'pipeline'>;
  private readonly needs: Counter<'pipeline' | 'status'>;
  private readonly tokens: Counter<'pipeline' | 'model' | 'direction'>;
  private readonly cached: Counter<'pipeline' | 'model'>;
  private readonly cost: Counter<'pipeline' | 'model'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.turns = new Counter({
      name: 'quarry_turns_total',
      help: 'Turns that ended.',
      labelNames: ['pipeline', 'outcome', 'stop'],
      registers,
    });
    this.seconds = new Histogram({
      name: 'quarry_turn_seconds',
      help: 'Time from a question to the end of its turn.',
      labelNames: ['pipeline'],
      buckets: SECONDS,
      registers,
    });
    this.passes = new Histogram({
      name: 'quarry_turn_passes',
      help: 'Retrieval passes of a turn.',
      labelNames: ['pipeline'],
      buckets: PASSES,
      registers,
    });
    this.needs = new Counter({
      name: 'quarry_needs_total',
      help: 'Requests for more data of ended turns, by result.',
      labelNames: ['pipeline', 'status'],
      registers,
    });
    this.tokens = new Counter({
      name: 'quarry_model_tokens_total',
      help: 'Input and output tokens of ended turns.',
      labelNames: ['pipeline', 'model', 'direction'],
      registers,
    });
    this.cached = new Counter({
      name: 'quarry_model_cached_tokens_total',
      help: 'Those of the input tokens that providers read from their caches.',
      labelNames: ['pipeline', 'model'],
      registers,
    });
    this.cost = new Counter({
      name: 'quarry_model_cost_total',
      help: "Cost of those tokens, by the pipeline's price table and in its currency.",
      labelNames: ['pipeline', 'model'],
      registers,
    });
  }

  count(turn: CountedTurn): void {
    const pipeline = turn.pipeline.split('@', 1)[0] ?? '';
    const stop = turn.stop?.rule ?? turn.end?.code ?? 'none';
    this.turns.inc({ pipeline, outcome: turn.end?.outcome ?? 'failed', stop });
    this.seconds.observe({ pipeline }, Math.max(0, Date.now() - turn.askedAt) / 1_000);
    this.passes.observe({ pipeline }, passesOf(turn));
    for (const { status } of turn.needs) this.needs.inc({ pipeline, status });
    for (const { model: named, inputTokens, outputTokens, cachedTokens, cost } of turn.spent.calls) {
      const model = this.model(named);
      this.tokens.inc({ pipeline, model, direction: 'in' }, inputTokens);
      this.tokens.inc({ pipeline, model, direction: 'out' }, outputTokens);
      if (cachedTokens !== undefined) this.cached.inc({ pipeline, model }, cachedTokens);
      if (cost !== null) this.cost.inc({ pipeline, model }, cost);
    }
  }

  private model(name: string): string {
    if (this.models.size < MOST_MODELS) this.models.add(name);
    return this.models.has(name) ? name : 'other';
  }
}
