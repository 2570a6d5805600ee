import type { JSX } from 'preact';
import { Dialog } from '../../components/dialog';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Type a question'],
  [['Ctrl', 'K'], 'Go to a page or a conversation'],
  [['j'], 'Next question or entry'],
  [['k'], 'Previous question or entry'],
  [['p'], 'Pin the conversation that has the focus'],
  [['r'], 'Rename the conversation that has the focus'],
  [['1', '…', '9'], 'Open the source with this number'],
  [['Esc'], 'Close what is open'],
  [['?'], 'Show these keys'],
];

/** The keys of the console. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
