import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../../components/badge';
import { Table } from '../../../components/table';
import { t } from '../../../language/messages';

const STANDS = {
  on_page: { word: t('on the page'), tone: 'good', icon: 'check' },
  elsewhere: { word: t('on another page'), tone: 'warn', icon: 'near' },
  nowhere: { word: t('not in the text'), tone: 'bad', icon: 'cross' },
} as const;

const VERDICTS = {
  contradicted: { word: t('the page says otherwise'), tone: 'bad', icon: 'cross' },
  unchecked: { word: t('on the page, not compared'), tone: 'warn', icon: 'near' },
} as const;

function badgeOf({ stands, verdict }: TurnDto['findings'][number]['check']) {
  if (verdict === 'contradicted') return VERDICTS.contradicted;
  return verdict === 'unchecked' && stands === 'on_page' ? VERDICTS.unchecked : STANDS[stands];
}

/** Values extracted from documents, and calculations with them. */
export function Values(props: {
  readonly turn: TurnDto;
  readonly onOpen: (n: number) => void;
}): JSX.Element | null {
  const { turn, onOpen } = props;
  const { findings, calculations } = turn;
  const open = (n: number, what: string): JSX.Element => (
    <button
      type="button"
      class="cite"
      aria-label={t('Source {n}: {name}', { n, name: what })}
      onClick={() => onOpen(n)}
    >
      {n}
    </button>
  );
  if (findings.length + calculations.length === 0) return null;
  return (
    <section class="stack" aria-label={t('Values')}>
      {findings.length > 0 && (
        <Table
          caption={t('Values found in documents')}
          rows={findings}
          keyOf={({ id }) => id}
          columns={[
            { title: t('Value found'), card: 'lead', cell: ({ label }) => label.replaceAll('_', ' ') },
            {
              title: t('Amount'),
              number: true,
              cell: ({ value, unit }) =>
                `${value}${unit === undefined ? '' : ` ${unit.replaceAll('_', ' ')}`}`,
            },
            {
              title: t('Where'),
              cell: ({ path, page }) =>
                page === undefined ? path : `${path}, ${t('page {pages}', { pages: String(page) })}`,
            },
            {
              title: t('Checked'),
              cell: ({ check }) => {
                const { tone, icon, word } = badgeOf(check);
                return (
                  <Badge tone={tone} icon={icon}>
                    {word}
                  </Badge>
                );
              },
            },
            { title: t('Open'), cell: ({ n, label }) => open(n, label) },
          ]}
        />
      )}
      {calculations.length > 0 && (
        <Table
          caption={t('Calculated by Quarry, not by a model')}
          rows={calculations}
          keyOf={({ id }) => id}
          columns={[
            { title: t('Calculated'), card: 'lead', cell: ({ expression }) => <code>{expression}</code> },
            { title: t('Result'), number: true, cell: ({ result }) => result },
            { title: t('Open'), cell: ({ n, expression }) => open(n, expression) },
          ]}
        />
      )}
    </section>
  );
}
