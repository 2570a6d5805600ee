import type { JSX } from 'preact';

/** Outlines on a 24 × 24 grid, drawn in the colour of the surrounding text. */
const PATHS = {
  ask: 'M4 5h16v11H9l-5 4z',
  turns: 'M4 6h16M4 12h16M4 18h10',
  pipelines: 'M4 4h6v5H4zM14 15h6v5h-6zM7 9v8.5h7M10 6.5h7V15',
  index:
    'M12 4c4.4 0 8 1.1 8 2.5S16.4 9 12 9 4 7.9 4 6.5 7.6 4 12 4zM4 6.5v11C4 18.9 7.6 20 12 20s8-1.1 8-2.5v-11M4 12c0 1.4 3.6 2.5 8 2.5s8-1.1 8-2.5',
  operations: 'M4 19V9M10 19V5M16 19v-7M21 19H3',
  evaluation: 'M4 5l1.5 1.5L8 4M11 5.5h9M4 12l1.5 1.5L8 11M11 12.5h9M4 19l1.5 1.5L8 18M11 19.5h9',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  contrast: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7l6 0M12 11h9M12 15h8M12 19h4',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  key: 'M14 10a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM13 12.5 20 19M17 16l2-2',
  'sign-out': 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  cross: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6',
  alert: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.5',
  question: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.5',
  near: 'M4 10c2.7-3 5.3-3 8 0s5.3 3 8 0M4 16c2.7-3 5.3-3 8 0s5.3 3 8 0',
  stop: 'M7 7h10v10H7z',
  send: 'M5 12h14M13 6l6 6-6 6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  graph:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 11a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.4 6.2l7.2 1.7M6.5 8l2 8M16 10.2l-5.5 6.3',
  up: 'M7 11v9H4v-9zM7 11l4-7c1.5 0 2.5 1 2.5 2.5L13 10h6c1 0 1.7 1 1.5 2l-1.5 7c-.2.6-.7 1-1.5 1H7',
  down: 'M17 13V4h3v9zM17 13l-4 7c-1.5 0-2.5-1-2.5-2.5L11 14H5c-1 0-1.7-1-1.5-2L5 5c.2-.6.7-1 1.5-1H17',
  reload: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevron-down': 'M6 9l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  pin: 'M9 3h6M10 3v6l-3 4h10l-3-4V3M12 13v8',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  save: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5l3.5 2',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon next to text. Hidden from screen readers, because it is never the only indication. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
