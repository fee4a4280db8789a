import type { ReactNode } from 'react';
import { chosenFiles } from './intake/dropped';
import type { Found } from './intake';
import css from './Intake.module.css';

interface FileButtonProps {
  children: ReactNode;
  accept?: string;
  many?: boolean;
  folder?: boolean;
  isMain?: boolean;
  onFiles: (files: Found[]) => void;
}

/** A button that asks for files. */
export function FileButton({ children, onFiles, accept, ...props }: FileButtonProps): ReactNode {
  const { many = false, folder = false, isMain = false } = props;
  return (
    <label className={css.file} data-main={isMain}>
      <input
        type="file"
        accept={accept}
        multiple={many}
        {...(folder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          const files = chosenFiles(target.files);
          // The same file may be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children}
    </label>
  );
}
