import { answerIn } from './answer-in';
import { readDocument } from './read-file';

answerIn(readDocument);
