import type { Feature } from '../feature';
import { CONSOLE_DIST, CONSOLE_FOLDER } from './console-files';
import { ConsoleController } from './console.controller';

/** The web page. */
export const consoleFeature: Feature = {
  providers: [{ provide: CONSOLE_FOLDER, useValue: CONSOLE_DIST }],
  controllers: [ConsoleController],
};
