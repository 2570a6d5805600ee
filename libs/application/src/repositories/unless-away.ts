import { Fault } from '@quarry/turn';

/** What is found; null also if its store cannot be reached. */
export async function unlessAway<Value>(found: Promise<Value | null>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Fault && error.code === 'store_unavailable') return null;
    throw error;
  }
}
