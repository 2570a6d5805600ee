import type { Finding } from '@quarry/turn';
import { askedOf, heldBy, holds, pathNames, type Asked } from './asked';
import { orderOf, precisionOf, whenFits } from './fitting';

/** How well a finding fits what is asked. */
export interface Match {
  readonly finding: Finding;
  /** 0..1. */
  readonly score: number;
  /** Words of what is asked that nothing of the finding holds. */
  readonly missing: readonly string[];
}

/** What a word counts for that stands around the value only. */
const AROUND = 0.7;
/** What a label's being only what is asked counts for. */
const PRECISION = 0.25;
/** What a label's having the words in another order takes away. */
const DISORDER = 0.15;

/** Findings that fit, best first; those that stand nowhere are left out. */
export function matching(text: string, findings: readonly Finding[]): readonly Match[] {
  const asked = askedOf(text);
  return findings
    .filter(({ check }) => check.stands !== 'nowhere')
    .map((finding) => matchOf(asked, finding))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.finding.n - b.finding.n);
}

function matchOf(asked: Asked, finding: Finding): Match {
  const { label, value, context = '', quote = '', sectionTitle, section, path } = finding;
  const said = typeof value === 'string' && /\p{L}{3}/u.test(value) ? value : '';
  const own = heldBy(`${label} ${said}`);
  const around = heldBy(`${context} ${quote} ${sectionTitle} ${section}`);
  const file = heldBy(path);
  const words = asked.words.filter((word) => !pathNames(file, word));
  const counts = words.map((word) => (holds(own, word) ? 1 : holds(around, word) ? AROUND : 0));
  const met = counts.reduce<number>((sum, count) => sum + count, 0);
  const share = counts.length === 0 ? 0 : met / counts.length;
  const when = whenFits(asked, `${label} ${said}`, `${context} ${quote}`);
  const name = heldBy(label);
  const form =
    (1 - PRECISION + PRECISION * precisionOf(asked, name)) * (1 - DISORDER + DISORDER * orderOf(asked, name));
  const score = share * when * form;
  const missing = words.filter((_word, at) => counts[at] === 0).map((word) => word.text);
  return { finding, score, missing };
}
