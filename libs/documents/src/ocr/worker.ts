import { answerIn } from '../thread/answer-in';
import { readPage } from './read-page';

answerIn(readPage);
