import { ENVIRONMENT, type QuarryConfig } from '@quarry/platform';
import type { StoreName } from '@quarry/turn';

type Settings = Partial<Pick<QuarryConfig, 'graphStoreUrl' | 'historyStoreUrl' | 'sessionCacheUrl'>>;

/** Unreachable stores: ports without a listener, and a file in something that is not a folder. */
const AWAY: Readonly<Record<Exclude<StoreName, 'search'>, Settings>> = {
  graph: { graphStoreUrl: 'bolt://127.0.0.1:1' },
  sessions: { sessionCacheUrl: 'redis://127.0.0.1:1' },
  history: { historyStoreUrl: 'sqlite:/dev/null/history.db' },
};

/** A store that a scenario may lack. */
export type AwayStore = keyof typeof AWAY;

/** Settings with which these stores are unavailable. */
export function awaySettings(stores: readonly AwayStore[]): Settings {
  return Object.assign({}, ...stores.map((store) => AWAY[store])) as Settings;
}

/** The same as environment of a process, which does not wait for them. */
export function awayEnvironment(stores: readonly AwayStore[]): Record<string, string> {
  if (stores.length === 0) return {};
  const settings: Readonly<Record<string, string>> = awaySettings(stores);
  const named = Object.entries(ENVIRONMENT).flatMap(([name, field]): [string, string][] => {
    const value = settings[field];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(named), QUARRY_STORE_WAIT: '15' };
}
