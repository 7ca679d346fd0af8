/** Pages that home leads to. */

/** All lessons, and the first of them. */
export const LEARN = '/learn';
export const FIRST_LESSON = '/learn/kahuna/build';
/** The puzzle of the day. */
export const PUZZLE = '/puzzle';
