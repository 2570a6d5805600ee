import type { JSX } from 'preact';
import { Field } from './field';

/** A labelled line of text that is no prose: a name, a path, a URL. */
export function TextField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'url' | 'password';
  readonly required?: boolean;
  readonly placeholder?: string;
}): JSX.Element {
  const { label, hint, value, onInput, type = 'text', required = false, placeholder } = props;
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(ids) => {
        const shared = {
          ...ids,
          ...{ class: 'input mono', autocomplete: 'off', spellcheck: false, required, placeholder, value },
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            onInput(event.currentTarget.value),
        };
        if (type === 'password') return <input {...shared} type="password" autocomplete="new-password" />;
        // A field of type `url` would refuse `host/path`, which gets its scheme later.
        return <input {...shared} type="text" {...(type === 'url' ? { inputMode: 'url' } : {})} />;
      }}
    </Field>
  );
}
