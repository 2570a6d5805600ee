import { enableCompileCache } from 'node:module';

// Imported before all else: compiled code of the dependencies is kept between calls, so that every command starts sooner.
enableCompileCache();
