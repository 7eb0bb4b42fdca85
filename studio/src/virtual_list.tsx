// VirtualList: a list of any length, of which only what is in sight is in the page.
//
// Rows may have any height: each is guessed until it was seen, and measured then.
import type { ComponentChildren } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { forwardRef } from 'preact/compat';

export interface VirtualListHandle {
  scrollTo(index: number, where?: 'nearest' | 'start'): void;
}

interface Props {
  count: number;
  estimate: (index: number) => number;
  keyOf: (index: number) => string;
  row: (index: number) => ComponentChildren;
  class?: string;
  attributes?: Record<string, unknown>;
}

const BEYOND_PX = 400; // kept above and below what is in sight

class Heights {
  private known = new Map<string, number>();
  private tops: Float64Array = new Float64Array(1);

  // Where each row begins, and behind them where the list ends.
  layOut(props: Props): Float64Array {
    const tops = new Float64Array(props.count + 1);
    for (let at = 0; at < props.count; ++at) {
      tops[at + 1] = (tops[at] as number) + (this.known.get(props.keyOf(at)) ?? props.estimate(at));
    }
    this.tops = tops;
    return tops;
  }

  // True where that is news.
  learn(key: string, height: number): boolean {
    if (Math.abs((this.known.get(key) ?? -1) - height) < 0.5) return false;
    this.known.set(key, height);
    return true;
  }

  // The row at a distance from the top.
  at(distance: number): number {
    let low = 0;
    let high = this.tops.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.tops[middle + 1] ?? Infinity) <= distance) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const VirtualList = forwardRef<VirtualListHandle, Props>(function VirtualList(props, ref) {
  const frame = useRef<HTMLDivElement>(null);
  const heights = useRef<Heights>(null);
  const store = (heights.current ??= new Heights());
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const [, setMeasured] = useState(0);
  const tops = store.layOut(props);
  const first = Math.max(0, Math.min(store.at(seen.top - BEYOND_PX), props.count - 1));
  const last = Math.min(props.count, store.at(seen.top + seen.height + BEYOND_PX) + 1);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isNews = false;
    for (const row of element.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      const index = Number(row.dataset.row);
      if (index < props.count) isNews = store.learn(props.keyOf(index), row.getBoundingClientRect().height) || isNews;
    }
    if (isNews) setMeasured((count) => count + 1);
  });

  useImperativeHandle(ref, () => ({
    scrollTo(index, where = 'nearest') {
      const element = frame.current;
      if (!element || index < 0 || index >= props.count) return;
      const settle = (rounds: number) => {
        const now = store.layOut(props);
        const top = now[index] as number;
        const bottom = now[index + 1] as number;
        const isAbove = top < element.scrollTop;
        const isBelow = bottom > element.scrollTop + element.clientHeight;
        if (where === 'start' || isAbove) element.scrollTop = top;
        else if (isBelow) element.scrollTop = Math.min(top, bottom - element.clientHeight);
        // Rows on the way are measured once they are drawn, which moves what follows.
        if (rounds > 0) requestAnimationFrame(() => settle(rounds - 1));
      };
      settle(3);
    },
  }));

  const rows = [];
  for (let at = first; at < last; ++at) {
    rows.push(
      <div key={props.keyOf(at)} data-row={at} role="presentation">
        {props.row(at)}
      </div>,
    );
  }
  return (
    <div ref={frame} class={`virtual ${props.class ?? ''}`} {...props.attributes}>
      <div aria-hidden="true" style={{ height: `${tops[first] ?? 0}px` }} />
      {rows}
      <div aria-hidden="true" style={{ height: `${(tops[props.count] ?? 0) - (tops[Math.max(last, first)] ?? 0)}px` }} />
    </div>
  );
});
