import type { Response } from 'express';
import { CONSOLE_SECURITY, isConsoleBuilt, NOT_BUILT } from './console-files';

/** Sends the page of the console, which then shows what belongs to the address; 503 if it is not built. */
export function sendConsole(response: Response, folder: string, status = 200): void {
  response.setHeader('Content-Security-Policy', CONSOLE_SECURITY).setHeader('Cache-Control', 'no-store');
  if (!isConsoleBuilt(folder)) response.status(503).type('html').send(NOT_BUILT);
  else response.status(status).sendFile('index.html', { root: folder, cacheControl: false, etag: false });
}
