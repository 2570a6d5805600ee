import type { Immutable, TurnDto } from '@quarry/client';
import type { Turn } from '@quarry/turn';

/** The basis of answers from documents. Empty lists and a null outline for turns without values from documents. */
export function presentDocuments({
  findings,
  calculations,
  outline,
}: Pick<Turn, 'findings' | 'calculations' | 'outline'>): Pick<
  Immutable<TurnDto>,
  'findings' | 'calculations' | 'outline'
> {
  return {
    findings: findings ?? [],
    calculations: calculations ?? [],
    outline: outline
      ? {
          pass: outline.pass,
          sections: outline.sections.length,
          sectionsLeft: outline.left.sections,
          documentsLeft: outline.left.documents,
        }
      : null,
  };
}
