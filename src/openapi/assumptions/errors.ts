import {decided, type Section} from './assumption.js';

export const errors: Section = {
  title: 'Errors',
  assumptions: [
    decided(
      'the shape',
      '`{"api_version":"1.0","error":"<title>","description":"<what, and where>"}` everywhere but in a 401',
    ),
    decided(
      '400',
      "`Parameter Error` for anything in the query: paging, an unknown search term, a malformed value, an unknown name in `sort` or `expand`; `Bad Request` for a body that can't be read",
      {statuses: [400]},
    ),
    decided(
      '403',
      'a read-only key on anything but `GET` and `HEAD`, a blocked key on anything; a write under a constituent that does not exist, of whatever kind (seen of keywords and contact reports), while a list under it is a 404',
      {statuses: [403]},
    ),
    decided('404, 405, 413', 'come although the contract lists none of them', {statuses: [404, 413]}),
    decided('422', 'names every field at fault by its path (`email_addresses[0].address`), the first 50 of them', {
      statuses: [422],
    }),
    decided(
      '503 `Service Unavailable`',
      'a body that comes while others take 64 MiB, with `Retry-After`; nothing was changed',
      {statuses: [503]},
    ),
    decided(
      '507 `Insufficient Storage`',
      "a write that can't be kept, because the disk is full or the data file is gone (with `--data`), or 85 % of the sandbox's heap is in use; from 75 % on any first request of an account. Nothing was changed",
      {statuses: [507]},
    ),
    decided('a refused request', 'leaves no trace: no row, no id taken'),
  ],
};
