import type { JSX } from 'preact';
import { Folded } from '../../../components/folded';
import { t } from '../../../language/messages';

/** Which repositories a question is about: all, or those that are ticked. */
export function RepositoryChoice(props: {
  /** All that the caller may read. */
  readonly names: readonly string[];
  /** Empty: all. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}): JSX.Element {
  const { names, onChoose } = props;
  // A repository that was deleted since cannot be unticked.
  const chosen = props.chosen.filter((name) => names.includes(name));
  const toggle = (name: string): void => {
    onChoose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  };
  return (
    <Folded title={t('Repositories to search')} summary={titleOf(chosen, names.length)}>
      <fieldset>
        <legend class="visually-hidden">{t('Repositories')}</legend>
        <label>
          <input type="checkbox" checked={chosen.length === 0} onChange={() => onChoose([])} />
          {t('All repositories')}
        </label>
        {names.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
    </Folded>
  );
}

function titleOf(chosen: readonly string[], all: number): string {
  const [only] = chosen;
  if (only === undefined) return t('All {count} repositories', { count: all });
  return chosen.length === 1 ? only : t('{chosen} of {all} repositories', { chosen: chosen.length, all });
}
