import type { CreatedKeyDto, KeyDto, KeyListDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useCaller } from '../../api/caller';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { KeySecret } from './key-secret';
import { stateOf } from './key-state';
import { NewKey } from './new-key';
import { RevokeKey } from './revoke-key';
import { date } from '../../format/duration';
import { roleWord } from '../../format/names';
import { t } from '../../language/messages';

/** API keys of all tenants: create, list and revoke. */
export function Keys(): JSX.Element {
  const { data, problem, reload } = useLoad((signal) => call<KeyListDto>('GET', '/v1/keys', { signal }), []);
  const caller = useCaller();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKeyDto | null>(null);
  const [revoking, setRevoking] = useState<KeyDto | null>(null);
  const keys = data?.keys ?? [];
  return (
    <div class="stack">
      <div class="row spread">
        <p class="muted small">
          {t('A key grants access to the turns, sessions and repositories of one tenant.')}{' '}
          {caller && t('You work in the tenant ‘{tenant}’.', { tenant: caller.tenant })}
        </p>
        <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
          {t('Create a key')}
        </Button>
      </div>
      {made && <KeySecret made={made} onDone={() => setMade(null)} />}
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && keys.length === 0 && (
        <EmptyState title={t('No keys yet')}>
          <p>
            {t(
              'Without keys, the gateway answers only on this machine, and to anyone there. Once a key exists, it requires one.',
            )}
          </p>
        </EmptyState>
      )}
      {keys.length > 0 && (
        <Table caption={t('API keys')} columns={columns(setRevoking)} rows={keys} keyOf={({ id }) => id} />
      )}
      {making && (
        <NewKey
          keys={keys}
          own={caller?.tenant ?? ''}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
            reload();
          }}
        />
      )}
      {revoking && (
        <RevokeKey
          of={revoking}
          keys={keys}
          ownId={caller?.key ?? null}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function columns(onRevoke: (key: KeyDto) => void): readonly Column<KeyDto>[] {
  return [
    {
      title: t('Key'),
      card: 'lead',
      cell: ({ id, name }) => (
        <>
          <strong>{name}</strong>
          <div class="mono muted small">{id}</div>
        </>
      ),
    },
    { title: t('Tenant'), cell: ({ tenant }) => tenant },
    {
      title: t('Role'),
      cell: ({ role }) => <Badge tone={role === 'operator' ? 'warn' : 'plain'}>{roleWord(role)}</Badge>,
    },
    { title: t('Pipelines'), cell: ({ pipelines }) => pipelines?.join(', ') ?? t('all') },
    {
      title: t('Repositories'),
      cell: ({ repositories }) => repositories?.join(', ') ?? t('all of its tenant'),
    },
    { title: t('State'), card: 'plain', cell: (key) => <State of={key} /> },
    {
      title: t('Do'),
      card: 'plain',
      cell: (key) =>
        stateOf(key) === 'active' ? (
          <Button look="danger" label={t('Revoke {name}', { name: key.name })} onClick={() => onRevoke(key)}>
            {t('Revoke')}
          </Button>
        ) : (
          '–'
        ),
    },
  ];
}

const KEY_STATES = { active: t('active'), revoked: t('revoked'), expired: t('expired') } as const;

function State({ of }: { readonly of: KeyDto }): JSX.Element {
  const state = stateOf(of);
  const until = state === 'revoked' ? of.revokedAt : of.expiresAt;
  return (
    <>
      <Badge tone={state === 'active' ? 'good' : 'plain'}>{KEY_STATES[state]}</Badge>
      {until !== null && (
        <div class="muted small">
          {state === 'active' ? t('until {date}', { date: date(until) }) : date(until)}
        </div>
      )}
    </>
  );
}
