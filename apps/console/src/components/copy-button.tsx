import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button';
import type { IconName } from './icon';
import { t } from '../language/messages';

const WORDS = { copied: t('Copied'), failed: t('Copying failed') } as const;

/** Copies a text, and confirms it. */
export function CopyButton(props: {
  readonly text: string;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2_000);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  const copy = (): void => {
    copied(props.text).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    );
  };
  return (
    <Button look="quiet" icon={said === 'copied' ? 'check' : (props.icon ?? 'copy')} onClick={copy}>
      <span aria-live="polite">{said === null ? props.children : WORDS[said]}</span>
    </Button>
  );
}

/** `navigator.clipboard` is unavailable on pages without TLS, except on localhost. */
async function copied(text: string): Promise<void> {
  if (!isSecureContext) throw new Error(t('Pages without TLS cannot use the clipboard.'));
  await navigator.clipboard.writeText(text);
}
