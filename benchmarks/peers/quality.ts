import { mean, rankingMeasures } from '@quarry/evaluation';
import type { RunningEngine } from './engine-client.ts';
import type { Question } from './prepare.ts';

/** What one way of an engine finds: means over the questions, 0 to 1. */
export interface Quality {
  readonly engine: string;
  readonly way: string;
  readonly ndcg10: number;
  readonly mrr10: number;
  readonly recall10: number;
}

/** Asks every question in every way, once; nothing where there are none. No time is taken, so all engines are asked at once. */
export async function measureQuality(
  engines: readonly RunningEngine[],
  questions: readonly Question[],
): Promise<Quality[]> {
  if (questions.length === 0) return [];
  return (await Promise.all(engines.map((engine) => qualityOf(engine, questions)))).flat();
}

async function qualityOf(engine: RunningEngine, questions: readonly Question[]): Promise<Quality[]> {
  const results: Quality[] = [];
  for (const way of engine.ways) {
    const measures = [];
    for (const question of questions) {
      const { documents } = await engine.ask(way, question);
      measures.push(rankingMeasures(question.gold, documents));
    }
    results.push({
      engine: engine.engine,
      way,
      ndcg10: mean(measures.map(({ ndcg10 }) => ndcg10)),
      mrr10: mean(measures.map(({ mrr10 }) => mrr10)),
      recall10: mean(measures.map(({ recall10 }) => recall10)),
    });
  }
  return results;
}
