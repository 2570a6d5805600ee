import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load';
import { Field } from '../../components/field';
import { SelectField } from '../../components/select-field';
import { outcomeOf } from '../ask/turn/outcome';
import { listPipelines } from '../pipelines/data';
import { OUTCOMES, PERIODS, STALENESS, type TurnFilter } from './turn-filter';
import { t } from '../../language/messages';

/** How long a reader who types is waited for, in milliseconds. */
const MOMENT_MS = 400;

/** The filters of the list. A text applies while it is typed, after a moment. */
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
  const [typed, setTyped] = useState(filter[of]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // What applies after a moment must not undo what another filter changed in it.
  const latest = useRef(filter);
  latest.current = filter;
  // Another filter, or the address, has changed it.
  useEffect(() => {
    clearTimeout(timer.current);
    if (filter[of] !== typed.trim()) setTyped(filter[of]);
  }, [filter[of]]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (text: string): void => {
    clearTimeout(timer.current);
    if (text.trim() !== latest.current[of]) onFilter({ ...latest.current, [of]: text.trim() });
  };
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          type="search"
          maxLength={200}
          placeholder={placeholder}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => apply(value), MOMENT_MS);
          }}
          onChange={({ currentTarget: { value } }) => apply(value)}
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
