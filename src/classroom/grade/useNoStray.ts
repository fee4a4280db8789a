import { useEffect } from 'react';

/** A file dropped beside its place would make the browser leave the page, and take all marks with it. */
export function useNoStray(): void {
  useEffect(() => {
    const prevent = (event: DragEvent): void => {
      if (event.target instanceof Element && event.target.closest('[data-dropzone]')) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', prevent);
    addEventListener('drop', prevent);
    return () => {
      removeEventListener('dragover', prevent);
      removeEventListener('drop', prevent);
    };
  }, []);
}
