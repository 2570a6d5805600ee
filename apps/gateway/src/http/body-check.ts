import { Fault } from '@quarry/turn';
import type { NextFunction, Request, Response } from 'express';

/** Maximum nesting of lists and objects, far more than any request needs. Code that reads bodies is recursive. */
const MAX_DEPTH = 32;

/** The media type of a body that is not parsed but received as bytes, on the routes of {@link RECEIVES_BYTES}. */
export const UPLOAD_TYPE = 'application/octet-stream';
const RECEIVES_BYTES = /^\/uploads(?:\/|$)/;

/**
 * Rejects a body that is not JSON, which would otherwise be treated as missing, and a body whose nesting would exhaust
 * the stack.
 */
export function checkBody(request: Request, _response: Response, next: NextFunction): void {
  const { headers } = request;
  const body: unknown = request.body;
  const sent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const isUpload = RECEIVES_BYTES.test(request.path) && request.is(UPLOAD_TYPE) !== false;
  if (sent && body === undefined && !isUpload) {
    const type = (headers['content-type'] ?? 'none').slice(0, 100);
    const detail = `A body must be JSON (Content-Type: application/json), not '${type}'.`;
    next(new Fault('media_type_unsupported', detail));
    return;
  }
  if (!Buffer.isBuffer(body) && isDeeper(body, MAX_DEPTH)) {
    next(
      new Fault('bad_request', `The body is nested more than ${MAX_DEPTH} levels deep. Send a flatter one.`),
    );
    return;
  }
  next();
}

/** Goes level by level, so that depth costs no stack. */
function isDeeper(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let n = 0; n <= depth; n += 1) {
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
