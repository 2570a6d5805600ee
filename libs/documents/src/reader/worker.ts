import { answerIn } from '../thread/answer-in';
import { readDocument } from './read-file';

answerIn(readDocument);
