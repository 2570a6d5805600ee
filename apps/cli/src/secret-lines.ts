import type { SecretPlace, SnapshotDetail } from '@quarry/repositories';
import { printable } from './printable';

/** Number of places to show. */
const MAX_SHOWN = 12;

/**
 * The places of masked secrets; empty without secrets, a warning if secrets were not searched for.
 *
 * @param all places, or the first of them; null if secrets were not searched for
 * @param total number of places, if `all` holds fewer
 */
export function secretLines(all: readonly SecretPlace[] | null, total = all?.length ?? 0): readonly string[] {
  if (all === null)
    return ['Secrets were not masked: those in the sources are in the index, and are sent to the model.'];
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

/** What a check reports about secrets, from the record of the last run. */
export function checkedSecrets(detail: SnapshotDetail | null): readonly string[] {
  if (detail === null)
    return [
      'This index has no record, so it is unknown whether its secrets were masked; `quarry index` records it again. If records.db was lost, API keys, webhooks and jobs are gone with it.',
    ];
  if (detail.secrets === undefined)
    return ['An older version of Quarry indexed it, without masking secrets; `quarry index` masks them now.'];
  if (detail.secrets === null) return ['Secrets were not masked: QUARRY_MASK_SECRETS=off or --keep-secrets.'];
  if (detail.secrets === 0) return ['no secret found'];
  return secretLines(detail.secretPlaces ?? [], detail.secrets);
}
