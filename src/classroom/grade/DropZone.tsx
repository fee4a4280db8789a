import type { ReactNode } from 'react';
import { useDrop } from '../../ui/useDrop';
import { droppedFiles } from './intake/dropped';
import type { Found } from './intake';
import css from './Intake.module.css';

interface DropZoneProps {
  children: ReactNode;
  onFiles: (files: Found[]) => void;
}

/** A place to drop files at; what is in it gives those without a mouse another way. */
export function DropZone({ children, onFiles }: DropZoneProps): ReactNode {
  const drop = useDrop((dropped) => void droppedFiles(dropped).then(onFiles));
  return (
    <div className={css.zone} {...drop}>
      {children}
    </div>
  );
}
