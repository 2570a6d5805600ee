import { figuresAsked } from '@quarry/arithmetic';
import { normalizeQuery, trimEndOf, type Calculation, type Finding } from '@quarry/turn';
import type { ChatInputs, ChatToolCall, ExtractionInputs } from '../port';
import { targetOf, type TargetWord } from './findings/target';
import { conjuncts } from './findings/conjuncts';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { matching, type Match } from './findings/match';
import { isPossible } from './findings/measure-values';
import { arithmeticOf, expressionFor, type Arithmetic } from './findings/operands';
import { isOutflow, statementOf } from './findings/statements';
import { withNearest } from './grids/nearest-rows';
import { jsonReply } from './json-reply';
import { measureStep, rounded, squeezed, type MeasureStep } from './measure-answer';

/** Lowest score (0..1) at which a finding answers: normally, and if nothing more can be requested. */
const FLOOR = { answer: 0.65, last: 0.55 } as const;
/** Sentences within this share of the best one's score are quoted with it. */
const NEAR = 0.8;

type Reply = string | { readonly toolCalls: readonly ChatToolCall[] };

/**
 * Evaluates the findings (001, "Synthesis/Evaluator Agent"): answers in quotes if the findings match the names in the
 * question, calculates if it requires arithmetic, requests one missing part at a time, each once, and otherwise says
 * that it cannot answer.
 */
export function evaluatorReply(inputs: ChatInputs, maxOutputTokens: number): Reply {
  const reply = judged(inputs, maxOutputTokens);
  const failed = typeof reply === 'string' ? failureIn(reply) : null;
  if (failed === null) return reply;
  return fail(withNearest(failed, inputs.question, inputs.extraction?.read ?? []), maxOutputTokens);
}

function failureIn(reply: string): string | null {
  const { status, reason } = JSON.parse(reply) as { readonly status?: string; readonly reason?: string };
  return status === 'fail' ? (reason ?? '') : null;
}

function judged(inputs: ChatInputs, maxOutputTokens: number): Reply {
  const { extraction, question } = inputs;
  if (!extraction) return fail('nothing was extracted', maxOutputTokens);
  const paths = [...extraction.sections, ...extraction.findings].map(({ path }) => path);
  const meant = documentsMeant(question, paths);
  const arithmetic = arithmeticOf(question);
  // Textual values cannot be used in calculations; a value that its own page refutes is no answer.
  const findings = extraction.findings.filter(
    (finding) =>
      meant.paths.has(finding.path) &&
      finding.check.verdict !== 'contradicted' &&
      !(arithmetic && isSaid(finding)),
  );
  const floor = extraction.lastPass ? FLOOR.last : FLOOR.answer;
  const wanted = (arithmetic?.operands ?? figuresOf(question, findings, floor)).map((one) =>
    inDocument(one, meant),
  );
  if (arithmetic?.measure && !extraction.lastTurn)
    return measureReply(
      measureStep(arithmetic.measure, findings, extraction),
      inputs,
      extraction,
      maxOutputTokens,
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
          ? settle(question, arithmetic, best, extraction, maxOutputTokens)
          : fail(`no value was found for: ${open}`, maxOutputTokens);
      },
      maxOutputTokens,
    );
  return settle(question, arithmetic, best, extraction, maxOutputTokens);
}

function measureReply(
  step: MeasureStep,
  inputs: ChatInputs,
  extraction: ExtractionInputs,
  maxOutputTokens: number,
): Reply {
  switch (step.kind) {
    case 'answer':
      return answer([...step.used.map(quoteOf), step.result], step.used, maxOutputTokens);
    case 'calculate':
      return calculation(extraction, step);
    case 'request':
      return requestOr(
        step.text,
        undefined,
        inputs,
        () => measureReply(step.otherwise, inputs, extraction, maxOutputTokens),
        maxOutputTokens,
      );
    case 'fail':
      return fail(step.reason, maxOutputTokens);
  }
}

function calculation(
  { calls }: ExtractionInputs,
  { expression, label }: { readonly expression: string; readonly label: string },
): Reply {
  const id = `k${calls.length + 1}`;
  return { toolCalls: [{ id, name: 'calculate', arguments: JSON.stringify({ expression, label }) }] };
}

/** The question or, if no finding matches it and some match one of the figures that it combines, these figures. */
function figuresOf(question: string, findings: readonly Finding[], floor: number): readonly string[] {
  const fits = (one: string): boolean => (matching(one, findings)[0]?.score ?? 0) >= floor;
  const parts = conjuncts(question);
  return !fits(question) && parts.some(fits) ? parts : [question];
}

/** True if a value belongs to an earlier part: one value does not answer two. */
function isTwice(best: readonly (Match | undefined)[], at: number): boolean {
  const own = best[at]?.finding;
  return best.slice(0, at).some((other) => {
    if (!own || !other) return false;
    const { value, label, quote } = other.finding;
    return other.finding.n === own.n || (value === own.value && (label === own.label || quote === own.quote));
  });
}

