import { documentsOf, onePass, recallOf, type GoldQuestion, type Searched } from '@quarry/evaluation';
import { readWorkspace, type Platform } from '@quarry/platform';
import { Fault, passesOf, type Turn } from '@quarry/turn';
import type { AskedQuestion } from './run';
import type { Measured } from './table';

type Row = Measured['rows'][number];

/** Measures which gold passages were found by the first pass, by all, and by one query with as many passages. */
export async function measuringPassages(
  platform: Platform,
): Promise<(asked: AskedQuestion<GoldQuestion>) => Promise<Row>> {
  const searched = await searchedOf(platform);
  return ({ question, turn, ms }) => measureOne(searched, question, turn, ms);
}

async function measureOne(searched: Searched, question: GoldQuestion, turn: Turn, ms: number): Promise<Row> {
  const found = documentsOf(turn.evidence);
  // An agent thinks before its first search.
  const firstPass = Math.min(...turn.searches.map(({ pass }) => pass));
  const baselines = await onePass(searched, question.text, found.length);
  return {
    id: question.id,
    outcome: turn.end?.outcome ?? 'failed',
    ...(turn.end?.outcome === 'failed' ? { reason: turn.end.reason } : {}),
    passes: passesOf(turn),
    first: recallOf(question.gold, documentsOf(turn.evidence, firstPass)),
    last: recallOf(question.gold, found),
    onePass: Object.fromEntries(
      Object.entries(baselines).map(([way, documents]) => [way, recallOf(question.gold, documents)]),
    ),
    cited: recallOf(question.gold, citedDocuments(turn)),
    modelCalls: turn.spent.modelCalls,
    tokens: turn.spent.inputTokens + turn.spent.outputTokens,
    ms,
  };
}

function citedDocuments(turn: Turn): readonly string[] {
  const cited = new Set((turn.answer?.citations ?? []).map(({ n }) => n));
  return documentsOf(turn.evidence.filter(({ n }) => cited.has(n)));
}

async function searchedOf({ config, searchIndex, embedder }: Platform): Promise<Searched> {
  const workspace = await readWorkspace(config.dataDir);
  if (!workspace) throw new Fault('index_missing', `There is no index in ${config.dataDir}.`);
  const info = await searchIndex.describe(workspace);
  return { index: searchIndex, ref: workspace, embedder: info?.embedder ? embedder : null };
}
