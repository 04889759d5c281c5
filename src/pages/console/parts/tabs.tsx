import type {ComponentChildren} from 'preact';
import {useId, useRef} from 'preact/hooks';

interface TabsProps {
  readonly label: string;
  /** Their names, which are also their titles in lower case. */
  readonly tabs: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly current: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** A tab list: arrow keys switch tabs, and Tab moves into the tab's content. */
export function Tabs({label, tabs, counts, current, onChoose, children}: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = tabs.indexOf(current);
      const next = (place + step + tabs.length) % tabs.length;
      onChoose(tabs[next]!);
      list.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus();
    }
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(name => (
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
            {name.charAt(0).toUpperCase() + name.slice(1)}
            {Number(counts[name]) > 0 && <span class="badge">{counts[name]}</span>}
          </button>
        ))}
      </div>
      <div class="tab-panel stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
