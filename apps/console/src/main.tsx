import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/views.css';
import './styles/shell.css';
import { loadLanguage } from './language/choice';

await loadLanguage();
(await import('./start')).start();
