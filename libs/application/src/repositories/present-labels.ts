import type { Immutable, RepositoryLabelsDto } from '@quarry/client';
import { defined } from '@quarry/turn';
import type { LabelledSnapshot } from './label.service';

/** Presents the labels of a repository, in the form of a labels file. */
export function presentLabels(
  repository: string,
  snapshots: readonly LabelledSnapshot[],
): Immutable<RepositoryLabelsDto> {
  return {
    repository,
    snapshots: snapshots.map(({ snapshot, labels, files, unlabelled }) => ({
      snapshot,
      version: labels?.version ?? null,
      source: labels ? (labels.source ?? 'file') : null,
      problem: labels?.problem ?? null,
      ...{ files, unlabelled },
      sensitivities: labels?.ladder ?? [],
      default: labels?.rules?.fallback ? ruleOf(labels.rules.fallback) : null,
      rules: (labels?.rules?.rules ?? []).map((rule) => ({ paths: rule.paths, ...ruleOf(rule) })),
    })),
  };
}

function ruleOf(rule: { readonly groups: readonly string[] | null; readonly sensitivity: string | null }): {
  readonly groups?: readonly string[];
  readonly sensitivity?: string;
} {
  return defined({ groups: rule.groups ?? undefined, sensitivity: rule.sensitivity ?? undefined });
}
