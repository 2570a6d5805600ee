import type { Masker } from '@quarry/secrets';
import type { BundleRecords } from './bundle-records';
import type { SecretPlace } from '../secrets/secret-mask';

/** Masks every text of a bundle before it is used. @param masker null: texts stay unmasked */
export async function maskRecords(
  records: BundleRecords,
  masker: Masker | null,
): Promise<{ readonly records: BundleRecords; readonly secrets: readonly SecretPlace[] | null }> {
  if (!masker) return { records, secrets: null };
  const secrets: SecretPlace[] = [];
  const mask = async (path: string, text: string): Promise<string> => {
    const masked = await masker.mask(text, path);
    secrets.push(...masked.found.map((found) => ({ path, ...found })));
    return masked.text;
  };
  const code = [];
  for (const record of records.code)
    code.push({
      ...record,
      signature: await mask(record.path, record.signature),
      text: await mask(record.path, record.text),
    });
  const bodies = [];
  for (const record of records.bodies) bodies.push({ ...record, text: await mask(record.path, record.text) });
  return { records: { ...records, code, bodies }, secrets };
}
