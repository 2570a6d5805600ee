import type { IndexJobDto } from '@quarry/client';
import type { ComponentChildren, JSX } from 'preact';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { t } from '../../../language/messages';

/** A form that begins to index what is fetched from a server. */
export function FetchedSource(props: {
  /** Accessible name. */
  readonly name: string;
  readonly index: () => Promise<IndexJobDto>;
  readonly onBegun: (job: IndexJobDto) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { name, index, onBegun, children } = props;
  const { busy, problem, run } = useAction();
  return (
    <section class="card" aria-label={name}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onBegun(await index()));
        }}
      >
        {children}
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" icon="index" disabled={busy}>
            {t('Fetch and index')}
          </Button>
        </div>
      </form>
    </section>
  );
}
