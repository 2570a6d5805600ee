import type { SecretPlace, SnapshotDetail } from '@quarry/repositories';
import { printable } from './printable';

/** Places that are shown by name. */
const MAX_SHOWN = 12;

/**
 * Where secrets are masked; nothing where there are none, and a warning where none were looked for.
 *
 * @param all places, or the first of them
 * @param total how many there are, where `all` may be fewer
 */
export function secretLines(all: readonly SecretPlace[] | null, total = all?.length ?? 0): readonly string[] {
  if (all === null)
    return ['Secrets were not looked for: what the sources hold is in the index, and goes to the model.'];
  if (total === 0) return [];
  const places = printable(all.slice(0, MAX_SHOWN)).map(
    ({ path, line, kind }) => `  ${path}:${line} ${kind}`,
  );
  const more = total - places.length;
  return [
    `${total} secret${total === 1 ? '' : 's'} masked. Revoke them, since everyone who can read the sources can use them:`,
    ...places,
    ...(more > 0 ? [`  … and ${more} more (--json lists them)`] : []),
  ];
}

/** What a check says of secrets, from what the last run noted. */
export function checkedSecrets(detail: SnapshotDetail | null): readonly string[] {
  if (detail === null)
    return [
      'The records know nothing of this index, nor whether secrets were looked for; `quarry index` records it again. Where records.db was lost, API keys, webhooks and jobs are gone with it.',
    ];
  if (detail.secrets === undefined)
    return ['It was indexed before Quarry looked for secrets; `quarry index` looks for them now.'];
  if (detail.secrets === null)
    return ['Secrets were not looked for: QUARRY_MASK_SECRETS=off or --keep-secrets.'];
  if (detail.secrets === 0) return ['no secret found'];
  return secretLines(detail.secretPlaces ?? [], detail.secrets);
}
