import { useEffect } from 'react';

/** Files dropped anywhere on the page are opened, too: the browser would leave the page for them. */
export function useStray(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const isFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const isTaken = ({ target }: DragEvent): boolean =>
      target instanceof Element && target.closest('[data-dropzone]') !== null;
    const over = (event: DragEvent): void => {
      if (isFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!isFile(event) || isTaken(event)) return;
      event.preventDefault();
      onFiles(Array.from(event.dataTransfer!.files));
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [onFiles]);
}
