import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { useDrop } from '../../ui/useDrop';
import { droppedFiles } from './intake/dropped';
import type { Found } from './intake';

interface DropZoneProps {
  children: ReactNode;
  onFiles: (files: Found[]) => void;
}

/** A place to drop files at; what is in it gives those without a mouse another way. */
export function DropZone({ children, onFiles }: DropZoneProps): ReactNode {
  const drop = useDrop((dropped) => void droppedFiles(dropped).then(onFiles));
  return (
    <Panel as={Stack} look="dashed" gap={5} isApart {...drop}>
      {children}
    </Panel>
  );
}
