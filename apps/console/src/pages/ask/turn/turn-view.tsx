import type { ClaimDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCaller } from '../../../api/caller';
import { Badge } from '../../../components/badge';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { Spinner } from '../../../components/spinner';
import { Link } from '../../../shell/router';
import { announce } from '../announcer';
import { Answer } from './answer';
import { NotFound } from './not-found';
import { outcomeOf } from './outcome';
import { quotedAnswer } from './quoted-answer';
import { passesOfTurn } from './pass-view';
import { disclaimerOf, reasonOf } from '../../../format/phrases';
import { placeName } from '../../../format/place-name';
import { IndexNotes } from './index-notes';
import { FoundSoFar, Sources } from './sources';
import { useHeldInView } from './use-held-in-view';
import { SpentLine } from './spent-line';
import { StaleNote } from './stale-note';
import { SupportSummary } from './support-summary';
import { Timeline } from './timeline';
import { TurnActions } from './turn-actions';
import { TurnUnknown } from './turn-unknown';
import { useTurn } from './use-turn';
import { Values } from './values';
import { isWeak, type ClaimList } from './weak';
import { dateTime, milliseconds } from '../../../format/duration';
import { confidenceWord } from '../../../format/status';
import { t } from '../../../language/messages';

interface TurnViewProps {
  readonly id: string;
  /** True for the turn in the address; previous ones are above it. */
  readonly current: boolean;
  /** Opens the source of a piece of evidence. */
  readonly onOpen: (turn: TurnDto, n: number) => void;
  readonly onGraph: (turn: TurnDto) => void;
  readonly onLoaded?: (turn: TurnDto) => void;
}

/** One question with its answer, live and afterwards. */
export function TurnView({ id, current, onOpen, onGraph, onLoaded }: TurnViewProps): JSX.Element {
  const { turn, log, problem, connected, stop, stopping } = useTurn(id);
  const seconds = useSeconds(turn);
  const operates = useCaller()?.role === 'operator';
  const [list, setList] = useState<ClaimList>({ open: false, weakOnly: false });
  const top = useRef<HTMLElement>(null);
  const checked = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (turn) onLoaded?.(turn);
  }, [turn]);
  useEffect(() => {
    if (!current || !turn) return;
    // The input of the question is gone: the focus moves to its turn.
    const { activeElement: focused, body } = document;
    if (focused === body || focused?.id === 'main') heading.current?.focus({ preventScroll: true });
  }, [current, turn === null]);
  useHeldInView(top, current && turn !== null);
  useAnnounced(turn, log.doing, log.ended);

  if (!turn) {
    if (problem?.status === 404) return <TurnUnknown />;
    return problem ? <ErrorNote problem={problem} /> : <Spinner label={t('Loading the turn …')} />;
  }
  const running = turn.status === 'running' && !log.ended;
  const passes = log.passes.length > 0 ? log.passes : passesOfTurn(turn);
  const answer = turn.answer?.text ?? log.answer;
  const claims = turn.answer !== null && turn.answer.text === turn.answer.english ? (turn.claims ?? []) : [];
  const nameOf = (n: number): string | null => {
    const place = turn.evidence.find((each) => each.n === n) ?? turn.citations.find((each) => each.n === n);
    return place ? placeName(place) : (log.places.get(n) ?? null);
  };
  const open = (n: number): void => onOpen(turn, n);
  const showWhy = (claim: ClaimDto): void => {
    setList({ open: true, weakOnly: isWeak(claim) });
    checked.current?.scrollIntoView({ block: 'nearest' });
  };
  const { word, tone, icon } = outcomeOf(turn);
  return (
    <article
      class="turn"
      ref={top}
      aria-label={t('Question: {question}', { question: turn.question.original })}
    >
      <header class="turn-head">
        <h2 tabIndex={-1} ref={heading}>
          {turn.question.original}
        </h2>
        <div class="row">
          {running ? (
            <Badge tone="info">{t('Running')}</Badge>
          ) : (
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
          )}
          <span class="muted small">
            {turn.pipeline.split('@')[0]} · <time dateTime={turn.askedAt}>{dateTime(turn.askedAt)}</time>
            {!running && <Ended turn={turn} />}
          </span>
          {running && (
            <Button look="danger" icon="stop" disabled={stopping} onClick={stop}>
              {stopping ? t('Stopping …') : t('Stop')}
            </Button>
          )}
        </div>
      </header>
      {problem && <ErrorNote problem={problem} />}
      {running && !connected && (
        <p class="note" role="status">
          <Icon name="alert" />{' '}
          {t('The connection to Quarry is lost. The turn continues, and this page reconnects by itself.')}
        </p>
      )}
      <details class="passes" open={running || undefined}>
        <summary>
          {running ? (
            <span class="spinner">{log.doing ?? t('Waiting …')}</span>
          ) : (
            summaryOf(passes.length, turn)
          )}
        </summary>
        <Timeline passes={passes} nameOf={nameOf} onOpen={open} />
      </details>
      <div class="turn-body">
        {running ? (
          <FoundSoFar places={log.places} onOpen={open} />
        ) : (
          <Sources citations={turn.citations} onOpen={open} />
        )}
        <div class="turn-answer">
          {answer !== '' && (
            <section class="answer-card card" aria-label={t('Answer')} aria-busy={running}>
              <Answer
                text={turn.spent?.modelCalls === 0 ? quotedAnswer(answer) : answer}
                claims={claims}
                nameOf={nameOf}
                onCite={open}
                onMark={showWhy}
              />
              {turn.disclaimer !== null && turn.confidence !== 'high' && (
                <p class="confidence small">
                  <Icon name="info" />
                  <span>
                    <strong>{t('Confidence: {level}.', { level: confidenceWord(turn.confidence) })}</strong>{' '}
                    {disclaimerOf(turn)}
                  </span>
                </p>
              )}
              {turn.reasonCode === 'passages_only' && turn.spent?.modelCalls === 0 && (
                <p class="muted small better">
                  {t('With a language model, Quarry writes the answer from these passages:')}{' '}
                  <code>quarry setup --model</code>
                  {operates && (
                    <>
                      {' · '}
                      <Link to="/operations?view=model">{t('Set up a model here')}</Link>
                    </>
                  )}
                </p>
              )}
            </section>
          )}
          <IndexNotes turn={turn} below={answer !== '' && turn.confidence !== 'high'} />
          {!running && (
            <>
              {turn.reason !== null && turn.outcome !== 'answered' && !isSaid(turn.reason, turn) && (
                <p class="muted small">
                  {word}: {reasonOf(turn)}
                </p>
              )}
              {turn.citations.length > 0 && <StaleNote key={turn.id} turn={turn} current={current} />}
              <div ref={checked}>
                <SupportSummary claims={turn.claims ?? []} list={list} onList={setList} />
              </div>
              <NotFound gaps={turn.notFound} />
              <Values turn={turn} onOpen={open} />
            </>
          )}
        </div>
      </div>
      <footer class="turn-foot">
        <SpentLine turn={turn} live={running ? log : null} seconds={seconds} />
        {!running && <TurnActions turn={turn} onGraph={() => onGraph(turn)} />}
      </footer>
    </article>
  );
}

