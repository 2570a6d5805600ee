import { WhileUnchanged } from '@quarry/sqlite';
import { CodeMatrix } from './codes/code-matrix';
import { ListMembers } from './ivf/list-members';
import { describeSnapshot } from './meta';
import { PostingLists } from './postings/posting-lists';

/** What a process keeps of an open snapshot between searches: of a million chunks 400 MB with vectors, 70 without. */
export class SnapshotCache {
  readonly codes = new CodeMatrix();
  readonly lists = new ListMembers();
  readonly postings = new PostingLists();
  readonly info = new WhileUnchanged(describeSnapshot);
}
