import type { ReactNode } from 'react';
import { nameOf } from '../../model/knobs';
import { Marked } from '../../ui/Marked';

interface WordsProps {
  children: string;
  /** Name of a knob → its anchor on this page; without them nothing becomes a link. */
  anchors?: ReadonlyMap<string, string>;
}

/** A text of docs/knobs: what stands in `backticks` is code, and leads to its entry where it is the name of a knob. */
export function Words({ children, anchors }: WordsProps): ReactNode {
  const linked = (name: string): ReactNode => {
    const anchor = anchors?.get(nameOf(name));
    const code = <code>{name}</code>;
    return anchor === undefined ? code : <a href={`#${anchor}`}>{code}</a>;
  };
  return <Marked text={children} code={linked} />;
}
