import type {ComponentChildren} from 'preact';
import {useId, useRef} from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly count?: number | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** A tab list: arrow keys switch tabs, and Tab moves into the tab's content. */
export function Tabs({label, tabs, current, onChoose, children}: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = tabs.findIndex(({name}) => name === current);
      const next = (place + step + tabs.length) % tabs.length;
      onChoose(tabs[next]!.name);
      list.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus();
    }
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({name, title, count}) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
            {count !== undefined && count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
