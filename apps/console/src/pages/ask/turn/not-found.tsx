import type { MissDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon';

/** What was searched for and not found: as important as the answer. */
export function NotFound({ misses }: { readonly misses: readonly MissDto[] }): JSX.Element | null {
  if (misses.length === 0) return null;
  return (
    <section class="note warn" aria-label="Not found">
      <Icon name="search" />
      <div>
        <strong>Searched for and not found</strong>
        <ul class="plain-list">
          {misses.map(({ text, why, where }) => (
            <li key={text}>
              <code>{text}</code> — {why}
              {where.length > 0 && <span class="muted"> (searched in: {where.join(', ')})</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
