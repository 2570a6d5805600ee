import { ConfiguredKeys, KnownKeys, LOOPBACK, OwnerSessions, TokenIssuer } from '@quarry/application/access';
import type { QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';

/**
 * A link for the person who started a gateway: it opens the console with the right to choose folders to index, once.
 * Null for a gateway with keys, or whose indexers can be on other machines.
 */
export async function ownerLink(running: Running, config: QuarryConfig): Promise<string | null> {
  if (running.url === null || config.carrier === 'bullmq' || !LOOPBACK.has(config.host)) return null;
  if (new ConfiguredKeys(config).exist || new TokenIssuer(config).exists) return null;
  // Unreadable records are reported by what needs them. Whether they have keys is unknown.
  if (
    await running.app
      .get(KnownKeys)
      .exist()
      .catch(() => true)
  )
    return null;
  return `${running.url}/#start=${running.app.get(OwnerSessions).invite()}`;
}
