import { type DragEvent, useState } from 'react';

interface DropProps {
  'data-over': boolean;
  /** Where else a file is dropped it is not opened by the browser (`useNoStray`). */
  'data-dropzone': '';
  onDragOver: (event: DragEvent) => void;
  onDragLeave: () => void;
  onDrop: (event: DragEvent) => void;
}

/** What an element needs to take files that are dropped on it. */
export function useDrop(onDrop: (dropped: DataTransfer) => void): DropProps {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    'data-dropzone': '',
    onDragOver(event) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event) {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer);
    },
  };
}
