import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { DropBox } from '../../index/source/upload/drop-box';
import type { Picked } from '../../index/source/upload/picked-files';
import type { SentSoFar } from '../../index/source/upload/send-upload';
import { Sending } from '../../index/source/upload/sending';
import { indexUpload } from './data';
import { t } from '../../../language/messages';

/** Uploads and indexes files of the visitor's machine. */
export function Upload({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [sent, setSent] = useState<SentSoFar | null>(null);
  const { busy, problem, run } = useAction();
  return (
    <section class="card stack" aria-label={t('Upload files')}>
      <DropBox picked={picked} onPick={setPicked} />
      {busy && <Sending soFar={sent} />}
      {problem && <ErrorNote problem={problem} />}
      <div class="row">
        <Button
          look="primary"
          icon="index"
          disabled={busy || picked === null}
          onClick={() =>
            run(async () => {
              if (picked) onBegun(await indexUpload(picked, setSent));
            })
          }
        >
          {t('Upload and index')}
        </Button>
      </div>
    </section>
  );
}
