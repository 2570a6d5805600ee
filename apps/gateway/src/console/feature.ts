import type { Feature } from '../feature';
import { CONSOLE_DIST, CONSOLE_FOLDER } from './console-files';
import { ConsoleController } from './console.controller';
import { SourceDesk } from './source/source-desk';
import { SourceController } from './source/source.controller';

/** The web page and what only it needs. */
export const consoleFeature: Feature = {
  providers: [{ provide: CONSOLE_FOLDER, useValue: CONSOLE_DIST }, SourceDesk],
  controllers: [ConsoleController, SourceController],
};
