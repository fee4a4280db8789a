import { type DragEvent, type ReactNode, useState } from 'react';
import { droppedFiles } from './intake/dropped';
import type { Found } from './intake';
import css from './Intake.module.css';

interface DropZoneProps {
  children: ReactNode;
  onFiles: (files: Found[]) => void;
}

/** A place to drop files at; what is in it gives those without a mouse another way. */
export function DropZone({ children, onFiles }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <div
      className={css.zone}
      data-over={isOver}
      data-dropzone=""
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then(onFiles);
      }}
    >
      {children}
    </div>
  );
}
