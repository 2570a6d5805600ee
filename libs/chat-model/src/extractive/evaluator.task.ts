import { normalizeQuery, trimEndOf, type Calculation, type Finding } from '@quarry/turn';
import type { ChatInputs, ChatToolCall, ExtractionInputs } from '../port';
import { askedOf } from './findings/asked';
import { conjuncts } from './findings/conjuncts';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { matching, type Match } from './findings/match';
import { arithmeticOf, expressionFor, type Arithmetic } from './findings/operands';
import { isOutflow, statementOf } from './findings/statements';
import { jsonReply } from './json-reply';

/** Least fit (0..1) at which a finding answers, and at which it does where nothing more can be asked. */
const FLOOR = { answer: 0.65, last: 0.55 } as const;
/** Sentences whose fit is within this share of the best one's are quoted beside it. */
const NEAR = 0.8;

type Reply = string | { readonly toolCalls: readonly ChatToolCall[] };

/**
 * As the judge of what was found (001, "Synthesis/Evaluator Agent"): answers in quotes where the findings bear what the question names,
 * computes where it asks for arithmetic, asks for one part that is missing, once each, and else says that it cannot be answered.
 */
export function evaluatorReply(inputs: ChatInputs, maxOutputTokens: number): Reply {
  const { extraction, question } = inputs;
  if (!extraction) return fail('nothing was extracted', maxOutputTokens);
  const paths = [...extraction.sections, ...extraction.findings].map(({ path }) => path);
  const meant = documentsMeant(question, paths);
  const arithmetic = arithmeticOf(question);
  // What is said in words cannot be calculated with.
  const findings = extraction.findings.filter(
    (finding) => meant.paths.has(finding.path) && !(arithmetic && isSaid(finding)),
  );
  const floor = extraction.lastPass ? FLOOR.last : FLOOR.answer;
  const wanted = (arithmetic?.operands ?? figuresOf(question, findings, floor)).map((one) =>
    inDocument(one, meant),
  );
  const best = wanted.map((one) => matching(one, findings)[0]);
  const planned = extraction.lastTurn && arithmetic ? byPlan(arithmetic, extraction) : null;
  if (planned)
    return answer([...planned.findings.map(quoteOf), planned.result], planned.findings, maxOutputTokens);
  const open = wanted.find((_one, at) => (best[at]?.score ?? 0) < floor || isTwice(best, at));
  if (open !== undefined)
    return requestOr(
      open,
      best[wanted.indexOf(open)],
      inputs,
      () => {
        const enough = best.every((match, at) => (match?.score ?? 0) >= FLOOR.last && !isTwice(best, at));
        return enough
          ? settle(arithmetic, best, extraction, maxOutputTokens)
          : fail(`nothing was found that fits: ${open}`, maxOutputTokens);
      },
      maxOutputTokens,
    );
  return settle(arithmetic, best, extraction, maxOutputTokens);
}

/** The question, or, where nothing fits it and something fits one of the figures that it asks for at once, these. */
function figuresOf(question: string, findings: readonly Finding[], floor: number): readonly string[] {
  const fits = (one: string): boolean => (matching(one, findings)[0]?.score ?? 0) >= floor;
  const parts = conjuncts(question);
  return !fits(question) && parts.some(fits) ? parts : [question];
}

/** True where a value is that of an earlier part: one value is not two. */
function isTwice(best: readonly (Match | undefined)[], at: number): boolean {
  const own = best[at]?.finding;
  return best.slice(0, at).some((other) => {
    if (!own || !other) return false;
    const { value, label, quote } = other.finding;
    return other.finding.n === own.n || (value === own.value && (label === own.label || quote === own.quote));
  });
}

/** Asks for what is missing, where that was not asked before. */
function requestOr(
  open: string,
  match: Match | undefined,
  { extraction, needs, misses, question }: ChatInputs,
  otherwise: () => Reply,
  maxOutputTokens: number,
): Reply {
  if (extraction?.lastPass === true) return otherwise();
  const asked = new Set(
    [
      question,
      ...(extraction?.items ?? []),
      ...needs.map(({ text }) => text),
      ...misses.map(({ text }) => text),
    ].map(normalizeQuery),
  );
  const { words, years, periods } = askedOf(open);
  const named = [...words.map(({ text }) => text), ...periods, ...years].join(' ');
  const statement = statementOf(open);
  const plain = statement === undefined ? named : `${named}, ${statement}`;
  const part = match && match.missing.length > 0 ? [...match.missing, ...years].join(' ') : plain;
  const need = [plain, part].find((one) => one !== '' && !asked.has(normalizeQuery(one)));
  if (need === undefined) return otherwise();
  const reason = match ? `the nearest value found is '${match.finding.label}'` : 'no value found fits';
  return jsonReply({ status: 'needs', needs: need, reason }, maxOutputTokens);
}

