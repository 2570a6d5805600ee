import type { JSX } from 'preact';
import { TextField } from '../../../components/text-field';
import { t } from '../../../language/messages';

/** A branch of a git repository on a server, as it is typed. */
export interface TypedGit {
  readonly url: string;
  /** Empty for the default branch. */
  readonly branch: string;
}

/** The fields that name a branch of a git repository. */
export function GitFields(props: {
  readonly value: TypedGit;
  readonly onChange: (value: TypedGit) => void;
  /** Whose credentials the server is asked with. */
  readonly hint: string;
}): JSX.Element {
  const { value, onChange, hint } = props;
  return (
    <>
      <TextField
        label={t('Git URL')}
        hint={hint}
        type="url"
        required
        placeholder="https://github.com/spf13/cobra"
        value={value.url}
        onInput={(url) => onChange({ ...value, url })}
      />
      <TextField
        label={t('Branch or tag')}
        hint={t('Empty for the default branch.')}
        value={value.branch}
        onInput={(branch) => onChange({ ...value, branch })}
      />
    </>
  );
}
