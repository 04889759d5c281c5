import {render} from 'preact';
import {App} from './shell/app.js';
import {startDropping} from './shell/drop.js';
import {startKeys} from './shell/keys.js';
import {isUnreachable, loadConfig} from './state/config.js';
import {startFollowing} from './state/exchanges.js';
import {startFindings} from './state/findings.js';
import {fetchTrace} from './state/open-trace.js';
import {startRouting} from './state/route.js';
import {startTheme} from './state/theme.js';

startTheme();
startRouting();
startKeys();
startDropping();
startFollowing();
startFindings();
render(<App />, document.getElementById('app')!);
loadConfig().then(
  served => (served === undefined ? undefined : fetchTrace(served)),
  () => {
    isUnreachable.value = true; // a trace can be viewed without a sandbox
  },
);
