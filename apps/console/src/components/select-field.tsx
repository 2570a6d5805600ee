import type { JSX } from 'preact';
import { Field } from './field';

/** A labelled choice of one value, each with its title. */
export function SelectField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: readonly (readonly [value: string, title: string])[];
}): JSX.Element {
  const { label, value, onChoose, children } = props;
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          class="input"
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {children.map(([each, title]) => (
            <option key={each} value={each}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
