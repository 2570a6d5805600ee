import './upload.css';
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../../../api/problem';
import { Button } from '../../../../components/button';
import { ErrorNote } from '../../../../components/error-note';
import { size } from '../../../../format/number';
import { pickedFrom, pickedIn, type Picked } from './picked-files';
import { t } from '../../../../language/messages';

/** A place to drop files, folders or an archive on, with buttons that choose them. */
export function DropBox(props: {
  readonly picked: Picked | null;
  readonly onPick: (picked: Picked) => void;
}): JSX.Element {
  const { picked, onPick } = props;
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    setProblem(null);
    if (!event.dataTransfer) return;
    pickedFrom(event.dataTransfer)
      .then((found) => {
        if (found) onPick(found);
      })
      .catch((error: unknown) => setProblem(asProblem(error)));
  };
  const chosen = (list: FileList | null): void => {
    const found = pickedIn(list);
    setProblem(null);
    if (found) onPick(found);
  };
  return (
    <>
      <div
        class={over ? 'drop-box over' : 'drop-box'}
        role="group"
        aria-label={t('Files to upload')}
        onDragOver={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p role="status">{picked ? words(picked) : t('Drop an archive, files or a folder here.')}</p>
        <div class="row drop-buttons">
          <FileButton title={t('Choose files')} onChosen={chosen} />
          <FileButton title={t('Choose a folder')} folder onChosen={chosen} />
        </div>
        <p class="muted small">
          {t(
            '.zip, .tar and .tar.gz are unpacked. At most 256 MB. Dependencies (node_modules) and .git are left out.',
          )}
        </p>
      </div>
      {problem && <ErrorNote problem={problem} />}
    </>
  );
}

function words({ name, files }: Picked): string {
  const bytes = size(files.reduce((sum, { file }) => sum + file.size, 0));
  return files.length === 1
    ? `${name}, ${bytes}`
    : t('{name}: {count} file, {size} | {name}: {count} files, {size}', {
        name,
        count: files.length,
        size: bytes,
      });
}

/** A button that opens the browser's chooser. */
function FileButton(props: {
  readonly title: string;
  readonly folder?: boolean;
  readonly onChosen: (list: FileList | null) => void;
}): JSX.Element {
  const { title, folder = false, onChosen } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <Button onClick={() => input.current?.click()}>{title}</Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        multiple
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          onChosen(event.currentTarget.files);
          // The same choice again is a change.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
