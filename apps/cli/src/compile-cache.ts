import { enableCompileCache } from 'node:module';

// Imported first: keeps the compiled code of the dependencies between calls, so that every command starts faster.
enableCompileCache();
