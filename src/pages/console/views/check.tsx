import {useEffect, useState} from 'preact/hooks';
import {View} from '../parts/resource.js';
import {Empty} from '../parts/sheet.js';
import {config} from '../state/config.js';
import {theme} from '../state/theme.js';

const page = '/_sandbox/ui/check.html';

/** The tag of the page; `none` without a page. Polled, because a check runs in another process. */
async function readTag(): Promise<string> {
  const {ok, headers} = await fetch(page, {method: 'HEAD'});
  return (ok && headers.get('ETag')) || 'none';
}

/** The report of the last `crm-sandbox check`, the same page as from `--report html`. */
export default function LastCheck() {
  const [loaded, setLoaded] = useState<{readonly value?: string}>({});
  useEffect(() => {
    const look = () =>
      void readTag().then(
        value => setLoaded({value}),
        () => {},
      );
    look();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <>
      <h1 class="unseen">Last check</h1>
      <View of={loaded}>
        {tag =>
          tag === 'none' ? (
            <NoCheck />
          ) : (
            <iframe key={tag} class="report" title="Report of the last check" src={`${page}?theme=${theme.value}`} />
          )
        }
      </View>
    </>
  );
}

function NoCheck() {
  return (
    <Empty title="No check yet">
      {config.value?.needsAdminKey ? (
        <p>A sandbox with an admin key shows no check, because anyone can load this page. Open the report instead:</p>
      ) : (
        <p>This command breaks each call of your client in every way that matters. Its report appears here:</p>
      )}
      <pre>crm-sandbox check{config.value?.needsAdminKey && ' --report html=check.html'} -- npm run sync</pre>
    </Empty>
  );
}
