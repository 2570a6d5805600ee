import { loadLanguage } from './choice';

// Modules that are imported after this one are evaluated when the language is there.
await loadLanguage();
