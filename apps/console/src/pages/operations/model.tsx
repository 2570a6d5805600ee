import type { ModelServerListDto, ModelSetupDto, ShownModelDto, StoredModelDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { ownerHeaders } from '../../api/owner';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Icon } from '../../components/icon';
import { SelectField } from '../../components/select-field';
import { Spinner } from '../../components/spinner';
import { TextField } from '../../components/text-field';
import { milliseconds } from '../../format/duration';
import { t } from '../../language/messages';

/** With their names, the same in every language. */
const PROTOCOLS = [
  ['openai', 'OpenAI'],
  ['anthropic', 'Anthropic'],
] as const;

const MODEL = '/v1/operations/model';

/** The language model of the gateway: what it is, and another one for the next start. */
export function Model(): JSX.Element {
  const { data, problem, reload } = useLoad((signal) => call<ModelSetupDto>('GET', MODEL, { signal }), []);
  const [stored, setStored] = useState<StoredModelDto | null>(null);
  const forgetting = useAction();
  if (!data) return problem ? <ErrorNote problem={problem} onRetry={reload} /> : <Spinner />;
  const kept = (after: StoredModelDto | null): void => {
    setStored(after);
    reload();
  };
  return (
    <div class="stack">
      <div class="card stack">
        <dl class="facts wide">
          <div>
            <dt>{t('In use')}</dt>
            <dd>{wordsOf(data.current) ?? t('None: the best passages are quoted instead.')}</dd>
          </div>
          <div>
            <dt>{t('Stored for the next start')}</dt>
            <dd>{wordsOf(data.stored) ?? '–'}</dd>
          </div>
        </dl>
        {data.overridden && (
          <p class="note warn">
            <Icon name="alert" />
            {t(
              'The environment of the gateway describes its model, which takes precedence over a stored one.',
            )}
          </p>
        )}
        {forgetting.problem && <ErrorNote problem={forgetting.problem} />}
        {data.stored !== null && (
          <div>
            <Button
              icon="trash"
              disabled={forgetting.busy}
              onClick={() =>
                forgetting.run(async () => {
                  await call<ModelSetupDto>('DELETE', MODEL, { headers: ownerHeaders() });
                  kept(null);
                })
              }
            >
              {t('Delete the stored model')}
            </Button>
          </div>
        )}
      </div>
      {stored && (
        <p class="note" role="status">
          <Icon name="check" />
          {t('{model} replied in {time} and is stored. Restart Quarry to use it.', {
            model: stored.stored?.name ?? '',
            time: milliseconds(stored.tookMs),
          })}
        </p>
      )}
      {data.file === null ? (
        <p class="muted">{t('This gateway has no settings file: describe its model in the environment.')}</p>
      ) : (
        <NewModel title={data.current === null ? t('Set up a model') : t('Another model')} onStored={kept} />
      )}
    </div>
  );
}

/** Another model: of a server that is found, or that the operator names. */
function NewModel(props: {
  readonly title: string;
  readonly onStored: (stored: StoredModelDto) => void;
}): JSX.Element {
  const { title, onStored } = props;
  const [baseUrl, setBaseUrl] = useState('');
  const [apiKey, setApiKey] = useState('');
  const [provider, setProvider] = useState('openai');
  const [model, setModel] = useState('');
  const [found, setFound] = useState<ModelServerListDto['servers'] | null>(null);
  const search = useAction();
  const trying = useAction();
  const key = apiKey === '' ? {} : { apiKey };
  const find = (): void =>
    search.run(async () => {
      setFound(null);
      const body = baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim(), ...key };
      const { servers } = await call<ModelServerListDto>('POST', `${MODEL}/servers`, {
        body,
        headers: ownerHeaders(),
      });
      setFound(servers);
    });
  const submit = (event: Event): void => {
    event.preventDefault();
    trying.run(async () => {
      const body = { provider, baseUrl: baseUrl.trim(), model: model.trim(), ...key };
      const stored = await call<StoredModelDto>('PUT', MODEL, { body, headers: ownerHeaders() });
      setApiKey('');
      onStored(stored);
    });
  };
  return (
    <form class="card stack" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      <p class="muted small">
        {t('Ollama or llama.cpp on the machine of the gateway, or a server at a public https: address.')}
      </p>
      <TextField
        label={t('Base URL')}
        hint={t('Empty: look for a server on the machine of the gateway.')}
        value={baseUrl}
        placeholder="https://api.openai.com/v1"
        onInput={setBaseUrl}
      />
      <TextField
        label={t('API key')}
        hint={t('If the server needs one. It is not shown again.')}
        value={apiKey}
        type="password"
        onInput={setApiKey}
      />
      <SelectField label={t('Protocol')} value={provider} onChoose={setProvider}>
        {PROTOCOLS}
      </SelectField>
      <div>
        <Button icon="search" disabled={search.busy} onClick={find}>
          {search.busy ? t('Looking …') : t('Find models')}
        </Button>
      </div>
      {search.problem && <ErrorNote problem={search.problem} />}
      {found && (
        <Found
          servers={found}
          onChoose={(server, name) => {
            setBaseUrl(server);
            setModel(name);
          }}
        />
      )}
      <TextField label={t('Model')} value={model} onInput={setModel} />
      {trying.problem && <ErrorNote problem={trying.problem} />}
      <div>
        <Button
          look="primary"
          type="submit"
          disabled={trying.busy || baseUrl.trim() === '' || model.trim() === ''}
        >
          {trying.busy ? t('Trying …') : t('Try and store')}
        </Button>
      </div>
    </form>
  );
}

function Found(props: {
  readonly servers: ModelServerListDto['servers'];
  readonly onChoose: (baseUrl: string, model: string) => void;
}): JSX.Element {
  const models = props.servers.flatMap(({ name, baseUrl, models }) =>
    models.map((model) => ({ name, baseUrl, model })),
  );
  if (models.length === 0) return <p class="muted">{t('No model was found there.')}</p>;
  return (
    <ul class="plain-list" aria-label={t('Models')}>
      {models.map(({ name, baseUrl, model }) => (
        <li key={`${baseUrl} ${model}`}>
          <Button look="quiet" onClick={() => props.onChoose(baseUrl, model)}>
            {model} <span class="muted">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(model: ShownModelDto | null): string | null {
  return model && [model.name, model.baseUrl].filter(Boolean).join(' · ');
}
