import type { JSX } from 'preact';
import { TextField } from '../../../components/text-field';
import { t } from '../../../language/messages';

/** The field that names a documentation site. */
export function SiteFields(props: {
  readonly value: string;
  readonly onChange: (url: string) => void;
  /** Whether sites of the own network may be read. */
  readonly owns: boolean;
}): JSX.Element {
  const { value, onChange, owns } = props;
  return (
    <TextField
      label={t('Address of the documentation')}
      hint={[
        t('A page, whose links are followed to pages below it, or a sitemap.'),
        owns ? t('The site may be in your network.') : t('A public https: address; operators allow others.'),
      ].join(' ')}
      type="url"
      required
      placeholder="https://docs.example.com/en/latest/"
      value={value}
      onInput={onChange}
    />
  );
}
