import {type ComponentType, h} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {View} from './resource.js';

/**
 * A component whose code the browser loads when it is first shown, so that the first view stays small.
 * @param load imports the module and returns its component
 */
export function chunk<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Chunk(props: Props) {
    const [loaded, setLoaded] = useState<{readonly value?: ComponentType<Props>; readonly error?: string}>({});
    useEffect(() => {
      load().then(
        value => setLoaded({value}),
        () => setLoaded({error: 'The code of this view could not be loaded. Reload the page.'}),
      );
    }, []);
    return <View of={loaded}>{component => h(component, props)}</View>;
  };
}
