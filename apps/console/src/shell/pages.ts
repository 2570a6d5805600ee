import type { IconName } from '../components/icon';

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
  { to: '/ask', title: 'Ask', icon: 'ask' },
  { to: '/conversations', title: 'Conversations', icon: 'clock' },
  { to: '/turns', title: 'Turns', icon: 'turns' },
  { to: '/pipelines', title: 'Pipelines', icon: 'pipelines' },
  { to: '/index', title: 'Index', icon: 'index' },
  { to: '/evaluation', title: 'Evaluation', icon: 'evaluation' },
  { to: '/operations', title: 'Operations', icon: 'operations', needs: 'operator' },
];
