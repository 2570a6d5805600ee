import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api/problem';
import { ErrorNote } from '../components/error-note';
import { Spinner } from '../components/spinner';

export interface PageProps {
  /** Parameters of the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A page whose code is fetched when it is first shown. */
export function lazyPage(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  let known: ComponentType<PageProps> | null = null;
  return function LazyPage(props: PageProps): JSX.Element {
    const [page, setPage] = useState<{ readonly is: ComponentType<PageProps> } | null>(
      known && { is: known },
    );
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
      if (page) return;
      load().then(
        (loaded) => {
          known = loaded;
          setPage({ is: loaded });
        },
        (error: unknown) => setProblem(asProblem(error)),
      );
    }, []);
    if (page) return <page.is {...props} />;
    return (
      <div class="page">
        {problem ? <ErrorNote problem={problem} onRetry={() => location.reload()} /> : <Spinner />}
      </div>
    );
  };
}
