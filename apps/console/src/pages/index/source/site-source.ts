import type { BeginIndexJobDto } from '@quarry/client';

/** A documentation site as the source of a job, by the address of a page or a sitemap. */
export function siteSource(url: string): BeginIndexJobDto['source'] {
  return { kind: 'site', url };
}
