import { answerIn } from '../reader/answer-in';
import { readPage } from './read-page';

answerIn(readPage);
