import {flag, integerBetween, path, timeSpan} from '../options/values.js';

/** Options of `exec` for the check of lost responses. */
export const lostAnswerOptions = {
  'lost-answers': {
    describe: 'Run the command again for each of its writes with the answer to that lost, and compare what was kept',
    isBoolean: true,
    read: flag(),
  },
  jobs: {describe: 'How many of these runs at a time', read: integerBetween(1, 64), fallback: 1},
  budget: {describe: 'How long these runs may take, such as 2m; the riskiest writes come first', read: timeSpan},
  'lost-answers-file': {describe: 'A file of what healed before: that is not tried again', read: path},
  'lost-answers-allow': {
    describe: 'How many writes may come out wrong before exec ends with 6',
    read: integerBetween(0, 10_000),
    fallback: 0,
  },
} as const;
