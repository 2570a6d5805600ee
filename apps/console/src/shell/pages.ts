import type { IconName } from '../components/icon';
import { t } from '../language/messages';

/** A page of the navigation. */
interface PageLink {
  readonly to: string;
  readonly title: string;
  readonly icon: IconName;
  /** Role without which it is not offered. The API checks it independently. */
  readonly needs?: 'operator';
}

/** The pages of the navigation, in order. */
export const PAGES: readonly PageLink[] = [
  { to: '/ask', title: t('Ask'), icon: 'ask' },
  { to: '/conversations', title: t('Conversations'), icon: 'clock' },
  { to: '/turns', title: t('Turns'), icon: 'turns' },
  { to: '/pipelines', title: t('Pipelines'), icon: 'pipelines' },
  { to: '/index', title: t('Index'), icon: 'index' },
  { to: '/evaluation', title: t('Evaluation'), icon: 'evaluation' },
  { to: '/operations', title: t('Operations'), icon: 'operations', needs: 'operator' },
];
