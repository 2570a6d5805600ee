import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { Field } from '../../components/field';
import { SelectField } from '../../components/select-field';
import { outcomeOf } from '../ask/turn/outcome';
import { listPipelines } from '../pipelines/data';
import { OUTCOMES, PERIODS, STALENESS, type TurnFilter } from './turn-filter';
import { t } from '../../language/messages';

/** The filters of the list. A text applies when its field loses focus, or on Enter. */
export function TurnFilters(props: {
  readonly filter: TurnFilter;
  readonly onFilter: (filter: TurnFilter) => void;
}): JSX.Element {
  const { filter, onFilter } = props;
  const { data: pipelines } = useLoad(listPipelines, []);
  const names = new Set([...(pipelines ?? []).map(({ name }) => name), filter.pipeline].filter(Boolean));
  const own = { filter, onFilter };
  return (
    <div class="filters" role="search" aria-label={t('Turns')}>
      <Text label={t('Words')} of="q" placeholder={t('in question or answer')} {...own} />
      <Choice label={t('Outcome')} of="outcome" none={t('any')} {...own}>
        {OUTCOMES.map((outcome) => [outcome, outcomeOf({ outcome }).word])}
      </Choice>
      <Choice label={t('Pipeline')} of="pipeline" none={t('any')} {...own}>
        {[...names].map((name) => [name, name])}
      </Choice>
      <Choice label={t('Asked')} of="hours" none={t('at any time')} {...own}>
        {PERIODS.map(({ value, title }) => [value, title])}
      </Choice>
      <Choice label={t('Sources')} of="staleness" none={t('in any state')} {...own}>
        {STALENESS.map(({ value, title }) => [value, title])}
      </Choice>
      <Text label={t('Session')} of="session" placeholder={t('any')} {...own} />
    </div>
  );
}

interface OneFilter {
  readonly label: string;
  readonly of: keyof TurnFilter;
  readonly filter: TurnFilter;
  readonly onFilter: (filter: TurnFilter) => void;
}

function Text({
  label,
  of,
  filter,
  onFilter,
  placeholder,
}: OneFilter & { readonly placeholder: string }): JSX.Element {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          type="search"
          maxLength={200}
          placeholder={placeholder}
          value={filter[of]}
          onChange={(event) => onFilter({ ...filter, [of]: event.currentTarget.value.trim() })}
        />
      )}
    </Field>
  );
}

function Choice(
  props: OneFilter & { readonly none: string; readonly children: readonly (readonly [string, string])[] },
): JSX.Element {
  const { label, of, filter, onFilter, none, children } = props;
  return (
    <SelectField label={label} value={filter[of]} onChoose={(value) => onFilter({ ...filter, [of]: value })}>
      {[['', none] as const, ...children]}
    </SelectField>
  );
}
