import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/views.css';
import './styles/shell.css';
import './language/load';
import { start } from './start';

start();