/** Requests what is missing, unless it was requested before. */
function requestOr(
  open: string,
  match: Match | undefined,
  { extraction, needs, misses, question }: ChatInputs,
  otherwise: () => Reply,
  maxOutputTokens: number,
): Reply {
  if (extraction?.lastPass === true) return otherwise();
  const requested = new Set(
    [
      question,
      ...(extraction?.items ?? []),
      ...needs.map(({ text }) => text),
      ...misses.map(({ text }) => text),
    ].map(normalizeQuery),
  );
  const { words, years, periods } = targetOf(open);
  const named = [...namesOfFigure(open, words), ...periods, ...years].join(' ');
  const statement = statementOf(open);
  const plain = statement === undefined ? named : `${named}, ${statement}`;
  const part = match && match.missing.length > 0 ? [...partOf(match, words), ...years].join(' ') : plain;
  const need = [plain, part].find((one) => one !== '' && !requested.has(normalizeQuery(one)));
  if (need === undefined) return otherwise();
  const reason = match ? `the nearest value found is '${match.finding.label}'` : 'no value matches';
  return jsonReply({ status: 'needs', needs: need, reason }, maxOutputTokens);
}

/** True if the answer is a rate, a share or a ratio, not an amount. */
function asksForShare(question: string): boolean {
  return /\b(?:what|which|calculate|give).{0,60}\b(?:rate|margin|ratio|turnover|percentage|percent)\b|\breturn on\b/i.test(
    question.slice(0, 400),
  );
}

/** The words to look for: a known figure by its name as a whole, since `cost sales` is not `cost of sales`. */
function namesOfFigure(text: string, words: readonly TargetWord[]): readonly string[] {
  const [figure] = figuresAsked(text);
  if (!figure) return words.map(({ text: word }) => word);
  return [...words.filter(({ name }) => name).map(({ text: word }) => word), figure.phrase];
}

/** What a match lacks, with the names of the question: the figure of another company does not answer it. */
function partOf(match: Match, words: readonly TargetWord[]): readonly string[] {
  const names = words.filter(({ name, text }) => name && !match.missing.includes(text));
  return [...names.map(({ text }) => text), ...match.missing];
}

function settle(
  question: string,
  arithmetic: Arithmetic | null,
  best: readonly (Match | undefined)[],
  extraction: ExtractionInputs,
  maxOutputTokens: number,
): Reply {
  const findings = best.flatMap((match) => match?.finding ?? []);
  if (!arithmetic) {
    const [first] = findings;
    if (first && asksForShare(question) && /usd|eur|gbp|[$€£]/i.test(first.unit ?? ''))
      return fail(`no rate or ratio was found: '${first.label}' is an amount`, maxOutputTokens);
    const quoted = [...findings, ...besides(best[0], extraction)];
    return answer(quoted.map(quoteOf), quoted, maxOutputTokens);
  }
  const expression = expressionFor(arithmetic, findings.map(written));
  const { calculations, calls, lastTurn } = extraction;
  const done = calculations.findLast((one) => squeezed(one.expression) === squeezed(expression));
  if (done) return answer([...findings.map(quoteOf), resultOf(done, arithmetic)], findings, maxOutputTokens);
  if (lastTurn || calls.some(({ call }) => call?.tool === 'calculate'))
    return fail(`the values were found, but ${expression} could not be computed`, maxOutputTokens);
  return calculation(extraction, { expression, label: arithmetic.kind.replace('_', ' ') });
}

/** Calculations that were planned before anything was read, can be computed, and do not use one value twice. */
function byPlan(
  arithmetic: Arithmetic,
  { calculations, findings }: ExtractionInputs,
): { readonly findings: readonly Finding[]; readonly result: string } | null {
  const done = calculations.at(-1);
  if (!done) return null;
  const numbers = new Set(done.inputs.flatMap(({ n }) => n ?? []));
  const used = findings.filter(({ n, check }) => numbers.has(n) && check.stands !== 'nowhere');
  const needed = arithmetic.measure ? numbers.size : arithmetic.operands.length;
  if (used.length < Math.max(1, needed)) return null;
  if (arithmetic.measure && !isPossible(arithmetic.measure, done.result)) return null;
  return { findings: used, result: resultOf(done, arithmetic) };
}

/** Sentences that match nearly as well as the best one: rules cannot decide which of them answers. */
function besides(best: Match | undefined, { findings, items }: ExtractionInputs): readonly Finding[] {
  if (!best || !isSaid(best.finding)) return [];
  return matching(items.join(' '), findings)
    .filter(
      ({ finding, score }) => isSaid(finding) && finding.n !== best.finding.n && score >= best.score * NEAR,
    )
    .slice(0, 1)
    .map(({ finding }) => finding);
}

/** True for a textual value. */
function isSaid({ value }: Finding): boolean {
  return typeof value === 'string' && /\p{L}{3}/u.test(value);
}

function written({ n, label, value }: Finding): string {
  return typeof value === 'number' && value < 0 && isOutflow(label) ? `abs([${n}])` : `[${n}]`;
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
  measure: '',
};

function resultOf({ result, n, expression }: Calculation, { kind }: Arithmetic): string {
  return `${kind.replace('_', ' ')}: ${rounded(result)}${KIND_UNIT[kind]}, from ${expression} [${n}].`;
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
