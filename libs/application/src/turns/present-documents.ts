import type { Immutable, TurnDto } from '@quarry/client';
import type { Turn } from '@quarry/turn';

/** What answers from documents rest on; lists are empty, and the outline null, for turns that took no values out of documents. */
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
