import type { AskedItem, FoundPlace, PassReport } from './pass-report';
import { normalizeQuery, type Miss, type Need } from '../need/need';
import { currentPass, type Turn } from '../turn/turn';
import { whereaboutsOf } from '../evidence/whereabouts';

/**
 * What each pass of an extraction requested and found: its item, with the extracted values or the sections that were
 * searched without success (001, "Failed Search"). Sections that a model read are additional evidence, not requests.
 */
export function extractionReport(turn: Turn): readonly PassReport[] {
  const places = new Map(turn.evidence.map((item) => [item.n, { n: item.n, ...whereaboutsOf(item) }]));
  return Array.from({ length: currentPass(turn) }, (_, at): PassReport => {
    const pass = at + 1;
    const texts = itemsOf(turn, pass);
    return {
      pass,
      asked: texts.map((text) => askedItem(turn, pass, text, places)),
      alsoFound: turn.evidence
        .filter((item) => item.pass === pass && item.kind !== 'finding')
        .flatMap(({ n }) => places.get(n) ?? []),
      fromCache: [],
      refused: turn.needs
        .filter((need) => need.pass === pass)
        .flatMap((need) => missesOf(turn, pass, need.text).filter(({ where }) => where.length === 0))
        .map(({ text, why }) => ({ text, why })),
    };
  });
}

/** Requests for what an answer still needs: the items of an extraction without its calls, otherwise all requests. */
export function requestsOf({ needs, extraction }: Pick<Turn, 'needs' | 'extraction'>): readonly Need[] {
  return extraction ? needs.filter(isItem) : needs;
}

function isItem(need: Need): boolean {
  return need.call === undefined;
}

/** What a pass looked for: what was requested after the one before it; in the first the question, or its parts. */
function itemsOf(turn: Turn, pass: number): readonly string[] {
  const findings = (turn.findings ?? []).filter((finding) => finding.pass === pass).map(({ item }) => item);
  const requested = turn.needs
    .filter((need) => isItem(need) && need.pass === pass - 1 && need.skipped !== true)
    .map(({ text }) => text);
  const running = turn.extraction?.pass === pass ? turn.extraction.items : [];
  const skipped = turn.needs.filter((need) => need.skipped === true).map(({ text }) => text);
  const missed =
    pass === 1
      ? turn.misses.filter((miss) => miss.pass === 1 && !skipped.includes(miss.text)).map(({ text }) => text)
      : [];
  const own = pass === 1 ? [...running, ...findings, ...missed] : [...requested, ...running];
  const later = new Set(
    turn.needs.filter((need) => need.pass >= pass).map(({ text }) => normalizeQuery(text)),
  );
  const byForm = new Map(own.map((text) => [normalizeQuery(text), text]));
  return [...byForm].filter(([form]) => !later.has(form)).map(([, text]) => text);
}

function askedItem(
  turn: Turn,
  pass: number,
  text: string,
  places: ReadonlyMap<number, FoundPlace>,
): AskedItem {
  const found = (turn.findings ?? [])
    .filter((finding) => finding.pass === pass && normalizeQuery(finding.item) === normalizeQuery(text))
    .flatMap(({ n }) => places.get(n) ?? []);
  const [miss] = missesOf(turn, pass, text);
  return {
    text,
    hits: found.length,
    found,
    notFound: found.length === 0 && miss ? { why: miss.why, where: miss.where } : null,
  };
}

function missesOf(turn: Turn, pass: number, text: string): readonly Miss[] {
  const form = normalizeQuery(text);
  return turn.misses.filter((miss) => miss.pass === pass && normalizeQuery(miss.text) === form);
}
