import type { JSX } from 'preact';
import { Dialog } from '../../components/dialog';
import { t } from '../../language/messages';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], t('Type a question')],
  [['Ctrl', 'K'], t('Go to a page or a conversation')],
  [['j'], t('Next question or entry')],
  [['k'], t('Previous question or entry')],
  [['p'], t('Pin the conversation that has the focus')],
  [['r'], t('Rename the conversation that has the focus')],
  [['1', '…', '9'], t('Open the source with this number')],
  [['Esc'], t('Close what is open')],
  [['?'], t('Show these keys')],
];

/** The keys of the console. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title={t('Keys')} onClose={onClose}>
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
