import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './button';
import type { IconName } from './icon';

/** Copies a text, and confirms it. */
export function CopyButton(props: {
  readonly text: string;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 2_000);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  const copy = (): void => {
    copied(props.text).then(
      () => setSaid('Copied'),
      () => setSaid('Copying failed'),
    );
  };
  return (
    <Button look="quiet" icon={said === 'Copied' ? 'check' : (props.icon ?? 'copy')} onClick={copy}>
      <span aria-live="polite">{said ?? props.children}</span>
    </Button>
  );
}

/** `navigator.clipboard` is unavailable on pages without TLS, except on localhost. */
async function copied(text: string): Promise<void> {
  if (!isSecureContext) throw new Error('Pages without TLS cannot use the clipboard.');
  await navigator.clipboard.writeText(text);
}
