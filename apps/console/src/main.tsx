import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/views.css';
import './styles/shell.css';
import { render } from 'preact';
import { enterAsOwner } from './api/owner';
import { returnFromIssuer } from './api/sign-in';
import { App } from './app';
import { applyTheme } from './shell/theme';

applyTheme();
void enterAsOwner();
void returnFromIssuer();
const place = document.getElementById('console');
if (place) render(<App />, place);
