import { hasPhrase, plainWords } from '@quarry/arithmetic';
import type { Finding } from '@quarry/turn';
import { targetOf, textWordsOf, holds, pathNames, type Target } from './target';
import { orderOf, precisionOf, whenFits } from './fitting';
import { findingFits, knownItem, unknownNames } from './known-item';
import { isSheetPath } from '../grids/grid';
import { namesAll } from '../grids/pick-value';
import { periodFits } from './period-fits';
import { isSubjectOf } from './subjects';

/** How well a finding matches the item. */
export interface Match {
  readonly finding: Finding;
  /** 0..1. */
  readonly score: number;
  /** Words of the item that the finding does not contain. */
  readonly missing: readonly string[];
}

/** Weight of a word that occurs only around the value. */
const AROUND = 0.7;
/** Bonus for a label that consists of the item's words only. */
const PRECISION = 0.25;
/** Penalty for a label with the words in another order. */
const DISORDER = 0.15;
/** Weight of a finding whose label names the line item in other words than the question. */
const BY_LABEL = 0.95;
/** Weight of a figure if the question names a company that nothing of its document names. */
const OF_ANOTHER = 0.5;

/** Matching findings, best first. Findings whose value does not appear in the text are excluded. */
export function matching(text: string, findings: readonly Finding[]): readonly Match[] {
  const target = targetOf(text);
  const documents = Map.groupBy(findings, ({ path }) => path);
  return findings
    .filter(({ check }) => check.stands !== 'nowhere')
    .map((finding) =>
      matchOf(
        target,
        isSubjectOf((documents.get(finding.path) ?? []).map(readable)),
        finding,
        columnsOf(findings, finding),
      ),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.finding.n - b.finding.n);
}

/** What the context of a finding says about its document: among others, the company. */
function readable({ path, context = '' }: Finding): { readonly path: string; readonly text: string } {
  return { path, text: context.replaceAll(' · ', '\n') };
}

/** The labels of the findings of a section: they name the columns of its tables. */
function columnsOf(findings: readonly Finding[], { path, section }: Finding): readonly string[] {
  return findings.filter((one) => one.path === path && one.section === section).map(({ label }) => label);
}

function matchOf(
  target: Target,
  isSubject: (word: string) => boolean,
  finding: Finding,
  columns: readonly string[],
): Match {
  const { label, value, context = '', quote = '', sectionTitle, section, path } = finding;
  if (isSheetPath(path)) {
    const said = `${label} ${context} ${sectionTitle} ${section} ${path}`;
    return { finding, score: namesAll(target.text, said) ? 1 : 0, missing: [] };
  }
  const valueText = typeof value === 'string' && /\p{L}{3}/u.test(value) ? value : '';
  const own = textWordsOf(`${label} ${valueText}`);
  const around = textWordsOf(`${context} ${quote} ${sectionTitle} ${section}`);
  const file = textWordsOf(path);
  const words = target.words.filter((word) => !pathNames(file, word));
  const counts = words.map((word) => (holds(own, word) ? 1 : holds(around, word) ? AROUND : 0));
  const met = counts.reduce<number>((sum, count) => sum + count, 0);
  const share = counts.length === 0 ? 0 : met / counts.length;
  const name = textWordsOf(label);
  const form =
    (1 - PRECISION + PRECISION * precisionOf(target, name)) *
    (1 - DISORDER + DISORDER * orderOf(target, name));
  const item = knownItem(target.text, isSubject);
  const when = item
    ? periodFits(target, path, [label, context, quote], columns)
    : whenFits(target, `${label} ${valueText}`, `${context} ${quote}`);
  const known = item ? findingFits(item, label) * BY_LABEL * when : 0;
  const said = plainWords(`${label} ${context} ${quote} ${sectionTitle} ${section}`);
  const isKnown = (word: string): boolean => isSubject(word) || hasPhrase(said, word);
  const strange = unknownNames(target.text, isKnown) ? OF_ANOTHER : 1;
  const score = Math.max(share * when * form, known) * strange;
  const missing = words.filter((_word, at) => counts[at] === 0).map((word) => word.text);
  return { finding, score, missing };
}
