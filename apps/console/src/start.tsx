import { render } from 'preact';
import { enterAsOwner } from './api/owner';
import { plan } from './api/renewal';
import { returnFromIssuer } from './api/sign-in';
import { App } from './app';
import { applyTheme } from './shell/theme';

/** Shows the console. */
export function start(): void {
  applyTheme();
  void enterAsOwner();
  void returnFromIssuer();
  plan();
  const place = document.getElementById('console');
  if (place) render(<App />, place);
}
