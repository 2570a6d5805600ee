import './ask.css';
import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load';
import { useTitle } from '../../components/page';
import type { PageProps } from '../../shell/lazy-page';
import { navigate } from '../../shell/router';
import { Announcer } from './announcer';
import { Composer } from './compose/composer';
import { FirstRun } from './first-run/first-run';
import { Recent } from './recent';
import { listRepositories } from '../index/data';
import { SidePanel, type Opened } from './side-panel';
import { Thread } from './thread';
import { t } from '../../language/messages';

/** The page for questions: a new question, or the turn in the address with the previous ones. */
export function AskPage({ params, query }: PageProps): JSX.Element {
  const id = params['id'];
  const cited = query.get('citation');
  const [opened, setOpened] = useState<Opened | null>(null);
  const opener = useRef<Element | null>(null);
  // An open panel belongs to the previous page. Other programs link to a citation with `/turns/ID?citation=2`.
  useEffect(() => {
    const n = /^\d{1,4}$/.test(cited ?? '') ? Number(cited) : null;
    setOpened(id === undefined || n === null ? null : { kind: 'source', turn: id, n });
  }, [id, cited]);

  const open = (what: Opened): void => {
    if (!opened) opener.current = document.activeElement;
    setOpened(what);
  };
  const close = (): void => {
    setOpened(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <div class={`ask${opened ? ' with-panel' : ''}`}>
      <div class="ask-main">
        {id === undefined ? (
          <Start />
        ) : (
          <Thread
            id={id}
            onOpen={(turn: TurnDto, n) => open({ kind: 'source', turn: turn.id, n })}
            onGraph={(turn) => open({ kind: 'graph', turn })}
          />
        )}
      </div>
      {opened && <SidePanel opened={opened} onOpen={setOpened} onClose={close} />}
      <Announcer />
    </div>
  );
}

function Start(): JSX.Element {
  const repositories = useLoad(listRepositories, []);
  const { data, problem } = repositories;
  if (data?.length === 0) return <FirstRun onIndexed={repositories.reload} />;
  return data || problem ? <FirstQuestion /> : <div class="start" />;
}

function FirstQuestion(): JSX.Element {
  useTitle(t('Ask'));
  return (
    <div class="start">
      <div>
        <h1 tabIndex={-1}>{t('What do you want to know?')}</h1>
        <p class="muted">{t('Every answer cites its lines and pages, and reports what was not found.')}</p>
      </div>
      <Composer session={null} autofocus onAsked={(turn) => navigate(`/turns/${turn}`)} />
      <Recent />
    </div>
  );
}