/** How long an ended turn took, and when it ended; nothing if this is unknown. */
function Ended({ turn: { endedAt, durationMs } }: { readonly turn: TurnDto }): JSX.Element | null {
  if (endedAt === null || durationMs === null) return null;
  return (
    <>
      {' · '}
      <time dateTime={endedAt} title={t('Ended: {time}', { time: dateTime(endedAt) })}>
        {t('took {time}', { time: milliseconds(durationMs) })}
      </time>
    </>
  );
}

/** Whether the answer, or the line on confidence below it, has the reason already. */
function isSaid(reason: string, { answer, confidence, disclaimer }: TurnDto): boolean {
  const known = reason.toLowerCase();
  if (answer === null) return false;
  const below = confidence === 'high' ? '' : (disclaimer ?? '');
  return `${answer.text}\n${below}`.toLowerCase().includes(known);
}

function summaryOf(passes: number, { evidence, notFound }: TurnDto): string {
  if (passes === 0) return t('No search was made');
  const found = t('{count} piece of evidence | {count} pieces of evidence', { count: evidence.length });
  const sought = notFound.filter((gap) => gap.sought).length;
  const missed = sought > 0 ? ` · ${t('{count} not found', { count: sought })}` : '';
  return `${t('{count} pass | {count} passes', { count: passes })} · ${found}${missed}`;
}

/** Announces the current activity and the end to screen readers, but not each piece of the answer. */
function useAnnounced(turn: TurnDto | null, doing: string | null, ended: boolean): void {
  useEffect(() => {
    if (doing !== null) announce(doing);
  }, [doing]);
  useEffect(() => {
    if (ended && turn?.status === 'ended')
      announce(t('The turn has ended: {outcome}.', { outcome: outcomeOf(turn).word }));
  }, [ended, turn?.status]);
}

/** Seconds since a running turn was asked, or that an ended one took; null if that is unknown. */
function useSeconds(turn: TurnDto | null): number | null {
  const [now, setNow] = useState<number | null>(null);
  const running = turn?.status === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => {
      clearInterval(timer);
    };
  }, [running]);
  if (turn && turn.durationMs !== null) return turn.durationMs / 1000;
  return turn && now !== null ? Math.max(0, (now - Date.parse(turn.askedAt)) / 1000) : null;
}