function settle(
  arithmetic: Arithmetic | null,
  best: readonly (Match | undefined)[],
  extraction: ExtractionInputs,
  maxOutputTokens: number,
): Reply {
  const findings = best.flatMap((match) => match?.finding ?? []);
  if (!arithmetic) {
    const quoted = [...findings, ...besides(best[0], extraction)];
    return answer(quoted.map(quoteOf), quoted, maxOutputTokens);
  }
  const expression = expressionFor(arithmetic, findings.map(written));
  const { calculations, calls, lastTurn } = extraction;
  const done = calculations.findLast((one) => squeezed(one.expression) === squeezed(expression));
  if (done) return answer([...findings.map(quoteOf), resultOf(done, arithmetic)], findings, maxOutputTokens);
  if (lastTurn || calls.some(({ call }) => call?.tool === 'calculate'))
    return fail(`the values were found, but ${expression} could not be computed`, maxOutputTokens);
  const label = arithmetic.kind.replace('_', ' ');
  const toolCall = {
    id: `k${calls.length + 1}`,
    name: 'calculate',
    arguments: JSON.stringify({ expression, label }),
  };
  return { toolCalls: [toolCall] };
}

/** What was planned before anything was read and could be computed, of values that are not the same one twice. */
function byPlan(
  arithmetic: Arithmetic,
  { calculations, findings }: ExtractionInputs,
): { readonly findings: readonly Finding[]; readonly result: string } | null {
  const done = calculations.at(-1);
  if (!done) return null;
  const numbers = new Set(done.inputs.flatMap(({ n }) => n ?? []));
  const used = findings.filter(({ n, check }) => numbers.has(n) && check.stands !== 'nowhere');
  if (used.length < arithmetic.operands.length) return null;
  return { findings: used, result: resultOf(done, arithmetic) };
}

/** Sentences that fit nearly as well as the best one: which of them answers is not for code to say. */
function besides(best: Match | undefined, { findings, items }: ExtractionInputs): readonly Finding[] {
  if (!best || !isSaid(best.finding)) return [];
  return matching(items.join(' '), findings)
    .filter(
      ({ finding, score }) => isSaid(finding) && finding.n !== best.finding.n && score >= best.score * NEAR,
    )
    .slice(0, 1)
    .map(({ finding }) => finding);
}

/** True for a value of words. */
function isSaid({ value }: Finding): boolean {
  return typeof value === 'string' && /\p{L}{3}/u.test(value);
}

function written({ n, label, value }: Finding): string {
  return typeof value === 'number' && value < 0 && isOutflow(label) ? `abs([${n}])` : `[${n}]`;
}

function squeezed(expression: string): string {
  return expression.replace(/\s/g, '');
}

function quoteOf(finding: Finding): string {
  const { label, value, unit, page, n } = finding;
  const place = page === undefined ? '' : ` (page ${page})`;
  if (isSaid(finding)) return `${trimEndOf(String(value), '. ')}${place} [${n}].`;
  const printed =
    typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 12 }) : value;
  return `${label}: ${printed}${unit === undefined ? '' : ` ${unit}`}${place} [${n}].`;
}

const KIND_UNIT: Readonly<Record<Arithmetic['kind'], string>> = {
  percent_change: ' %',
  share: ' %',
  difference: '',
  sum: '',
  average: '',
  ratio: '',
};

function resultOf({ result, n, expression }: Calculation, { kind }: Arithmetic): string {
  return `${kind.replace('_', ' ')}: ${rounded(result)}${KIND_UNIT[kind]}, from ${expression} [${n}].`;
}

/** At most four digits behind the point: what is more is in the calculation. */
function rounded(result: string): string {
  const [whole = '', part = ''] = result.split('.');
  if (part.length <= 4) return result;
  return `${Number(`${whole}.${part.slice(0, 8)}`).toFixed(4)}`;
}

function answer(sentences: readonly string[], findings: readonly Finding[], maxOutputTokens: number): string {
  const sources = findings.map(({ path, page }) => (page === undefined ? path : `${path}, page ${page}`));
  return jsonReply(
    { status: 'answer', answer: sentences.join(' '), sources: [...new Set(sources)], confidence: 'low' },
    maxOutputTokens,
  );
}

function fail(reason: string, maxOutputTokens: number): string {
  return jsonReply({ status: 'fail', reason }, maxOutputTokens);
}
