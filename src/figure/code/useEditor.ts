import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Editor } from './editor';

interface Wanted {
  /** What stands in the editor; a new text replaces what the reader has written. */
  value: string;
  line: number | undefined;
  label: string;
  describedBy: string;
  onRun: () => void;
  /** Told of what the reader types. */
  onType: (text: string) => void;
}

interface Mounted {
  place: RefObject<HTMLDivElement | null>;
  editor: Editor | undefined;
  /** What the reader sees. */
  text: string;
}

/** Loads the editor and keeps it and React in step. */
export function useEditor({ value, line, label, describedBy, onRun, onType }: Wanted): Mounted {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [text, setText] = useState(value);
  const run = useEffectEvent(onRun);
  const type = useEffectEvent(onType);
  const first = useEffectEvent(() => value);

  useEffect(() => {
    let mounted: Editor | undefined;
    let wanted = true;
    const mount = async (): Promise<void> => {
      const { mountEditor } = await import('./editor');
      if (!wanted || !place.current) return;
      mounted = mountEditor(place.current, {
        text: first(),
        label,
        describedBy,
        onChange: (typed) => {
          const now = mounted!.text();
          setText(now);
          if (typed) type(now);
        },
        onRun: () => run(),
      });
      setEditor(mounted);
    };
    // Where it cannot be loaded, the code still stands there to be read.
    mount().catch(() => undefined);
    return () => {
      wanted = false;
      mounted?.destroy();
      setEditor(undefined);
    };
  }, [label, describedBy]);

  useEffect(() => editor?.setText(value), [editor, value]);
  useEffect(() => editor?.mark(line), [editor, line]);
  return { place, editor, text: editor ? text : value };
}
