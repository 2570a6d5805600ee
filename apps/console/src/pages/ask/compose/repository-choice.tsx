import type { JSX } from 'preact';

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
    <details class="choice folded">
      <summary title="Repositories to search">{titleOf(chosen, names.length)}</summary>
      <fieldset>
        <legend class="visually-hidden">Repositories</legend>
        <label>
          <input type="checkbox" checked={chosen.length === 0} onChange={() => onChoose([])} />
          All repositories
        </label>
        {names.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function titleOf(chosen: readonly string[], all: number): string {
  const [only] = chosen;
  if (only === undefined) return `All ${all} repositories`;
  return chosen.length === 1 ? only : `${chosen.length} of ${all} repositories`;
}
