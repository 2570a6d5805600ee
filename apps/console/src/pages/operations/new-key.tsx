import type { CreatedKeyDto, KeyDto, NewKeyDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Icon } from '../../components/icon';
import { isOperatorInForce } from './key-state';
import { roleWord } from '../../format/names';
import { t } from '../../language/messages';

const ROLES = [
  { role: 'reader', does: t('asks and reads') },
  { role: 'maintainer', does: t('also indexes and deletes') },
  { role: 'operator', does: t('also watches over the installation') },
] as const;

type Role = (typeof ROLES)[number]['role'];

/** Asks for the properties of a new key. */
export function NewKey(props: {
  /** All keys there are. */
  readonly keys: readonly KeyDto[];
  /** Tenant of who creates it. */
  readonly own: string;
  readonly onMade: (key: CreatedKeyDto) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { keys, own, onMade, onClose } = props;
  const [name, setName] = useState('');
  const [tenant, setTenant] = useState(own);
  // The first key that others cannot do without.
  const [role, setRole] = useState<Role>(keys.some(isOperatorInForce) ? 'reader' : 'operator');
  const [pipelines, setPipelines] = useState('');
  const [repositories, setRepositories] = useState('');
  const [days, setDays] = useState('90');
  const { busy, problem, run } = useAction();
  const text = (
    label: string,
    value: string,
    set: (value: string) => void,
    more: object = {},
  ): JSX.Element => (
    <Field label={label} {...('hint' in more ? { hint: String(more.hint) } : {})}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          autocomplete="off"
          required={'required' in more}
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    const body: NewKeyDto = { name: name.trim(), tenant: tenant.trim(), role };
    if (names(pipelines).length > 0) body.pipelines = names(pipelines);
    if (names(repositories).length > 0) body.repositories = names(repositories);
    if (days !== '') body.expiresInDays = Number(days);
    run(async () => {
      onMade(await call<CreatedKeyDto>('POST', '/v1/keys', { body }));
    });
  };
  return (
    <Dialog title={t('Create a key')} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {keys.length === 0 && (
          <div class="note warn">
            <Icon name="alert" />
            <p>
              {t(
                'Once a key exists, the gateway requires one from every client, including this page. First create a key with the role operator, and store it.',
              )}
            </p>
          </div>
        )}
        {text(t('Name'), name, setName, { hint: t('Display name, e.g. who uses the key.'), required: true })}
        {text(t('Tenant'), tenant, setTenant, {
          hint: t('Tenant whose turns and repositories it can access.'),
          required: true,
        })}
        {tenant.trim() !== own && tenant.trim() !== '' && (
          <p class="note warn small" role="status">
            <Icon name="alert" />
            <span>
              {t(
                'The repositories and conversations that you see here belong to the tenant ‘{own}’: a key of another tenant does not show them.',
                { own },
              )}
            </span>
          </p>
        )}
        <Field label={t('Role')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={role}
              onChange={({ currentTarget: { value } }) =>
                setRole(ROLES.find((one) => one.role === value)?.role ?? 'reader')
              }
            >
              {ROLES.map((one) => (
                <option key={one.role} value={one.role}>
                  {roleWord(one.role)}: {one.does}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text(t('Pipelines'), pipelines, setPipelines, {
          hint: t('Names, separated by commas. Empty: all.'),
        })}
        {text(t('Repositories'), repositories, setRepositories, {
          hint: t('Names, separated by commas. Empty: all that its tenant may read.'),
        })}
        <Field label={t('Days until it expires')} hint={t('Empty: never.')}>
          {(ids) => (
            <input
              {...ids}
              class="input"
              type="number"
              min={1}
              max={3650}
              value={days}
              onInput={(event) => setDays(event.currentTarget.value)}
            />
          )}
        </Field>
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" icon="key" disabled={busy}>
            {busy ? t('Creating …') : t('Create')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
