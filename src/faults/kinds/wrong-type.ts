import {plainKind} from '../fault-kind.js';

const page = '<!DOCTYPE html>\n<html>\n<head><title>Sign in</title></head>\n<body><h1>Sign in</h1></body>\n</html>\n';

export const wrongType = plainKind({
  name: 'wrong_type',
  about: '200 with a page of HTML',
  menuAbout: 'a page of HTML with status 200',
  applyAfter: (_, call) => call.sendPage(200, page),
});
