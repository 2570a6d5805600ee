import type { PipelineSettingDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge';
import { Field } from '../../components/field';
import { Table, type Column } from '../../components/table';
import { Words } from './words';
import { t } from '../../language/messages';

const COLUMNS: readonly Column<PipelineSettingDto>[] = [
  { title: t('Setting'), card: 'lead', cell: ({ name }) => <code class="setting-name">{name}</code> },
  { title: t('Value'), cell: ({ value, unit }) => <Value value={value} unit={unit} /> },
  { title: t('Source'), cell: (setting) => <Source setting={setting} /> },
  { title: t('Meaning'), card: 'plain', cell: (setting) => <Meaning setting={setting} /> },
];

/** Every setting after inheritance, with the file and line of its value. */
export function SettingsTable({
  settings,
}: {
  readonly settings: readonly PipelineSettingDto[];
}): JSX.Element {
  const [text, setText] = useState('');
  const [which, setWhich] = useState<'all' | 'set'>('all');
  const wanted = text.trim().toLowerCase();
  const rows = settings.filter(
    ({ name, meaning, source }) =>
      (which === 'all' || source !== null) && `${name} ${meaning}`.toLowerCase().includes(wanted),
  );
  return (
    <div class="stack">
      <div class="filters">
        <Field label={t('Find a setting')}>
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="search"
              placeholder={t('tokens, graph, session …')}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t('Show')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={which}
              onChange={(event) => setWhich(event.currentTarget.value === 'set' ? 'set' : 'all')}
            >
              <option value="all">{t('all settings')}</option>
              <option value="set">{t('set in a file')}</option>
            </select>
          )}
        </Field>
      </div>
      {rows.length === 0 ? (
        <p class="muted">{t('No setting matches.')}</p>
      ) : (
        <Table
          caption={t('Settings after inheritance')}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ name }) => name}
        />
      )}
    </div>
  );
}

function Value({ value, unit }: Pick<PipelineSettingDto, 'value' | 'unit'>): JSX.Element {
  const shown = Array.isArray(value)
    ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ') || t('none')
    : value === ''
      ? t('empty')
      : String(value);
  return (
    <span class="setting-value">
      <span class="mono">{shown}</span>
      {unit !== null && <span class="muted"> {unit}</span>}
    </span>
  );
}

function Source({ setting }: { readonly setting: PipelineSettingDto }): JSX.Element {
  const { source, default: preset, value } = setting;
  if (source === null) return <span class="muted">{t('default')}</span>;
  return (
    <span class="setting-source">
      <Badge tone="info">{source.pipeline}</Badge>
      <span class="mono small">
        {source.file}:{source.line}
      </span>
      {preset !== null && JSON.stringify(preset) !== JSON.stringify(value) && (
        <span class="muted small">{t('default {value}', { value: JSON.stringify(preset) })}</span>
      )}
    </span>
  );
}

function Meaning({ setting }: { readonly setting: PipelineSettingDto }): JSX.Element {
  return (
    <div class="setting-meaning">
      <p>
        <Words text={setting.meaning} />
      </p>
      <p class="muted small">
        <Words text={setting.range} />
      </p>
    </div>
  );
}
