import type { CreatedKeyDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';

/** A new key, shown once. */
export function KeySecret(props: { readonly made: CreatedKeyDto; readonly onDone: () => void }): JSX.Element {
  const { made, onDone } = props;
  return (
    <div class="note" role="status">
      <Icon name="key" />
      <div class="stack">
        <p>
          <strong>‘{made.name}’ was created.</strong> Copy it now: only its digest is stored, and it is not
          shown again.
        </p>
        <code class="secret">{made.key}</code>
        <div class="row">
          <CopyButton text={made.key}>Copy</CopyButton>
          <Button onClick={onDone}>Done</Button>
        </div>
      </div>
    </div>
  );
}
