import type { ComponentChildren, JSX } from 'preact';
import { useAction } from '../api/use-action';
import { Button } from './button';
import { Dialog } from './dialog';
import { ErrorNote } from './error-note';

/** Asks before something is done that cannot be undone; shows the problem if it fails. */
export function ConfirmDialog(props: {
  readonly title: string;
  /** What the button does, and what it says meanwhile. */
  readonly verb: string;
  readonly doing: string;
  /** The way back. */
  readonly keep: string;
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { title, verb, doing, keep, act, onClose, children } = props;
  const { busy, problem, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p>{children}</p>
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="danger" disabled={busy} onClick={() => run(act)}>
            {busy ? doing : verb}
          </Button>
          <Button onClick={onClose}>{keep}</Button>
        </div>
      </div>
    </Dialog>
  );
}
