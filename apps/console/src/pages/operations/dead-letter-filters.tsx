import type { JSX } from 'preact';
import { Field } from '../../components/field';
import { t } from '../../language/messages';

export interface LetterFilter {
  readonly tenant: string;
  readonly pipeline: string;
  readonly code: string;
}

export const NO_FILTER: LetterFilter = { tenant: '', pipeline: '', code: '' };

/** The filled-in fields, in the format of the API. */
export function bodyOf(filter: LetterFilter): Readonly<Record<string, string>> {
  const trimmed = Object.entries(filter).map(([name, value]): [string, string] => [
    name,
    String(value).trim(),
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

export function queryOf(filter: LetterFilter, after: string | null): string {
  return new URLSearchParams({ ...bodyOf(filter), ...(after === null ? {} : { after }) }).toString();
}

const FIELDS = [
  { name: 'tenant', label: t('Tenant'), placeholder: t('any') },
  { name: 'pipeline', label: t('Pipeline'), placeholder: t('any') },
  { name: 'code', label: t('Error code'), placeholder: t('any, such as model_refused') },
] as const;

/** The filter of dead letters. A change applies when the field loses focus, or on Enter. */
export function DeadLetterFilters(props: {
  readonly filter: LetterFilter;
  readonly onFilter: (filter: LetterFilter) => void;
}): JSX.Element {
  const { filter, onFilter } = props;
  return (
    <div class="filters" role="search" aria-label={t('Dead letters')}>
      {FIELDS.map(({ name, label, placeholder }) => (
        <Field key={name} label={label}>
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="search"
              placeholder={placeholder}
              value={filter[name]}
              onChange={(event) => onFilter({ ...filter, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
